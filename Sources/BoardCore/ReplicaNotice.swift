/// What happened to a person's work that they did not do themselves, or could not do.
package enum ReplicaNotice: Equatable, Sendable {
  /// The note that this person holds was deleted or cleared by somebody else.
  case liftedNoteGone(NoteID, by: ReplicaID?)
  /// The note that this person writes in was deleted or cleared by somebody else.
  case editedNoteGone(NoteID, by: ReplicaID?)
  /// Notes, as they were, that somebody deleted or cleared without knowing what this person had just
  /// written in them, or where they had put them.
  case changedNotesGone([NotePicture], by: ReplicaID?)
  /// A limit: the note's text, the board's notes.
  case textTooLong(limitBytes: Int)
  case boardFull(limit: Int)
  /// So much was inserted into a note here, and erased again, that it takes no more of this replica.
  case noteWrittenFull
  /// Somebody cleared the board: how many notes went.
  case cleared(count: Int, by: ReplicaID)
  case nothingToUndo
  case nothingToRedo
  /// Made by a newer corkboard: the board can be read here, not changed.
  case newerProgram
  /// This board and a peer's, with the same operations, were not the same; they were joined.
  case healed(with: ReplicaID)
  /// Somebody wrote the same property of a note (nil: the board) at the same time as this person.
  case conflict(NoteID?, RegisterKind, by: ReplicaID, isMineShown: Bool)
}
