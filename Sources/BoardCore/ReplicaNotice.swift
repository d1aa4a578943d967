/// What happened to a person's work that they did not do themselves, or could not do.
package enum ReplicaNotice: Equatable, Sendable {
  /// The note that this person holds was deleted or cleared by somebody else.
  case liftedNoteGone(NoteID, by: ReplicaID)
  /// The note that this person writes in was deleted or cleared by somebody else.
  case editedNoteGone(NoteID, by: ReplicaID)
  /// A limit: the note's text, the board's notes.
  case textTooLong(limitBytes: Int)
  case boardFull(limit: Int)
  /// Somebody cleared the board: how many notes went.
  case cleared(count: Int, by: ReplicaID)
  case nothingToUndo
  case nothingToRedo
}
