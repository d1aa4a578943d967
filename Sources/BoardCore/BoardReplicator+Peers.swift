/// Who can be reached, and where everybody is.
extension BoardReplicator {
  /// A peer can be reached now.
  package mutating func peerJoined(
    _ peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    sync.peers[peer] = SyncState.KnownPeer()
    // It may have lost what it held: it says at once what it has now.
    sync.held[peer] = nil
    if sync.nextDigest == nil { sync.nextDigest = now.sinceStart + SyncState.digestPause }
    send(.vector(board.vector, isAnswer: false), to: .only(peer), .reliable, into: &effects)
    if var move = drag {
      move.lastFrame = nil
      sendFrame(of: &move, at: now.sinceStart, into: &effects)
      drag = move
    }
    if ownCursor.cursor != nil { ownCursor.deadline = now.sinceStart }
    sendDueCursor(at: now.sinceStart, into: &effects)
    finish(&effects)
  }

  /// A peer cannot be reached any more: its live moves and its cursor end.
  package mutating func peerLeft(
    _ peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    guard let left = sync.peers.removeValue(forKey: peer) else { return }
    if left.cursorNumber != nil { effects.append(.cursorChanged(peer, nil)) }
    refresh(liveMoves.end { $0.peer == peer })
    sync.differing[peer] = nil
    sync.outgoing[peer] = nil
    sync.newer.remove(peer)
    if sync.pull?.peer == peer {
      sync.pull = nil
      // Another is asked at once: what it has of the rest is as good.
      if let next = sync.peers.keys.min() {
        pull(from: next, at: now.sinceStart, into: &effects)
      }
    }
    if sync.gap?.peer == peer {
      sync.gap = nil
      sync.gapDeadline = nil
    }
    if sync.peers.isEmpty { sync.nextDigest = nil }
    finish(&effects)
  }

  /// Tells the others where this person is.
  ///
  /// Cheap: at most 20 a second go out.
  package mutating func moveCursor(
    _ cursor: PeerCursor,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    var cursor = cursor
    cursor.replica = replicaID
    cursor.place = cursor.place.clamped
    guard cursor != ownCursor.cursor else { return }
    if cursor.note != lastWritten || !cursor.isEditing { lastWritten = nil }
    ownCursor.cursor = cursor
    ownCursor.isRepeating = false
    let earliest = ownCursor.lastSent.map { $0 + OwnCursor.pause } ?? now.sinceStart
    ownCursor.deadline = max(earliest, now.sinceStart)
    if editedNote != picture.edited?.note { showEdited() }
    sendDueCursor(at: now.sinceStart, into: &effects)
    finish(&effects)
  }

  mutating func sendDueCursor(at now: Duration, into effects: inout [ReplicaEffect]) {
    guard let cursor = ownCursor.cursor, let due = ownCursor.deadline, due <= now,
      !sync.peers.isEmpty
    else { return }
    ownCursor.number += 1
    ownCursor.lastSent = now
    ownCursor.deadline = ownCursor.isRepeating ? nil : now + OwnCursor.repeatPause
    ownCursor.isRepeating.toggle()
    send(.cursor(cursor, number: ownCursor.number), to: .all, .unreliable, into: &effects)
  }

  mutating func receive(
    _ cursor: PeerCursor,
    number: UInt64,
    from peer: PeerKey,
    into effects: inout [ReplicaEffect]
  ) {
    guard let known = sync.peers[peer], number > known.cursorNumber ?? 0 else { return }
    sync.peers[peer]?.cursorNumber = number
    effects.append(.cursorChanged(peer, cursor))
  }
}
