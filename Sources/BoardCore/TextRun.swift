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

  /// A part of this run as a run of its own; offsets are those of the elements.
  func cut(_ offsets: Range<Int>, isDead dies: Bool) -> TextRun {
    let isFirst = offsets.lowerBound == start.offset
    return TextRun(
      start: TextElement(start.dot, offsets.lowerBound),
      count: offsets.count,
      group: group,
      parent: isFirst ? parent : TextElement(start.dot, offsets.lowerBound - 1),
      side: isFirst ? side : .right,
      text: dies ? nil : text.map { $0.scalars(offsets, of: self) }
    )
  }
}

extension ExactText {
  fileprivate func scalars(_ offsets: Range<Int>, of run: TextRun) -> ExactText {
    guard offsets.count < run.count else { return self }
    let scalars = string.unicodeScalars.dropFirst(offsets.lowerBound - run.start.offset)
    return ExactText(String(scalars.prefix(offsets.count)))
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
