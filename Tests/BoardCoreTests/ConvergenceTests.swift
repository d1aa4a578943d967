import BoardCore
import TestSupport
import Testing

/// The rules of the board under everything that a network and wrong clocks do, seed by seed.
@Suite struct `Replicas on a bad network` {
  @Test(arguments: Seeds.first(200))
  func `all show what the operations say, and nothing comes back`(seed: UInt64) throws {
    var simulation = Simulation(seed: seed)
    for step in 0..<300 {
      simulation.step()
      if step % 100 == 0 { expectOracle(simulation) }
    }
    try settle(&simulation)
    expectEqual(simulation, "settled")
    expectLateDatagramsChangeNothing(&simulation)
    try expectLastEditWins(&simulation)
    expectLoadedEqual(simulation)
    expectJoinersEqual(simulation)
    try expectNothingLeftAfterFloors(&simulation)
  }

  private func settle(_ simulation: inout Simulation) throws {
    let isSettled = simulation.settle()
    try #require(isSettled, "seed \(simulation.seed) did not settle")
  }

  /// Every board, also a joined one, shows exactly what the operations that it knows say.
  private func expectOracle(_ simulation: Simulation) {
    for board in simulation.replicas.map(\.board) + simulation.shadows {
      let notes = simulation.oracle.notes(within: board.vector)
      let shown = board.visibleNotes.compactMap { board.picture(of: $0) }
      #expect(shown == notes.sorted { $0.id < $1.id }, "seed \(simulation.seed)")
    }
  }

  private func expectEqual(_ simulation: Simulation, _ moment: Comment) {
    expectOracle(simulation)
    let notes = simulation.oracle.notes(within: simulation.replicas[0].board.vector)
    for replica in simulation.replicas {
      #expect(replica.picture.notes == notes, moment)
      #expect(replica.board.vector == simulation.replicas[0].board.vector, moment)
    }
  }

  private func expectLateDatagramsChangeNothing(_ simulation: inout Simulation) {
    let before = simulation.replicas.map(\.picture.notes)
    for datagram in simulation.datagrams.shuffled(using: &simulation.random) {
      simulation.deliver(datagram)
    }
    simulation.datagrams = []
    #expect(simulation.replicas.map(\.picture.notes) == before, "seed \(simulation.seed)")
  }

  private func expectLastEditWins(_ simulation: inout Simulation) throws {
    let slowest = simulation.skews.enumerated().min { $0.element < $1.element }?.offset ?? 0
    let place = BoardPoint(x: -5, y: -6)
    for note in simulation.replicas[slowest].board.visibleNotes {
      simulation.edit(slowest, .setText(note, "last"))
      simulation.edit(slowest, .lift(note))
      simulation.edit(slowest, .dragTo(place, trail: [place]))
      simulation.edit(slowest, .drop)
    }
    try settle(&simulation)
    expectEqual(simulation, "the slowest clock came last")
    for note in simulation.replicas.flatMap(\.picture.notes) {
      #expect(note.text == "last" && note.position == place, "seed \(simulation.seed)")
    }
  }

  private func expectLoadedEqual(_ simulation: Simulation) {
    for (replica, kept) in zip(simulation.replicas, simulation.kept) {
      var loaded = BoardReplicator(
        board: BoardID(1),
        title: "Board",
        replica: ReplicaID(1_000),
        author: AuthorID(9)
      )
      #expect(throws: Never.self) { try loaded.load(kept) }
      #expect(loaded.picture.notes == replica.picture.notes)
      #expect(loaded.board.vector == replica.board.vector)
    }
  }

  private func expectJoinersEqual(_ simulation: Simulation) {
    var byState = Board()
    for replica in simulation.replicas { byState.join(replica.board) }
    var first = simulation.replicas[0].board
    first.prune()
    byState.prune()
    #expect(byState == first, "seed \(simulation.seed)")
  }

  /// Once nobody can take anything back, only what shows is left: one write for each register.
  private func expectNothingLeftAfterFloors(_ simulation: inout Simulation) throws {
    for index in simulation.replicas.indices {
      let replica = simulation.replicas[index]
      let dot = Dot(replica.replicaID, replica.board.vector[replica.replicaID] + 1)
      let last = BoardOperation(dot: dot, floor: dot.sequence, action: .noop)
      let message = BoardMessage(
        board: BoardID(1),
        replica: ReplicaID(500),
        content: .operations([last.encoded], .pushed)
      )
      simulation.call(index) {
        $0.receive(message.encoded, from: PeerKey(500), at: $1, into: &$2)
      }
    }
    try settle(&simulation)
    for index in simulation.replicas.indices { simulation.replicas[index].prune() }
    expectEqual(simulation, "pruned")
    for replica in simulation.replicas {
      let board = replica.board
      #expect(board == simulation.replicas[0].board, "seed \(simulation.seed)")
      #expect(board.notes.keys.sorted() == board.visibleNotes)
      #expect(board.cancellations.revisions.isEmpty)
      #expect(
        board.notes.values.allSatisfy {
          $0.placement.writes.count == 1 && $0.text.isSettledForEver && $0.tokens.isEmpty
            && $0.size.writes.count == 1 && $0.stacking.writes.count == 1
        }
      )
    }
    var joiner = Board()
    joiner.join(simulation.replicas[0].board)
    #expect(joiner == simulation.replicas[0].board)
  }

  @Test(arguments: Seeds.first(60))
  func `join their states in any order to the same`(seed: UInt64) {
    var simulation = Simulation(seed: seed &+ 10_000, count: 3)
    for _ in 0..<250 { simulation.step() }
    let states = simulation.replicas.map(\.board)
    func joined(_ boards: Board...) -> Board {
      var result = Board()
      for board in boards { result.join(board) }
      result.prune()
      return result
    }
    func pruned(_ board: Board) -> Board {
      var board = board
      board.prune()
      return board
    }
    let (first, second, third) = (states[0], states[1], states[2])
    #expect(joined(first, first) == pruned(first))
    #expect(joined(first, second) == joined(second, first))
    #expect(joined(joined(first, second), third) == joined(first, joined(second, third)))
    #expect(joined(joined(first, second), second) == joined(first, second))
    #expect(joined(pruned(first), second) == joined(first, second))
  }

  @Test func `meet what the rules are for`() {
    var met: Set<String> = []
    for seed in Seeds.first(20) {
      var simulation = Simulation(seed: seed)
      for _ in 0..<300 { simulation.step() }
      met.formUnion(simulation.sometimes.keys)
    }
    #expect(met == ["lifted note gone", "cleared by others", "joined"])
  }
}
