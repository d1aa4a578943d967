/// What one operation does to the text of a note: inserts runs, erases elements that were there.
package struct TextChange: Equatable, Sendable {
  /// Their elements are numbered on from one insertion to the next.
  package var insertions: [TextInsertion]
  /// Ascending; none touches the next.
  package var deletions: [TextRange]

  package init(insertions: [TextInsertion] = [], deletions: [TextRange] = []) {
    self.insertions = insertions
    self.deletions = TextRange.merged(deletions)
  }

  /// Whether all that it hangs on or erases was inserted by operations that `vector` holds.
  func isCovered(by vector: VersionVector) -> Bool {
    insertions.allSatisfy { $0.parent.map { vector.contains($0.dot) } ?? true }
      && deletions.allSatisfy { vector.contains($0.dot) }
  }
}

/// Text that is put beside an element.
package struct TextInsertion: Equatable, Sendable {
  /// Nil in a note that never had any text.
  package var parent: TextElement?
  package var side: TextSide
  /// Never empty.
  package var text: ExactText

  package init(parent: TextElement?, side: TextSide, text: ExactText) {
    self.parent = parent
    self.side = side
    self.text = text
  }
}
