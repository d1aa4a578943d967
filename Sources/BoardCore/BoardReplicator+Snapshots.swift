/// A whole board on its way to a peer, from a peer, and to the disk. It is joined, never loaded over.
extension BoardReplicator {
  /// The board as it is kept: what `load` takes in the next run.
  package mutating func snapshot() -> [UInt8] {
    prune()
    return BoardSnapshot.encoded(board)
  }

  /// What an earlier run kept: a snapshot, then the operations after it, in their order.
  ///
  /// Before anything else.
  ///
  /// - Throws: what the first unreadable part is; what came before it is loaded. After
  ///   `unknownFormat` the board can only be read.
  package mutating func load(
    snapshot: [UInt8]?,
    operations: [[UInt8]]
  ) throws(BoardCodingError) {
    do {
      if let snapshot { join(try BoardSnapshot.board(snapshot)) }
      try load(operations)
    } catch {
      if case .unknownFormat = error { isReadOnly = true }
      throw error
    }
  }

  /// Nothing is written from now on: the board is one that only a newer program may change.
  package mutating func refuseEdits() { isReadOnly = true }

  /// Joins what is kept of this board where it could not be read before; it is not kept again.
  ///
  /// - Throws: what the first unreadable part is; nothing changes then.
  package mutating func join(
    kept snapshot: [UInt8]?,
    operations: [[UInt8]]
  ) throws(BoardCodingError) {
    var other = BoardReplicator(
      board: boardID,
      title: initialTitle,
      replica: ReplicaID(0),
      author: author
    )
    try other.load(snapshot: snapshot, operations: operations)
    join(other.board)
    var unseen: [ReplicaEffect] = []
    finish(&unseen)
  }

  /// Joins a state with what is here; live moves that it has overtaken end.
  private mutating func join(_ other: Board) {
    board.join(other)
    board.prune()
    log.skip(to: board.vector)
    for entry in other.vector.entries {
      _ = liveMoves.end { $0.sender == entry.replica && $0.frame.after < entry.sequence }
    }
    show(BoardChange(notes: Array(Set(board.notes.keys).union(shownNotes)), isTitle: true))
    isPictureChanged = true
  }

  private var shownNotes: [NoteID] { picture.notes.map(\.id) }

  // MARK: Sending

  /// All that this replica has, in parts small enough that moves pass between them.
  mutating func sendSnapshot(to peer: PeerKey, into effects: inout [ReplicaEffect]) {
    let bytes = snapshot()
    let room = BoardLimits.messageBytes - BoardMessage.headerBytes - 32
    let count = max(1, (bytes.count + room - 1) / room)
    for index in 0..<count {
      let part = BoardMessage.SnapshotPart(
        index: index,
        count: count,
        bytes: Array(bytes[(index * room)..<min(bytes.count, (index + 1) * room)])
      )
      send(.snapshot(part), to: .only(peer), .reliable, into: &effects)
    }
  }

  // MARK: Receiving

  /// The next part of the snapshot that was asked for; any other is ignored.
  mutating func receive(
    _ part: BoardMessage.SnapshotPart,
    of sender: ReplicaID,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    guard var pull = sync.pull, pull.peer == peer else { return }
    if part.index == 0 {
      pull.reader = SnapshotReader()
      pull.nextPart = 0
    }
    guard part.index == pull.nextPart, var reader = pull.reader else { return }
    // Not held twice, or every part would copy all that came before it.
    pull.reader = nil
    sync.pull?.reader = nil
    do {
      try reader.take(part.bytes[...])
    } catch {
      sync.pull = nil
      if case .unknownFormat = error { effects.append(.notice(.newerProgram)) }
      return
    }
    pull.nextPart += 1
    pull.deadline = now + SyncState.pullPause
    pull.reader = reader
    guard part.index == part.count - 1 else {
      sync.pull = pull
      return
    }
    sync.pull = nil
    if let other = reader.finished {
      take(other, heard: pull.heard, from: peer, at: now, into: &effects)
    }
  }

  private mutating func take(
    _ other: Board,
    heard: VersionVector?,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    let before = board.vector
    noteConflicts(with: other, knowing: heard ?? other.vector, into: &effects)
    join(other)
    effects.append(.keepSnapshot(BoardSnapshot.encoded(board)))
    knowAll(of: other.vector, since: before)
    releaseHidden(heldNotes, by: nil, into: &effects)
    receive([], from: peer, at: now, into: &effects)
  }

  private var heldNotes: [NoteID] {
    nudges.map(\.note) + [drag?.note, editedNote].compactMap { $0 }
      + liveMoves.all.map(\.frame.note)
  }
}
