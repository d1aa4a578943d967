/// The text that this person writes in, scalar by scalar: so that an editor follows others' edits by
/// the letters that they are, not by how they look.
package struct EditedText: Equatable, Sendable {
  package var note: NoteID
  /// One for each scalar of the note's text.
  package var elements: [TextElement]

  package init(note: NoteID, elements: [TextElement]) {
    self.note = note
    self.elements = elements
  }
}

/// A text as it was shown while this person wrote in it.
struct TextVersion: Sendable {
  var text: ExactText
  var elements: [TextElement]

  /// How many are held: what an editor has seen is never older.
  static let most = 8
}

extension BoardReplicator {
  /// Shows the letters of the text that this person writes in, and remembers them.
  mutating func showEdited() {
    var edited: EditedText?
    if let note = editedNote, let text = board.notes[note]?.text, board.isVisible(note) {
      let elements = text.elements(board.cancellations)
      edited = EditedText(note: note, elements: elements)
      if picture.edited?.note != note { versions = [] }
      if versions.last?.elements != elements {
        let shown = ExactText(text.string(board.cancellations))
        versions.append(TextVersion(text: shown, elements: elements))
      }
      if versions.count > TextVersion.most { versions.removeFirst() }
    } else {
      versions = []
    }
    guard edited != picture.edited else { return }
    cache.set(edited: edited)
    isPictureChanged = true
  }

  /// What a person did to `old` in a text that shows as `shown`: by its letters where they are known.
  func merge(_ note: NoteID, _ old: String, _ new: String, _ shown: String) -> TextMerge {
    let known = picture.edited?.note == note
    let seen = versions.last { known && $0.text == ExactText(old) }
    return TextMerge(
      base: old,
      mine: new,
      theirs: shown,
      baseElements: seen?.elements,
      theirElements: known ? versions.last?.elements : nil
    )
  }
}
