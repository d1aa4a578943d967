import BoardCore

/// What must be true once everything has arrived.
extension Simulation {
  /// Faults end; then all the checks of a board at rest, one after the other.
  mutating func finish() throws(SimulationFailure) {
    try settle()
    try checkEqual("settled")
    try checkLateDatagrams()
    try checkLastEditWins()
    try checkLoaded()
    try checkRestart()
    try checkJoiners()
    try checkNothingLeft()
    try checkHealing()
    mesh.sightings.add(mesh.oracle.sightings)
  }

  /// Everyone runs, every cable is in, everything arrives.
  mutating func settle() throws(SimulationFailure) {
    mesh.heal()
    for index in mesh.machines.indices {
      mesh.machines[index].pausedUntil = .zero
      if mesh.machines[index].replicator == nil { start(index) }
      try mesh.edit(index, .drop)
    }
    try exchange()
    // Whoever still goes on under an id that went further elsewhere, which nobody remembers.
    let unaware = mesh.machines.indices.filter { mesh.machines[$0].isUnaware }
    for index in unaware {
      mesh.kill(index)
      start(index)
    }
    if !unaware.isEmpty { try exchange() }
    mesh.wait(.milliseconds(1_001))
    mesh.deliverAll()
    try checkAllHeld()
  }

  /// Everything arrives within sixty digests.
  private mutating func exchange() throws(SimulationFailure) {
    for round in 1...60 {
      mesh.wait(.milliseconds(1_001))
      mesh.deliverAll()
      let first = running[0].board.vector
      let isEqual = running.allSatisfy { $0.board.vector == first && !$0.isMoving }
      // Moves whose last frame was lost end by themselves after three seconds.
      if let failure = mesh.failure { throw failure }
      if isEqual, round >= 4 { return }
    }
    let vectors = running.map { $0.board.vector.entries.map(\.sequence) }
    throw SimulationFailure("boards do not become equal", "\(vectors)")
  }

  func checkEqual(_ moment: String) throws(SimulationFailure) {
    try checkOracle()
    let first = running[0].board
    let notes = mesh.oracle.notes(within: first.vector)
    var pruned = first
    pruned.prune()
    let bytes = BoardSnapshot.encoded(pruned)
    let title = mesh.oracle.title(within: first.vector) ?? "Board"
    for replicator in running {
      try require(replicator.board.vector == first.vector, "\(moment): what is known differs")
      try require(
        Self.areSame(replicator.picture.notes, notes),
        "\(moment): a picture differs from what the operations say",
        Self.difference(replicator.picture.notes, notes)
      )
      try require(
        replicator.picture.title == title,
        "\(moment): a title differs from what the operations say"
      )
      var other = replicator.board
      other.prune()
      try require(other == pruned, "\(moment): pruned states differ")
      try require(BoardSnapshot.encoded(other) == bytes, "\(moment): pruned states' bytes differ")
      try require(
        replicator.board.stateHash == first.stateHash && other.stateHash == first.stateHash,
        "\(moment): hashes differ"
      )
    }
  }

  private mutating func checkLateDatagrams() throws(SimulationFailure) {
    let before = running.map(\.picture.notes)
    if !mesh.datagrams.isEmpty { mesh.sightings.add(.lateDatagram) }
    mesh.deliverDatagrams()
    try require(running.map(\.picture.notes) == before, "a late datagram moved a note")
  }

  /// Whoever edits last wins everywhere, also with the slowest clock of all.
  private mutating func checkLastEditWins() throws(SimulationFailure) {
    guard
      let slowest = mesh.machines.indices.min(by: {
        mesh.time(of: $0).wallMilliseconds < mesh.time(of: $1).wallMilliseconds
      })
    else { return }
    let place = BoardPoint(x: -5, y: -6)
    let size = NoteSize(width: 95, height: 8)
    let notes = running[slowest].board.visibleNotes.prefix(plan.lastEdits)
    for note in notes {
      try mesh.edit(slowest, .setText(note, "last"))
      try mesh.edit(slowest, .resize(note, size))
      try mesh.edit(slowest, .recolor(note, NoteColor.all[7]))
      try mesh.edit(slowest, .lift(note))
      try mesh.edit(slowest, .dragTo(place, trail: [place]))
      try mesh.edit(slowest, .drop)
      try mesh.edit(slowest, .toFront([note]))
    }
    try mesh.edit(slowest, .setTitle("last of all"))
    try settle()
    try checkEqual("the slowest clock came last")
    for replicator in running {
      let top = replicator.picture.notes.suffix(notes.count)
      try require(
        replicator.picture.title == "last of all" && top.map(\.id) == Array(notes),
        "a fast clock won against a later title, or a later place in the pile"
      )
      for note in top {
        try require(
          note.text == "last" && note.position == place && note.size == size
            && note.color == NoteColor.all[7],
          "a fast clock won against a later edit",
          "\(note)"
        )
      }
    }
  }

  /// Once nobody can take anything back, only what shows is left: one write for each register.
  private mutating func checkNothingLeft() throws(SimulationFailure) {
    // The shadows may know what every disk lost: the names of those operations are used again here.
    shadows = []
    // Operations that waited for one that was lost may come to life: raise again.
    for _ in 0..<30 {
      let raised = raiseFloors()
      try settle()
      if running[0].board.vector == raised { break }
    }
    for index in mesh.machines.indices { mesh.prune(index) }
    try checkEqual("pruned")
    let board = running[0].board
    for replicator in running {
      try require(replicator.board == board, "boards without a past differ")
    }
    try require(board.notes.keys.sorted() == board.visibleNotes, "a dead note is left")
    try require(board.cancellations.revisions.isEmpty, "a toggle is left")
    try require(
      board.notes.values.allSatisfy(\.hasOneWriteEach),
      "more than one write of a register is left"
    )
    try require(board.title.count <= 1, "more than one title is left")
    var joiner = Board()
    joiner.join(board)
    try require(joiner == board, "a last joiner differs")
  }

  /// Says in the name of every replica, living or not, that it takes nothing back any more.
  ///
  /// Returns what is known when nothing else comes to life.
  private mutating func raiseFloors() -> VersionVector {
    var operations: [[UInt8]] = []
    var raised = running[0].board.vector
    for entry in running[0].board.vector.entries {
      let sequence = entry.sequence + 1
      let dot = Dot(entry.replica, sequence)
      operations.append(BoardOperation(dot: dot, floor: sequence, action: .noop).encoded)
      raised[entry.replica] = sequence
    }
    let message = BoardMessage(
      board: BoardMesh.board,
      replica: ReplicaID(2_000_000),
      content: .operations(operations, .pushed)
    ).encoded
    for index in mesh.machines.indices {
      mesh.call(index) { $0.receive(message, from: PeerKey(500), at: $1, into: &$2) }
    }
    return raised
  }
}

extension BoardReplicator {
  /// Whether any note shows elsewhere than its register says.
  var isMoving: Bool { picture.notes.contains { $0.mover != nil } }
}

extension NoteRecord {
  var hasOneWriteEach: Bool {
    placement.writes.count == 1 && text.isSettledForEver && tokens.isEmpty
      && size.writes.count == 1 && stacking.writes.count == 1 && color.writes.count == 1
      && votes.writeCount == votes.count && attachments.files.allSatisfy(\.removals.isEmpty)
  }
}
