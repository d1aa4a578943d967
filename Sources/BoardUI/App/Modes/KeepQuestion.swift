package import BoardCore

/// The note in hand was deleted by somebody: one key keeps it as a new note.
package struct KeepQuestion: Equatable, Sendable {
  package var text: String
  package var position: BoardPoint
  package var size: NoteSize
  package var color: NoteColor
  /// It was being written in: the new note opens its editor again, the caret where it was.
  package var editor: TextEditor?
  /// The name of whoever deleted it, where that is known.
  package var takenBy: String?
  package var askedAt: Duration = .zero

  /// Keys that were on their way to the editor are no answer.
  static let readingTime: Duration = .milliseconds(500)
}

extension AppState {
  mutating func answerKeep(_ key: Key, _ question: KeepQuestion) -> [AppCommand] {
    guard case .question(let answer)? = KeyBindings.action(of: key, in: .keep) else { return [] }
    guard moment >= question.askedAt + KeepQuestion.readingTime else { return [] }
    mode = .browsing
    guard answer == .yes else { return [] }
    expectation = .focus
    if let editor = question.editor {
      let frame = BoardFrame(question.position, question.size)
      mode = .editing(EditingMode(newNoteWith: editor, in: frame))
    }
    return [
      .edit(
        .create(
          text: question.text,
          at: question.position,
          size: question.size,
          color: question.color
        )
      )
    ]
  }
}
