/// What a person can do to a board.
///
/// Each becomes one operation and one step of undo, but for the moves of one drag or one run of
/// nudges, which are one step together.
package enum BoardEdit: Equatable, Sendable {
  case create(text: String, at: BoardPoint, size: NoteSize, color: NoteColor)
  /// What a person did to a note's text: what others did meanwhile stays.
  ///
  /// `from` is the text that the person saw.
  case editText(NoteID, from: String, to: String)
  /// Makes what a note shows another text.
  case setText(NoteID, String)
  case resize(NoteID, NoteSize)
  case recolor(NoteID, NoteColor)
  /// One step up or down among the notes.
  case raise(NoteID)
  case lower(NoteID)
  case delete(NoteID)
  /// Every note that this board shows now.
  case clear
  case setTitle(String)
  case undo
  case redo

  /// Take hold of a note to drag it. Nothing is committed yet.
  case lift(NoteID)
  /// Where the lifted note is now; `trail` is the path since it was lifted, the newest last.
  case dragTo(BoardPoint, trail: [BoardPoint])
  /// Set the lifted note down where it is.
  case drop
  /// Set it down where it was lifted.
  case putBack
  /// One step of a note that is not lifted: joins the steps of the last 500 ms.
  case nudge(NoteID, to: BoardPoint)
}
