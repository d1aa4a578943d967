/// Anti-entropy: nothing is remembered of what a peer should have; version vectors say what it has.
extension BoardReplicator {
  func send(
    _ content: BoardMessage.Content,
    to recipients: ReplicaRecipients,
    _ delivery: ReplicaDelivery,
    into effects: inout [ReplicaEffect]
  ) {
    let message = BoardMessage(board: boardID, replica: replicaID, content: content)
    effects.append(.send(message.encoded, to: recipients, delivery))
  }

  /// The digest of every second, and a request for what did not come by itself.
  mutating func synchronize(at now: Duration, into effects: inout [ReplicaEffect]) {
    guard !sync.peers.isEmpty else { return }
    if let due = sync.nextDigest, due <= now {
      sync.nextDigest = now + SyncState.digestPause
      sync.outgoing = sync.outgoing.filter { $0.value.deadline > now }
      send(digest(), to: .all, .reliable, into: &effects)
    }
    if let due = sync.gapDeadline, due <= now {
      let gap = sync.gap
      sync.gap = nil
      sync.gapDeadline = nil
      let isOpen = gap?.dot.map { !board.vector.contains($0) } ?? !parking.isEmpty
      if let gap, isOpen { pull(from: gap.peer, at: now, into: &effects) }
    }
  }

  mutating func receive(
    known: UInt64,
    shown: UInt64,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    if known == board.vector.digest {
      share(board.vector, with: peer)
      board.settleHash()
      if shown != board.stateHash { heal(with: peer, at: now, into: &effects) }
    } else {
      send(.vector(board.vector, isAnswer: false), to: .only(peer), .reliable, into: &effects)
    }
  }

  private mutating func digest() -> BoardMessage.Content {
    board.settleHash()
    return .hash(known: board.vector.digest, shown: board.stateHash)
  }

  /// The same operations must show the same: where they do not, both join the other's state.
  ///
  /// Once for each state of knowledge, so that what cannot be healed does not go on for ever.
  private mutating func heal(
    with peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    let digest = board.vector.digest
    guard let replica = sync.peers[peer]?.replica, sync.differing[peer] != digest else { return }
    guard pull(isWhole: true, from: peer, at: now, into: &effects) else { return }
    sync.differing[peer] = digest
    // The other must not have to wait for its own digest's turn: it may see the difference first.
    send(self.digest(), to: .only(peer), .reliable, into: &effects)
    effects.append(.notice(.healed(with: replica)))
  }

  mutating func receive(
    _ vector: VersionVector,
    isAnswer: Bool,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    share(vector, with: peer)
    if vector[replicaID] > board.vector[replicaID] { loseID(into: &effects) }
    if !board.vector.covers(vector), pull(heard: vector, from: peer, at: now, into: &effects) {
      return
    }
    // Also where it says nothing new: the other learns that what it made has come.
    if !isAnswer {
      send(.vector(board.vector, isAnswer: true), to: .only(peer), .reliable, into: &effects)
    }
  }

  /// Sends what is above a peer's vector, in batches, and asks in turn for what it has more.
  mutating func answer(
    _ vector: VersionVector,
    isWhole: Bool,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    share(vector, with: peer)
    if vector[replicaID] > board.vector[replicaID] { loseID(into: &effects) }
    if !isWhole, let missing = log.above(vector), isWorth(missing) {
      send(missing, to: peer, into: &effects)
    } else {
      sendSnapshot(to: peer, at: now, into: &effects)
    }
    if !board.vector.covers(vector) { pull(heard: vector, from: peer, at: now, into: &effects) }
  }

  /// Whether operations are less to send than the whole board, roughly.
  private func isWorth(_ missing: [[UInt8]]) -> Bool {
    let bytes = missing.reduce(0) { $0 + $1.count }
    guard bytes > SyncState.largeAnswerBytes else { return true }
    return bytes < picture.notes.reduce(board.notes.count * 64) { $0 + $1.text.utf8.count }
  }

  private mutating func send(
    _ missing: [[UInt8]],
    to peer: PeerKey,
    into effects: inout [ReplicaEffect]
  ) {
    var batch: [[UInt8]] = []
    var bytes = 0
    var total = 0
    let room = BoardLimits.messageBytes - BoardMessage.headerBytes - 16
    for operation in missing {
      let size = operation.count + 4
      if bytes + size > room {
        if total > SyncState.answerBytes { break }
        send(.operations(batch, .more), to: .only(peer), .reliable, into: &effects)
        batch = []
        bytes = 0
      }
      batch.append(operation)
      bytes += size
      total += size
    }
    let part: BoardMessage.Part = total > SyncState.answerBytes ? .again : .last
    send(.operations(batch, part), to: .only(peer), .reliable, into: &effects)
  }

  mutating func receive(
    _ part: BoardMessage.Part,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    guard let asked = sync.pull, asked.peer == peer else { return }
    switch part {
    case .pushed: break
    case .more: sync.pull?.deadline = now + SyncState.pullPause
    case .last: sync.pull = nil
    case .again:
      sync.pull = nil
      if board.vector != asked.known { pull(from: peer, at: now, into: &effects) }
    }
  }

  /// Asks one peer for all that is missing, unless another one is being asked.
  @discardableResult
  mutating func pull(
    isWhole: Bool = false,
    heard: VersionVector? = nil,
    from peer: PeerKey,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) -> Bool {
    // What cannot be understood is not asked for again and again.
    guard !isReadOnly else { return false }
    if let asked = sync.pull {
      guard asked.deadline <= now else { return false }
      // It said that it knows more and sent nothing: the others come first now.
      sync.peers[asked.peer]?.silentUntil = now + SyncState.silencePause
      sync.pull = nil
    }
    if let until = sync.peers[peer]?.silentUntil, until > now, sync.peers.count > 1 { return false }
    sync.pull = SyncState.Pull(
      peer: peer,
      deadline: now + SyncState.pullPause,
      known: board.vector,
      heard: heard
    )
    send(.pull(board.vector, isWhole: isWhole), to: .only(peer), .reliable, into: &effects)
    return true
  }
}
