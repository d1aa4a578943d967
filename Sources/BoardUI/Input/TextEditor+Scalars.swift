import BoardCore

/// The caret counted as replicas count: in Unicode scalars, of which a Character may hold many.
extension TextEditor {
  /// How many scalars are before the caret.
  package var scalarCaret: Int {
    characters[..<caret].reduce(0) { $0 + $1.unicodeScalars.count }
  }

  /// Moves the caret behind so many scalars; within a Character, behind it.
  package mutating func moveCaret(toScalar offset: Int) {
    var scalars = 0
    var place = 0
    while place < characters.count, scalars < offset {
      scalars += characters[place].unicodeScalars.count
      place += 1
    }
    moveCaret(to: place)
  }

  /// The same editor over what became of its text; the caret stays at its letter.
  mutating func follow(_ merge: TextMerge) {
    let caret = merge.caret(scalarCaret)
    self = TextEditor(merge.text, byteLimit: byteLimit, isSingleLine: isSingleLine)
    moveCaret(toScalar: caret)
  }
}
