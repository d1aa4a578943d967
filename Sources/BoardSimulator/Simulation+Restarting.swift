import BoardCore

/// What must be true of those who come, come back, or were told a lie.
extension Simulation {
  /// What was kept is the whole board.
  func checkLoaded() throws(SimulationFailure) {
    for (machine, replicator) in zip(mesh.machines, running) {
      var loaded = replacement(ReplicaID(1_000_000))
      do {
        try loaded.load(snapshot: machine.disk.snapshot, operations: machine.disk.operations)
      } catch {
        throw SimulationFailure("a disk cannot be read", "\(error)")
      }
      try require(
        Self.areSame(loaded.picture.notes, replicator.picture.notes)
          && loaded.board.vector == replicator.board.vector
          && loaded.board.stateHash == replicator.board.stateHash,
        "what is on disk is not the board"
      )
    }
  }

  private func replacement(_ replica: ReplicaID) -> BoardReplicator {
    BoardReplicator(
      board: BoardMesh.board,
      title: "Board",
      replica: replica,
      author: AuthorID(9)
    )
  }

  /// All go and come back, every other one after a clean end: those go on as what they were.
  mutating func checkRestart() throws(SimulationFailure) {
    let before = running
    for index in mesh.machines.indices {
      if index.isMultiple(of: 2) { try mesh.quit(index) } else { mesh.kill(index) }
    }
    for index in mesh.machines.indices { mesh.start(index) }
    for (index, old) in before.enumerated() where index.isMultiple(of: 2) {
      try require(
        running[index].replicaID == old.replicaID && running[index].undoRecord == old.undoRecord,
        "a clean restart forgot what can be taken back"
      )
    }
    try settle()
    try checkEqual("restarted")
    for index in mesh.machines.indices where index.isMultiple(of: 2) {
      try mesh.edit(index, .undo)
    }
    try settle()
    try checkEqual("taken back after a restart")
  }

  /// One who comes with nothing gets the same board by states alone, and by operations alone.
  func checkJoiners() throws(SimulationFailure) {
    let byState = joinerByStates(running[0])
    var byOperations = replacement(ReplicaID(1_000_001))
    let all = mesh.oracle.inOrder(within: running[0].board.vector)
    do { try byOperations.load(all) } catch {
      throw SimulationFailure("an operation cannot be read", "\(error)")
    }
    var first = running[0].board
    first.prune()
    for (joiner, name) in [(byState, "states"), (byOperations, "operations")] {
      var board = joiner.board
      board.prune()
      try require(board == first, "a joiner by \(name) differs")
      try require(
        Self.areSame(joiner.picture.notes, running[0].picture.notes),
        "a joiner by \(name) shows something else"
      )
    }
  }

  /// Two programs alone with each other; every request for operations asks for the state.
  private func joinerByStates(_ donor: BoardReplicator) -> BoardReplicator {
    var pair = [donor, replacement(ReplicaID(1_000_002))]
    let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: mesh.elapsed)
    var queue: [(to: Int, effect: ReplicaEffect)] = []
    func take(_ effects: [ReplicaEffect], from index: Int) {
      queue += effects.map { (1 - index, $0) }
    }
    for index in 0...1 {
      var effects: [ReplicaEffect] = []
      pair[index].peerJoined(PeerKey(UInt128(900 + index)), at: now, into: &effects)
      take(effects, from: index)
    }
    while !queue.isEmpty {
      let next = queue.removeFirst()
      guard case .send(let bytes, _, _) = next.effect,
        var message = try? BoardMessage(encoded: bytes)
      else { continue }
      if case .pull(let vector, _) = message.content {
        message.content = .pull(vector, isWhole: true)
      }
      var effects: [ReplicaEffect] = []
      let peer = PeerKey(UInt128(900 + next.to))
      pair[next.to].receive(message.encoded, from: peer, at: now, into: &effects)
      take(effects, from: next.to)
    }
    return pair[1]
  }

  /// Boards that were told two stories under one name find it out and agree on one.
  mutating func checkHealing() throws(SimulationFailure) {
    guard let note = running[0].board.visibleNotes.first else { return }
    let liar = ReplicaID(3_000_000)
    for index in mesh.machines.indices {
      let color = RegisterValue.color(NoteColor.all[index == 0 ? 1 : 2])
      let lie = BoardOperation(
        dot: Dot(liar, 1),
        action: .set(note, color, stamp: BoardLimits.stamp)
      )
      let message = BoardMessage(
        board: BoardMesh.board,
        replica: liar,
        content: .operations([lie.encoded], .pushed)
      ).encoded
      mesh.call(index) { $0.receive(message, from: PeerKey(501), at: $1, into: &$2) }
    }
    for _ in 0..<60 {
      mesh.wait(.milliseconds(1_001))
      mesh.deliverAll()
      let first = running[0]
      if running.allSatisfy({ $0.board.stateHash == first.board.stateHash }) {
        return try require(
          running.allSatisfy { Self.areSame($0.picture.notes, first.picture.notes) },
          "boards with one hash show something else"
        )
      }
    }
    throw SimulationFailure("boards that differ are not healed")
  }
}
