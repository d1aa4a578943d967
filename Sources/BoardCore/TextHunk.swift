/// A stretch of a text that becomes another: counted in Unicode scalars of the text before.
package struct TextHunk: Equatable, Sendable {
  package var range: Range<Int>
  package var text: [Unicode.Scalar]

  package init(_ range: Range<Int>, _ text: [Unicode.Scalar]) {
    self.range = range
    self.text = text
  }

  /// The text after some hunks, which ascend and do not overlap.
  package static func applying(
    _ hunks: [TextHunk],
    to text: [Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var next = 0
    for hunk in hunks {
      result += text[next..<hunk.range.lowerBound]
      result += hunk.text
      next = hunk.range.upperBound
    }
    return result + text[next...]
  }
}
