/// Elements that were inserted together: the first hangs on its parent, each other one on the right
/// of the one before it.
struct TextRun: Equatable, Sendable {
  let start: TextElement
  /// How many elements.
  let count: Int
  /// By which their author takes them back.
  let group: UInt64
  /// Nil at the beginning of the note.
  let parent: TextElement?
  let side: TextSide
  /// Nil once they can never show again: only their places are kept, since others may hang on them.
  let text: ExactText?

  var origin: Origin { Origin(dot: start.dot, group: group) }
  var isDead: Bool { text == nil }
  /// The offset behind the last element.
  var end: Int { start.offset + count }

  /// Whether this is the rest of a run that was cut: one element hangs on the one before it.
  func continues(_ other: TextRun) -> Bool {
    start.dot == other.start.dot && start.offset == other.end && side == .right
      && parent == TextElement(other.start.dot, other.end - 1)
  }

  /// This run in pieces, cut before each of these offsets that is within it.
  ///
  /// `cuts` ascend. Costs as much as the text is long, whatever the number of pieces.
  func pieces(at cuts: some Sequence<Int>) -> [TextRun] {
    var pieces: [TextRun] = []
    var lower = start.offset
    var scalars = text.map { $0.string.unicodeScalars[...] }
    func piece(upTo upper: Int) {
      let head = scalars?.prefix(upper - lower)
      if let head { scalars = scalars?[head.endIndex...] }
      let isFirst = lower == start.offset
      pieces.append(
        TextRun(
          start: TextElement(start.dot, lower),
          count: upper - lower,
          group: group,
          parent: isFirst ? parent : TextElement(start.dot, lower - 1),
          side: isFirst ? side : .right,
          text: head.map { ExactText(String($0)) }
        )
      )
      lower = upper
    }
    for cut in cuts where cut > lower && cut < end { piece(upTo: cut) }
    guard !pieces.isEmpty else { return [self] }
    piece(upTo: end)
    return pieces
  }

  /// The same elements, never to show again.
  var dead: TextRun {
    TextRun(start: start, count: count, group: group, parent: parent, side: side, text: nil)
  }
}

/// That somebody erased some elements; in force until its author takes it back.
struct TextDeletion: Equatable, Comparable, Sendable {
  let origin: Origin
  let range: TextRange

  static func < (left: TextDeletion, right: TextDeletion) -> Bool {
    left.origin == right.origin ? left.range < right.range : left.origin < right.origin
  }
}
