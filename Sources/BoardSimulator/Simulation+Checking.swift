import BoardCore

/// What must be true while a simulation runs.
extension Simulation {
  func require(
    _ isTrue: Bool,
    _ check: String,
    _ detail: @autoclosure () -> String = ""
  ) throws(SimulationFailure) {
    if !isTrue { throw SimulationFailure(check, detail()) }
  }

  var running: [BoardReplicator] { mesh.machines.compactMap(\.replicator) }

  /// `turn` says whose states are joined.
  func checkLive(turn: Int) throws(SimulationFailure) {
    try require(
      mesh.oracle.clash == nil,
      "two operations have one name",
      mesh.oracle.clash.map { "\($0)" } ?? ""
    )
    try require(mesh.oracle.sharedKey == nil, "two people made one key of the pile")
    try checkOracle()
    try checkOverlays()
    try checkHeld()
    let all = running.map(\.board) + shadows
    try checkLaws((0..<3).map { all[(turn + $0) % all.count] })
    try checkForms(all[turn % all.count])
  }

  /// The bytes of a state say all of it, in one form.
  private func checkForms(_ board: Board) throws(SimulationFailure) {
    let bytes = BoardSnapshot.encoded(board)
    guard let read = try? BoardSnapshot.board(bytes) else {
      throw SimulationFailure("a state's bytes cannot be read")
    }
    try require(read == board, "a state's bytes say something else")
    try require(BoardSnapshot.encoded(read) == bytes, "a state has two forms")
    var joined = Board()
    joined.join(read)
    try require(joined.stateHash == board.stateHash, "a state that was read has another hash")
  }

  /// Every board, also a joined one, shows exactly what the operations that it knows say.
  func checkOracle() throws(SimulationFailure) {
    // Most know the same once all is settled.
    var last: (vector: VersionVector, notes: [NotePicture])?
    for board in running.map(\.board) + shadows {
      let known = last.flatMap { $0.vector == board.vector ? $0.notes : nil }
      let wanted = known ?? mesh.oracle.notes(within: board.vector).sorted { $0.id < $1.id }
      last = (board.vector, wanted)
      let shown = board.visibleNotes.compactMap { board.picture(of: $0) }
      try require(
        Self.areSame(shown, wanted),
        "a board differs from what its operations say",
        Self.difference(shown, wanted)
      )
    }
  }

  /// Nobody who can be reached is thought to hold what they lack.
  private func checkHeld() throws(SimulationFailure) {
    for (left, right) in connected {
      guard let mine = mesh.machines[left].replicator, let theirs = mesh.machines[right].replicator,
        let missing = mine.missingCount(of: BoardMesh.key(right))
      else { continue }
      let lacking = mine.board.vector.entries.reduce(0) {
        $0 + max(0, Int($1.sequence) - Int(theirs.board.vector[$1.replica]))
      }
      try require(missing >= lacking, "a peer is thought to hold what it lacks", "\(lacking)")
    }
  }

  /// A second after all is equal everybody knows it of everybody.
  func checkAllHeld() throws(SimulationFailure) {
    for (left, right) in connected {
      let missing = mesh.machines[left].replicator?.missingCount(of: BoardMesh.key(right))
      try require(missing == 0, "a peer is thought to lack what it holds", "\(missing ?? -1)")
    }
  }

  private var connected: [(Int, Int)] {
    mesh.machines.indices.flatMap { left in
      mesh.machines.indices.filter { mesh.isConnected(left, $0) }.map { (left, $0) }
    }
  }

  /// No live move that is older than a held place of its sender shows.
  private func checkOverlays() throws(SimulationFailure) {
    for replicator in running {
      for overlay in replicator.liveMoves.all {
        let latest = mesh.oracle.lastPlace(
          of: overlay.frame.note,
          by: overlay.sender,
          within: replicator.board.vector
        )
        try require(
          overlay.frame.after >= latest ?? 0,
          "a live move shows over a later place of its sender",
          "\(overlay.frame.note) by \(overlay.sender)"
        )
      }
    }
  }

  /// Joining is idempotent, commutative and associative; pruning and the order of roads are invisible.
  private func checkLaws(_ states: [Board]) throws(SimulationFailure) {
    let (first, second, third) = (states[0], states[1], states[2])
    func joined(_ boards: Board...) -> Board {
      var result = Board()
      for board in boards { result.join(board) }
      result.prune()
      return result
    }
    var pruned = first
    pruned.prune()
    try require(joined(first, first) == pruned, "a state joined with itself is another one")
    try require(joined(first, second) == joined(second, first), "the order of joins matters")
    try require(
      joined(joined(first, second), third) == joined(first, joined(second, third)),
      "the grouping of joins matters"
    )
    try require(
      joined(joined(first, second), second) == joined(first, second),
      "joining twice makes a difference"
    )
    try require(joined(pruned, second) == joined(first, second), "pruning shows in a join")
    let shown = first.visibleNotes.map { first.picture(of: $0) }
    try require(
      shown == pruned.visibleNotes.map { pruned.picture(of: $0) },
      "pruning changed what shows"
    )
    try checkTwoRoads(first, second)
  }

  /// What an operation does is what joining a state that has it does.
  private func checkTwoRoads(_ first: Board, _ second: Board) throws(SimulationFailure) {
    for replica in mesh.oracle.replicas {
      let dot = Dot(replica, first.vector[replica] + 1)
      guard let next = mesh.oracle.operations[dot], first.isReady(next), second.isReady(next)
      else { continue }
      var (applied, other, joined) = (first, second, first)
      applied.apply(next)
      applied.join(second)
      other.apply(next)
      joined.join(other)
      applied.prune()
      joined.prune()
      return try require(applied == joined, "an operation and a state that has it differ")
    }
  }

  static func areSame(
    _ left: some Sequence<NotePicture>,
    _ right: some Sequence<NotePicture>
  ) -> Bool {
    left.elementsEqual(right) { left, right in
      // Whose vote is one's own is no part of the board.
      var left = left
      left.hasOwnVote = right.hasOwnVote
      return left == right && left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  static func difference(
    _ shown: some Sequence<NotePicture>,
    _ wanted: some Sequence<NotePicture>
  ) -> String {
    let ids = Set(shown.map(\.id))
    let wantedIDs = Set(wanted.map(\.id))
    let back = ids.subtracting(wantedIDs).count
    let lost = wantedIDs.subtracting(ids).count
    let pair = zip(shown, wanted).first { $0 != $1 }
    let example = pair.map { "; shows \($0.0), should show \($0.1)" } ?? ""
    return "\(back) came back, \(lost) lost\(example)"
  }
}
