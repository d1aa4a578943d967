/// A whole board on its way to a peer, from a peer, and to the disk. It is joined, never loaded over.
extension BoardReplicator {
  /// The board as it is kept: what `load` takes in the next run.
  package mutating func snapshot() -> [UInt8] {
    prune()
    return BoardSnapshot.encoded(board)
  }

  /// The same, made wherever it is called, of the board as it is now.
  package mutating func snapshotMaker() -> @Sendable () -> [UInt8] {
    prune()
    let board = board
    return { BoardSnapshot.encoded(board) }
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
      if let snapshot {
        join(try BoardSnapshot.board(snapshot))
        showAll()
      }
      try load(operations)
    } catch {
      if error.isNewer { isReadOnly = true }
      throw error
    }
  }

  /// Nothing is written from now on: what is here is not all of the board.
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
    showAll()
    var unseen: [ReplicaEffect] = []
    finish(&unseen)
  }

  /// Joins a state with what is here, which is still to be shown; live moves that it has overtaken
  /// end.
  private mutating func join(_ other: Board) {
    board.join(other)
    board.prune()
    log.skip(to: board.vector)
    for entry in other.vector.entries {
      _ = liveMoves.end { $0.sender == entry.replica && $0.frame.after < entry.sequence }
    }
  }

  private mutating func showAll() {
    showDue = nil
    show(
      BoardChange(
        notes: board.notes.keys + shownNotes.filter { !board.notes.contains($0) },
        isTitle: true
      )
    )
    isPictureChanged = true
  }

  /// Shows a large board that was joined in an earlier call, if there is one: before every edit.
  package mutating func showJoined() {
    if showDue != nil { showAll() }
  }

  private var shownNotes: [NoteID] { picture.notes.map(\.id) }

  // MARK: Sending

  /// Begins to send all that this replica has, in parts small enough that moves pass between them.
  ///
  /// With too much on its way already nothing is sent: the peer asks again, this one or another.
  mutating func sendSnapshot(
    to peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    sync.outgoing[peer] = nil
    let burden = sync.outgoing.values.reduce(0) { $0 + $1.bytes.count }
    guard burden < SyncState.Outgoing.totalBytes else { return }
    sync.snapshotNumber += 1
    let outgoing = SyncState.Outgoing(
      number: sync.snapshotNumber,
      bytes: snapshot(),
      deadline: now + SyncState.heldPause
    )
    sync.outgoing[peer] = outgoing
    go(on: outgoing.number, after: 0, to: peer, at: now, into: &effects)
  }

  /// Sends what the window has room for, now that so many parts have arrived.
  mutating func go(
    on number: UInt64,
    after taken: Int,
    to peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    guard var outgoing = sync.outgoing[peer], outgoing.number == number, taken <= outgoing.next
    else { return }
    sync.outgoing[peer] = nil
    while outgoing.next < min(outgoing.count, taken + SyncState.Outgoing.window) {
      let start = outgoing.next * SyncState.Outgoing.partBytes
      let end = min(outgoing.bytes.count, start + SyncState.Outgoing.partBytes)
      let part = BoardMessage.SnapshotPart(
        snapshot: number,
        index: outgoing.next,
        count: outgoing.count,
        bytes: Array(outgoing.bytes[start..<end])
      )
      send(.snapshot(part), to: .only(peer), .reliable, into: &effects)
      outgoing.next += 1
    }
    guard outgoing.next < outgoing.count else { return }
    outgoing.deadline = now + SyncState.heldPause
    sync.outgoing[peer] = outgoing
  }

  // MARK: Receiving

  /// The next part of the snapshot that was asked for; any other is ignored.
  mutating func receive(
    _ part: BoardMessage.SnapshotPart,
    of sender: ReplicaID,
    from peer: PeerKey,
    at time: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    let now = time.sinceStart
    guard var pull = sync.pull, pull.peer == peer else { return }
    if part.index == 0 {
      pull.reader = SnapshotReader()
      pull.snapshot = part.snapshot
      pull.nextPart = 0
    }
    guard part.snapshot == pull.snapshot, part.index == pull.nextPart, var reader = pull.reader
    else { return }
    // Not held twice, or every part would copy all that came before it.
    pull.reader = nil
    sync.pull?.reader = nil
    do {
      try reader.take(part.bytes[...])
    } catch {
      sync.pull = nil
      if error.isNewer { stopFollowing(at: time, into: &effects) }
      return
    }
    pull.nextPart += 1
    pull.deadline = now + SyncState.partPause
    pull.reader = reader
    guard part.index == part.count - 1 else {
      sync.pull = pull
      if pull.nextPart.isMultiple(of: SyncState.Outgoing.window / 2) {
        let taken = BoardMessage.Content.taken(parts: pull.nextPart, of: part.snapshot)
        send(taken, to: .only(peer), .reliable, into: &effects)
      }
      return
    }
    sync.pull = nil
    if let other = reader.finished {
      take(other, heard: pull.heard, from: peer, at: time, into: &effects)
    }
  }

  private mutating func take(
    _ other: Board,
    heard: VersionVector?,
    from peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    let before = board.vector
    let isLarge = board.notes.isEmpty && other.notes.count >= SyncState.largeBoardNotes
    if other.vector[replicaID] > before[replicaID] { loseID(into: &effects) }
    let held = heldNotes
    let heard = heard ?? other.vector
    let lost = notesLost(in: other, knowing: heard)
    let takers = takers(of: held + lost.map(\.id), in: other)
    noteConflicts(with: other, knowing: heard, into: &effects)
    join(other)
    if isLarge {
      // Joined and kept in one call, shown in the next: keys that came meanwhile are in between.
      showDue = now.sinceStart + SyncState.showPause
    } else {
      showAll()
    }
    effects.append(.keepSnapshot(BoardSnapshot.encoded(board)))
    knowAll(of: other.vector, since: before)
    for note in held { releaseHidden([note], by: takers[note], into: &effects) }
    for (taker, notes) in Dictionary(grouping: lost, by: { takers[$0.id] }).sorted(by: {
      ($0.key?.rawValue ?? 0) < ($1.key?.rawValue ?? 0)
    }) {
      tellLost(notes, by: taker, into: &effects)
    }
    receive([PackedOperation](), from: peer, at: now, into: &effects)
  }

  /// Who took away what is in hand here, as far as the other state still knows.
  private func takers(of notes: [NoteID], in other: Board) -> [NoteID: ReplicaID] {
    var takers: [NoteID: ReplicaID] = [:]
    for note in notes where board.isVisible(note) {
      let token = other.notes[note]?.tokens.last {
        other.cancellations.isActive($0) && !board.vector.contains($0.dot)
      }
      if let token { takers[note] = token.dot.replica }
    }
    return takers
  }

  private var heldNotes: [NoteID] {
    nudges.map(\.note) + [drag?.note, editedNote].compactMap { $0 }
      + liveMoves.all.map(\.frame.note)
  }
}
