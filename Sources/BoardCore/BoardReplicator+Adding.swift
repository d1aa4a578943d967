extension BoardReplicator {
  /// Makes a note that does not come from the person's hands.
  ///
  /// Unlike `edit(.create…)` it leaves a drag and a run of nudges going on, and takes what only a
  /// merge may hold: a text that is too long for one operation goes into several. It is one step of
  /// undo. Nil above the limits of text or notes: a notice says which.
  package mutating func add(
    text: String,
    place: BoardPoint,
    size: NoteSize,
    color: NoteColor,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    defer { finish(&effects) }
    showJoined()
    guard mayWrite(&effects), isShort(text, BoardLimits.importedTextBytes, &effects) else {
      return nil
    }
    var parts = Self.parts(of: text)[...]
    let note = create(
      parts.popFirst() ?? "",
      place,
      size,
      color,
      mostNotes: BoardLimits.snapshotNotes,
      at: now,
      into: &effects
    )
    if let note { for part in parts { append(part, to: note, into: &effects) } }
    return note
  }

  /// A text in parts that one operation each can carry.
  private static func parts(of text: String) -> [String] {
    guard text.utf8.count > BoardLimits.textBytes else { return [text] }
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      let width = UTF8.width(scalar)
      if bytes + width > BoardLimits.textBytes {
        parts.append(String(part))
        part = String.UnicodeScalarView()
        bytes = 0
      }
      part.append(scalar)
      bytes += width
    }
    return parts + [String(part)]
  }

  /// Goes on with a text that this replica has just begun: undo takes it away with its note.
  private mutating func append(
    _ text: String,
    to note: NoteID,
    into effects: inout [ReplicaEffect]
  ) {
    guard let record = board.notes[note] else { return }
    let end = record.string(board.cancellations).unicodeScalars.count
    let hunk = TextHunk(end..<end, Array(text.unicodeScalars))
    for change in record.text.changes(for: [hunk], board.cancellations) {
      commit(.text(note, change), group: note.sequence, isStep: false, into: &effects)
    }
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
