/// The order in which a long text is read is kept while it is edited.
///
/// What one operation does to it is a few places in a list; to walk through the whole tree costs a
/// hundred times as much.
extension NoteText {
  /// From this many runs on the order is kept.
  static let longText = 32
  /// Of a change with more pieces the order is worked out anew.
  private static let fewPieces = 16

  /// All elements in the order in which they are read.
  func order(_ cancellations: Cancellations) -> TextOrder {
    TextOrder(self, cancellations, known: parts)
  }

  /// The order after a change whose runs come in at `place`; nil when it must be worked out anew.
  func parts(
    after change: TextChange,
    inserting inserted: [TextRun],
    at place: Int
  ) -> [TextOrder.Part]? {
    guard var parts, made == nil,
      change.insertions.count + change.deletions.count <= Self.fewPieces
    else { return nil }
    for (number, run) in inserted.enumerated() {
      let part = TextOrder.Part(run: -1 - number, offsets: 0..<run.count, isShown: true)
      guard put(part, run, into: &parts) else { return nil }
    }
    for range in change.deletions {
      guard let run = index(of: TextElement(range.dot, range.offsets.lowerBound)) else {
        return nil
      }
      guard range.offsets.upperBound <= runs[run].end else { return nil }
      Self.hide(range, in: run, from: runs[run].start.offset, &parts)
    }
    for index in parts.indices {
      let run = parts[index].run
      if run < 0 {
        parts[index].run = place - 1 - run
      } else if run >= place {
        parts[index].run = run + inserted.count
      }
    }
    return parts
  }

  /// Puts a new run beside its parent, where nothing hangs yet; false when something does.
  private func put(
    _ part: TextOrder.Part,
    _ run: TextRun,
    into parts: inout [TextOrder.Part]
  ) -> Bool {
    guard let parent = run.parent, let host = index(of: parent),
      !runs.contains(where: { $0.parent == parent && $0.side == run.side })
    else { return false }
    let offset = parent.offset - runs[host].start.offset
    if run.side == .right, offset < runs[host].count - 1 { return false }
    guard let at = parts.firstIndex(where: { $0.run == host && $0.offsets.contains(offset) })
    else { return false }
    // What was put there by this change itself.
    let isTaken = run.side == .right ? at + 1 < parts.count && parts[at + 1].run < 0 : false
    let isTakenBefore =
      run.side == .left && parts[at].offsets.lowerBound == offset && at > 0 && parts[at - 1].run < 0
    guard !isTaken, !isTakenBefore else { return false }
    let cut = run.side == .right ? offset + 1 : offset
    let whole = parts[at]
    var pieces = [part]
    if whole.offsets.lowerBound < cut {
      pieces.insert(whole.with(whole.offsets.lowerBound..<cut), at: 0)
    }
    if cut < whole.offsets.upperBound { pieces.append(whole.with(cut..<whole.offsets.upperBound)) }
    parts.replaceSubrange(at...at, with: pieces)
    return true
  }

  /// Elements of one run show no more.
  private static func hide(
    _ range: TextRange,
    in run: Int,
    from start: Int,
    _ parts: inout [TextOrder.Part]
  ) {
    let gone = range.offsets.lowerBound - start..<range.offsets.upperBound - start
    var index = 0
    while index < parts.count {
      let whole = parts[index]
      let common = whole.offsets.clamped(to: gone)
      guard whole.run == run, whole.isShown, !common.isEmpty else {
        index += 1
        continue
      }
      var hidden = whole.with(common)
      hidden.isShown = false
      let pieces =
        [
          whole.with(whole.offsets.lowerBound..<common.lowerBound), hidden,
          whole.with(common.upperBound..<whole.offsets.upperBound),
        ].filter { !$0.offsets.isEmpty }
      parts.replaceSubrange(index...index, with: pieces)
      index += pieces.count
    }
  }
}

extension TextOrder.Part {
  fileprivate func with(_ offsets: Range<Int>) -> TextOrder.Part {
    TextOrder.Part(run: run, offsets: offsets, isShown: isShown)
  }
}
