/// One Unicode scalar of a note's text, named by the operation that inserted it and by its place
/// among all that this operation inserted.
package struct TextElement: Hashable, Comparable, Sendable {
  package var dot: Dot
  /// From 0.
  package var offset: Int

  package init(_ dot: Dot, _ offset: Int) {
    self.dot = dot
    self.offset = offset
  }

  package static func < (left: TextElement, right: TextElement) -> Bool {
    left.dot == right.dot ? left.offset < right.offset : left.dot < right.dot
  }
}

/// On which side of its parent an element hangs in the tree: read before it, or after it.
package enum TextSide: UInt8, Sendable {
  case left, right
}

/// Neighboring elements that one operation inserted.
package struct TextRange: Equatable, Comparable, Sendable {
  package var dot: Dot
  package var offsets: Range<Int>

  package init(_ dot: Dot, _ offsets: Range<Int>) {
    self.dot = dot
    self.offsets = offsets
  }

  package static func < (left: TextRange, right: TextRange) -> Bool {
    TextElement(left.dot, left.offsets.lowerBound)
      < TextElement(right.dot, right.offsets.lowerBound)
  }

  /// Ascending, and as few as possible: what overlaps or touches is one.
  static func merged(_ ranges: [TextRange]) -> [TextRange] {
    var merged: [TextRange] = []
    for range in ranges.sorted() {
      if let last = merged.last, last.dot == range.dot,
        range.offsets.lowerBound <= last.offsets.upperBound
      {
        let upper = max(last.offsets.upperBound, range.offsets.upperBound)
        merged[merged.count - 1].offsets = last.offsets.lowerBound..<upper
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
