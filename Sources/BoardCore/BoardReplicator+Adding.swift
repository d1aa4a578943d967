extension BoardReplicator {
  /// Makes a note that does not come from the person's hands.
  ///
  /// Unlike `edit(.create…)` it leaves a drag and a run of nudges going on. It is one step of undo.
  /// Nil above the limits of text or notes: a notice says which.
  package mutating func add(
    text: String,
    place: BoardPoint,
    size: NoteSize,
    color: NoteColor,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    defer { finish(&effects) }
    guard mayWrite(&effects) else { return nil }
    return create(text, place, size, color, at: now, into: &effects)
  }
}
