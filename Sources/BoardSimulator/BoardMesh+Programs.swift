import BoardCore

/// Programs that start, end and die, and what their disks go through meanwhile.
extension BoardMesh {
  func time(of index: Int) -> BoardTime {
    let passed = Int64(elapsed / .milliseconds(1))
    let machine = machines[index]
    let wall = 1_700_000_000_000 + machine.skew + passed + passed * machine.drift / 1_000
    return BoardTime(wallMilliseconds: UInt64(max(0, wall)), sinceStart: elapsed)
  }

  /// The program starts with what is on its disk: as the replica that it was, after a clean end, else
  /// as one that nobody has been.
  package mutating func start(_ index: Int) {
    guard machines[index].replicator == nil else { return }
    let continued = machines[index].disk.takeRun()
    let replica = continued?.replica ?? newReplica()
    var replicator = BoardReplicator(
      board: Self.board,
      title: "Board",
      replica: replica,
      author: machines[index].author,
      undoDepth: undoDepth,
      logBytes: logBytes
    )
    let disk = machines[index].disk
    do {
      try replicator.load(snapshot: disk.snapshot, operations: disk.operations)
      if let continued { try replicator.load(undo: continued.undo) }
    } catch {
      failure = failure ?? SimulationFailure("a disk cannot be read", "\(error)")
    }
    machines[index].disk.begin(replica)
    machines[index].replicator = replicator
    machines[index].runs += 1
    machines[index].undone = .no
    machines[index].editor = nil
    machines[index].hand = nil
    machines[index].hasOldUndo = continued != nil
    machines[index].isUnaware =
      continued != nil && oracle.hasMore(of: replica, than: replicator.board.vector)
    reconnect()
  }

  mutating func newReplica() -> ReplicaID {
    defer { nextReplica += 1 }
    return ReplicaID(nextReplica)
  }

  /// The board goes on under an id that nobody has.
  mutating func renew(_ index: Int) {
    guard let old = machines[index].replicator?.replicaID else { return }
    machines[index].past.insert(old)
    let replica = newReplica()
    machines[index].replicator?.renew(replica: replica)
    machines[index].disk.begin(replica)
    machines[index].hasOldUndo = false
    makeAware(index)
  }

  mutating func makeAware(_ index: Int) {
    guard machines[index].isUnaware else { return }
    machines[index].isUnaware = false
    sightings.add(.idCollision)
  }

  /// The person leaves: what is in hand is set down, the next run goes on where this one ended.
  package mutating func quit(_ index: Int) throws(SimulationFailure) {
    guard machines[index].replicator != nil else { return }
    if !machines[index].isUnaware { try edit(index, .drop) }
    guard let replicator = machines[index].replicator else { return }
    machines[index].disk.end(replicator.replicaID, undo: replicator.undoRecord)
    kill(index)
  }

  /// The program ends without a word.
  ///
  /// `lost` says how much of what was not synced the power takes; nil when it stays on.
  package mutating func kill(_ index: Int, lost: UInt64? = nil) {
    guard let replicator = machines[index].replicator else { return }
    for other in machines.indices where other != index { disconnect(index, other) }
    machines[index].replicator = nil
    machines[index].past.insert(replicator.replicaID)
    datagrams.removeAll { $0.from == index || $0.to == index }
    if let lost, machines[index].disk.loseUnsynced(keeping: lost) > 0 {
      sightings.add(.unsyncedLost)
    }
  }

  package mutating func sync(_ index: Int) { machines[index].disk.sync() }

  /// The program keeps its whole state, as it does now and then.
  package mutating func keepState(_ index: Int) {
    guard let snapshot = machines[index].replicator?.snapshot() else { return }
    machines[index].disk.write(snapshot: snapshot)
  }

  package mutating func backUp(_ index: Int) { machines[index].disk.backUp() }

  /// An old copy of the folder, or an old image of the disk, is put back while the program is off.
  package mutating func restore(_ index: Int, _ pick: UInt64 = 0, isImage: Bool = false) {
    guard machines[index].replicator == nil,
      machines[index].disk.restore(pick, isImage: isImage)
    else { return }
    sightings.add(isImage ? .imageRestored : .restored)
  }

  /// The machine goes back to an image of its last clean end, and its program starts again.
  package mutating func goBack(_ index: Int) {
    kill(index)
    if machines[index].disk.goBack() { sightings.add(.imageRestored) }
    start(index)
  }

  /// The disk of a machine whose program is off is empty.
  package mutating func wipe(_ index: Int) {
    guard machines[index].replicator == nil else { return }
    machines[index].disk = SimulatedDisk()
  }

  /// Another machine, whose program is off, becomes the very image of this one.
  package mutating func clone(_ index: Int, to other: Int) {
    guard machines[other].replicator == nil else { return }
    machines[other].disk = machines[index].disk.image
  }

  package mutating func prune(_ index: Int) {
    machines[index].replicator?.prune()
    if machines[index].undone == .yes { machines[index].undone = .pruned }
  }

  /// An own operation is on disk before it is on a socket.
  mutating func look(atSent bytes: [UInt8]) {
    guard let message = try? BoardMessage(encoded: bytes) else {
      failure = failure ?? SimulationFailure("what was sent is no message")
      return
    }
    let name = message.content.name
    if recordsMessages, bytes.count > recorded[name]?.count ?? 0 { recorded[name] = bytes }
    switch message.content {
    case .snapshot(let part): if part.index == 0 { sightings.add(.stateSent) }
    case .operations(let operations, .pushed):
      guard failure == nil, !operations.allSatisfy({ oracle.holds($0) }) else { return }
      failure = SimulationFailure("an operation was sent before it was kept")
    case .operations, .hash, .vector, .pull, .taken, .frame, .cursor: break
    }
  }
}

extension BoardMesh {
  mutating func moveCursor(_ index: Int, at place: BoardPoint, on note: NoteID) {
    let cursor = PeerCursor(replica: ReplicaID(0), place: place, note: note, isEditing: true)
    call(index) { $0.moveCursor(cursor, at: $1, into: &$2) }
  }
}

extension BoardMessage.Content {
  /// What a sample must be there of.
  static let allNames = [
    "operations", "hash", "vector", "pull", "state", "taken", "frame", "cursor",
  ].map { "message: \($0)" }

  var name: String {
    switch self {
    case .operations: "message: operations"
    case .hash: "message: hash"
    case .vector: "message: vector"
    case .pull: "message: pull"
    case .snapshot: "message: state"
    case .taken: "message: taken"
    case .frame: "message: frame"
    case .cursor: "message: cursor"
    }
  }
}
