extension NoteText {
  /// Elements that one operation erases at most: more go into further ones.
  static let deletionsPerChange = 1_500

  /// What makes the shown text another: for each hunk, which counts in what shows now, the elements
  /// to erase and where in the tree the new ones hang.
  ///
  /// More than one change only where one would be too large to send. None when there is no hunk.
  func changes(for hunks: [TextHunk], _ cancellations: Cancellations) -> [TextChange] {
    let order = order(cancellations)
    var insertions: [TextInsertion] = []
    var deletions: [TextRange] = []
    var cursor = TextCursor(order)
    for hunk in hunks {
      cursor.move(to: hunk.range.lowerBound)
      if !hunk.text.isEmpty {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: hunk.text)
        insertions.append(insertion(of: ExactText(String(text)), at: cursor))
      }
      deletions += cursor.ranges(upTo: hunk.range.upperBound)
    }
    let whole = TextChange(insertions: insertions, deletions: deletions)
    guard whole.deletions.count > Self.deletionsPerChange else {
      return hunks.isEmpty ? [] : [whole]
    }
    return stride(from: 0, to: whole.deletions.count, by: Self.deletionsPerChange).map { start in
      let end = min(start + Self.deletionsPerChange, whole.deletions.count)
      return TextChange(
        insertions: start == 0 ? insertions : [],
        deletions: Array(whole.deletions[start..<end])
      )
    }
  }

  /// Right of the element before, unless something hangs there: then left of what comes next.
  ///
  /// So what two people type at one place stays together, whichever way they go.
  private func insertion(of text: ExactText, at cursor: TextCursor) -> TextInsertion {
    let left = cursor.element
    let isFree = left.map { !hasChildren(rightOf: $0) } ?? runs.isEmpty
    if !isFree, let next = cursor.next {
      return TextInsertion(parent: next, side: .left, text: text)
    }
    return TextInsertion(parent: left, side: .right, text: text)
  }

  private func hasChildren(rightOf element: TextElement) -> Bool {
    if let run = index(of: element), element.offset < runs[run].end - 1 { return true }
    return runs.contains { $0.side == .right && $0.parent == element }
  }
}

/// A place between two scalars of what shows, going forward through all elements.
struct TextCursor {
  private let order: TextOrder
  /// The part that holds the element before this place.
  private var part = -1
  /// How many elements of that part are before this place.
  private var taken = 0
  /// How many shown scalars are before this place.
  private var offset = 0

  init(_ order: TextOrder) { self.order = order }

  /// Goes on until so many shown scalars are behind; stops right behind the last of them.
  mutating func move(to target: Int) {
    while offset < target, advance(to: target) {}
  }

  private mutating func advance(to target: Int) -> Bool {
    if part < 0 || taken == order.parts[part].offsets.count {
      guard part + 1 < order.parts.count else { return false }
      part += 1
      taken = 0
    }
    let rest = order.parts[part].offsets.count - taken
    let step = order.parts[part].isShown ? min(rest, target - offset) : rest
    taken += step
    offset += order.parts[part].isShown ? step : 0
    return true
  }

  /// Goes on likewise, and says which elements were passed that show.
  mutating func ranges(upTo target: Int) -> [TextRange] {
    var ranges: [TextRange] = []
    while offset < target {
      let before = (part: part, taken: taken)
      guard advance(to: target) else { break }
      let entered = order.parts[part]
      guard entered.isShown else { continue }
      let run = order.runs[entered.run]
      let start = run.start.offset + entered.offsets.lowerBound
      let from = before.part == part ? before.taken : 0
      ranges.append(TextRange(run.start.dot, start + from..<start + taken))
    }
    return ranges
  }

  /// The element before this place; nil at the beginning.
  var element: TextElement? {
    guard part >= 0, taken > 0 else { return nil }
    return name(part, taken - 1)
  }

  /// The element that comes next, erased or not; nil at the end.
  var next: TextElement? {
    if part >= 0, taken < order.parts[part].offsets.count { return name(part, taken) }
    return part + 1 < order.parts.count ? name(part + 1, 0) : nil
  }

  private func name(_ part: Int, _ index: Int) -> TextElement {
    let part = order.parts[part]
    let run = order.runs[part.run]
    return TextElement(run.start.dot, run.start.offset + part.offsets.lowerBound + index)
  }
}
