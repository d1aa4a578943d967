/// What of this device's work nobody else has, over all its runs.
extension BoardReplicator {
  /// Own operations that no peer is known to hold yet, those of earlier runs with them.
  package var unsharedCount: Int {
    let mine = board.vector[replicaID]
    return sync.earlierRuns.reduce(Int(mine - min(sync.sharedOwn, mine))) { count, earlier in
      count + Int(earlier.made - min(earlier.run.shared, earlier.made))
    }
  }

  /// Whether anybody was ever known to hold something of this device's work on this board.
  package var hasShared: Bool { ownRuns.contains { $0.shared > 0 } }

  /// For the next run: this run's id last.
  ///
  /// Of earlier ones only those of which something is missing elsewhere.
  package var ownRuns: [OwnRun] {
    let earlier = sync.earlierRuns.filter { $0.run.shared < $0.made }
    return earlier.map(\.run) + [OwnRun(replica: replicaID, shared: sync.sharedOwn)]
  }

  /// Takes up what was known at the end of earlier runs, once the board is loaded.
  package mutating func load(_ runs: [OwnRun]) {
    for run in runs {
      if run.replica == replicaID {
        sync.sharedOwn = max(sync.sharedOwn, min(run.shared, board.vector[replicaID]))
        // What nobody had at the end of that run may still meet what others did meanwhile.
        sync.earlierOwn = min(sync.earlierOwn, sync.sharedOwn)
      } else if !sync.earlierRuns.contains(where: { $0.run.replica == run.replica }) {
        let made = board.vector[run.replica]
        sync.earlierRuns.append(EarlierRun(run: run, made: made, settled: min(run.shared, made)))
      }
    }
    let own = [replicaID] + sync.earlierRuns.map(\.run.replica)
    sync.knownOwn = sync.knownOwn.compactMapValues { known in
      var kept = VersionVector()
      for replica in own { kept[replica] = known[replica] }
      return kept.count > 0 ? kept : nil
    }
  }

  /// Has every peer that can be reached say now what it knows, instead of within a second.
  ///
  /// A digest of what nobody knows is answered like any other that differs: with a vector.
  package mutating func askWhatIsShared(into effects: inout [ReplicaEffect]) {
    guard !sync.peers.isEmpty else { return }
    let question = BoardMessage.Content.hash(known: ~board.vector.digest, shown: 0)
    send(question, to: .all, .reliable, into: &effects)
  }

  /// Operations on this board that a peer is not known to hold: never fewer than it lacks.
  ///
  /// While everybody edits the news are up to a second old. Of a peer that left it counts on from
  /// what that one said last. Nil when it never said anything.
  package func missingCount(of peer: PeerKey) -> Int? {
    guard let held = sync.held[peer] else { return nil }
    return board.vector.entries.reduce(0) { count, entry in
      count + Int(entry.sequence - min(held[entry.replica], entry.sequence))
    }
  }

  /// The last thing that a peer said, in the order in which it did, is what it holds.
  private mutating func hold(_ vector: VersionVector, by peer: PeerKey) {
    guard sync.peers[peer] != nil else { return }
    var held = vector
    if vector.count > board.vector.count {
      // No more of it than there is to count.
      held = VersionVector()
      for entry in board.vector.entries { held[entry.replica] = vector[entry.replica] }
    }
    sync.held[peer] = held
    guard sync.held.count > SyncState.heldPeers else { return }
    let gone = sync.held.keys.filter { sync.peers[$0] == nil }.min()
    if let gone { sync.held[gone] = nil }
  }

  /// Whoever sends an operation has it, and all of its author's before it.
  mutating func hold(sent: VersionVector, by peer: PeerKey) {
    sync.held[peer]?.merge(sent)
  }

  /// A peer holds this much.
  mutating func share(_ vector: VersionVector, with peer: PeerKey) {
    hold(vector, by: peer)
    let before = unsharedCount
    sync.sharedOwn = max(sync.sharedOwn, min(vector[replicaID], board.vector[replicaID]))
    for index in sync.earlierRuns.indices {
      let run = sync.earlierRuns[index].run
      sync.earlierRuns[index].run.shared = max(run.shared, vector[run.replica])
    }
    if unsharedCount != before { isPictureChanged = true }
  }
}
