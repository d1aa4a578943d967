extension BoardReplicator {
  /// Bytes that a peer's replicator asked to send.
  ///
  /// Never traps, whatever they are.
  ///
  /// What is not a message, or belongs to another board, is ignored.
  package mutating func receive(
    _ message: [UInt8],
    from peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    var operations: [PackedOperation] = []
    guard let message = read(message, from: peer, &operations, into: &effects) else { return }
    guard message.replica != replicaID else { return loseID(into: &effects) }
    note(message.replica, of: peer)
    let time = now.sinceStart
    switch message.content {
    case .operations(_, let part):
      receive(operations, from: peer, at: now, into: &effects)
      receive(part, from: peer, at: time, into: &effects)
    case .hash(let known, let shown):
      receive(known: known, shown: shown, from: peer, at: time, into: &effects)
    case .vector(let vector, let isAnswer):
      receive(vector, isAnswer: isAnswer, from: peer, at: time, into: &effects)
    case .pull(let vector, let isWhole):
      answer(vector, isWhole: isWhole, from: peer, at: time, into: &effects)
    case .snapshot(let part):
      receive(part, of: message.replica, from: peer, at: now, into: &effects)
    case .taken(let parts, let snapshot):
      go(on: snapshot, after: parts, to: peer, at: time, into: &effects)
    case .frame(let frame): receive(frame, of: message.replica, from: peer, at: time)
    case .cursor(let cursor, let number):
      receive(cursor, number: number, from: peer, into: &effects)
    }
    endTakenMoves(into: &effects)
    finish(&effects)
  }

  private mutating func read(
    _ bytes: [UInt8],
    from peer: PeerKey,
    _ operations: inout [PackedOperation],
    into effects: inout [ReplicaEffect]
  ) -> BoardMessage? {
    do {
      let message = try BoardMessage(encoded: bytes, operations: &operations)
      return message.board == boardID ? message : nil
    } catch {
      if case .unknownFormat = error, sync.newer.insert(peer).inserted {
        effects.append(.notice(.newerProgram))
      }
      return nil
    }
  }

  /// A peer that speaks for another replica than before began anew: its cursor counts from 1.
  private mutating func note(_ replica: ReplicaID, of peer: PeerKey) {
    guard sync.peers[peer] != nil, sync.peers[peer]?.replica != replica else { return }
    sync.peers[peer]?.replica = replica
    if sync.peers[peer]?.cursorNumber != nil { sync.peers[peer]?.cursorNumber = 0 }
  }

  /// Applies what is ready, parks what came early, keeps all that was applied in one go.
  mutating func receive(
    _ operations: [PackedOperation],
    from peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    var isNewer = false
    var kept: [[UInt8]] = []
    var notices: [ReplicaEffect] = []
    var changed: [NoteID] = []
    kept.reserveCapacity(operations.count)
    changed.reserveCapacity(operations.count)
    var isTitle = false
    var sent = VersionVector()
    func take(_ operation: BoardOperation, _ bytes: [UInt8], _ replicator: inout Self) {
      let change = replicator.apply(operation, bytes, into: &notices)
      // Nearly always a move, which changes nothing else.
      if !change.notes.isEmpty { changed += change.notes }
      // At once, while the note is at hand.
      if let note = change.moved { replicator.place(note) }
      isTitle = isTitle || change.isTitle
      kept.append(bytes)
    }
    for packed in operations {
      guard let operation = open(packed, isNewer: &isNewer) else { continue }
      if operation.dot.replica == replicaID { loseID(into: &notices) }
      if board.isReady(operation) {
        sent.raise(operation.dot.replica, to: operation.dot.sequence)
        take(operation, packed.bytes, &self)
      } else {
        parking.park(operation, packed.bytes)
      }
    }
    hold(sent: sent, by: peer)
    if !parking.isEmpty {
      while let next = parking.next(for: board) { take(next.operation, next.bytes, &self) }
      parking.discard(knownTo: board.vector)
    }
    // Who has just answered that there is nothing more is not the one to ask again.
    if !parking.isEmpty, !operations.isEmpty { showGap(nil, to: peer, at: now.sinceStart) }
    if !kept.isEmpty { effects.append(.keep(kept)) }
    effects += notices
    if changed.count > 1 { changed = Array(Set(changed)) }
    show(BoardChange(notes: changed, isTitle: isTitle))
    if isNewer { stopFollowing(at: now, into: &effects) }
  }

  /// Nil for what is known already or is no operation, and for one that only a newer program knows.
  private func open(_ packed: PackedOperation, isNewer: inout Bool) -> BoardOperation? {
    do {
      let operation = try packed.opened()
      return !board.vector.contains(operation.dot) ? operation : nil
    } catch {
      isNewer = isNewer || error.isNewer
      return nil
    }
  }

  /// What only a newer program understands is never skipped: the board stays one to read here.
  ///
  /// Nothing more is asked for and nothing claims to be known that is not: who understands gets all
  /// that is here and the rest from others. What is in hand is set down first.
  mutating func stopFollowing(at now: BoardTime, into effects: inout [ReplicaEffect]) {
    guard !isReadOnly else { return }
    drop(at: now, into: &effects)
    commitNudges(at: now, into: &effects)
    lastWritten = editedNote
    isReadOnly = true
    sync.pull = nil
    effects.append(.notice(.newerProgram))
  }

  private mutating func apply(
    _ operation: BoardOperation,
    _ bytes: [UInt8],
    into notices: inout [ReplicaEffect]
  ) -> BoardChange {
    learn(operation)
    noteConflict(with: operation, into: &notices)
    let lost = notesLost(to: operation)
    let change = board.apply(operation)
    log.append(bytes, of: operation.dot)
    if case .set(let note?, .placement(let placement), _) = operation.action {
      liveMoves.commit(placement, of: note, by: operation.dot)
    }
    releaseHidden(change.notes, by: operation.dot.replica, into: &notices)
    tellLost(lost, by: operation.dot.replica, into: &notices)
    if case .clear = operation.action, change.hidden > 0 {
      tellCleared(change, by: operation.dot.replica, into: &notices)
    }
    pruneSometimes()
    return change
  }

  /// Tells of a clearing, but for notes that came together with it: nobody here has seen those.
  private func tellCleared(
    _ change: BoardChange,
    by replica: ReplicaID,
    into notices: inout [ReplicaEffect]
  ) {
    let seen = change.notes.count { cache.index(of: $0, in: board) != nil }
    let count = min(seen, change.hidden)
    if count > 0 { notices.append(.notice(.cleared(count: count, by: replica))) }
  }

  /// A live move counts only when it was sent after every operation of that sender that is known.
  private mutating func receive(
    _ frame: MoveFrame,
    of sender: ReplicaID,
    from peer: PeerKey,
    at now: Duration
  ) {
    let known = board.vector[sender]
    guard frame.after >= known else { return }
    // Known and not shown: deleted, cleared, or about to be taken back without this move.
    guard board.isVisible(frame.note) || !board.vector.contains(frame.note) else { return }
    if frame.after > known { showGap(Dot(sender, frame.after), to: peer, at: now) }
    if liveMoves.take(frame, of: sender, from: peer, at: now) { refresh([frame.note]) }
  }

  /// Something is missing; it is asked for unless it comes by itself very soon.
  private mutating func showGap(_ dot: Dot?, to peer: PeerKey, at now: Duration) {
    guard sync.peers[peer] != nil, sync.gapDeadline == nil else { return }
    sync.gap = (peer, dot)
    sync.gapDeadline = now + SyncState.gapPause
  }
}
