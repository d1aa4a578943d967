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

  /// Makes all notes that `add` adds one step of undo, with nobody else's notes between them.
  package mutating func addTogether(
    into effects: inout [ReplicaEffect],
    _ add: (inout BoardReplicator, inout [ReplicaEffect]) -> [NoteID]
  ) -> [NoteID] {
    guard openStep == nil else { return add(&self, &effects) }
    openStep = OpenStep(first: nextSequence)
    let made = add(&self, &effects)
    if let step = openStep?.step { history.push(step) }
    openStep = nil
    // Whether there is something to undo is known only now.
    finish(&effects)
    return made
  }
}
