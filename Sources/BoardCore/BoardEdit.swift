/// What a person can do to a board.
///
/// Each is one step of undo, also the moves of one drag, one run of nudges, and all of one group.
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
  /// This device's vote for a note; taken back where it is there already.
  case vote(NoteID)
  case attach(NoteID, FileReference)
  /// Takes off the attachment that an operation added.
  case detach(NoteID, Dot)
  /// Above, below all others, in the order in which they lie; nobody else's notes come between.
  case toFront([NoteID])
  case toBack([NoteID])
  /// All of these are one step of undo: a paste of several notes, a move of several.
  ///
  /// Holds no drags, no undo and no other group; a nudge in it is kept at once.
  case group([BoardEdit])
  /// Has what this person last wrote to a property that somebody else wrote to at the same time.
  case takeBack(NoteID?, RegisterKind)
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
