/// What of this device's work nobody else has, over all its runs.
extension BoardReplicator {
  /// Own operations that no peer is known to hold yet, those of earlier runs with them.
  package var unsharedCount: Int {
    ownRuns.reduce(0) { count, run in
      let made = board.vector[run.replica]
      return count + Int(made - min(run.shared, made))
    }
  }

  /// Whether anybody was ever known to hold something of this device's work on this board.
  package var hasShared: Bool { ownRuns.contains { $0.shared > 0 } }

  /// For the next run: this run's id last.
  ///
  /// Of earlier ones only those of which something is missing elsewhere.
  package var ownRuns: [OwnRun] {
    let earlier = sync.earlierRuns.filter { $0.shared < board.vector[$0.replica] }
    return earlier + [OwnRun(replica: replicaID, shared: sync.sharedOwn)]
  }

  /// Takes up what was known at the end of earlier runs, once the board is loaded.
  package mutating func load(_ runs: [OwnRun]) {
    for run in runs {
      if run.replica == replicaID {
        sync.sharedOwn = max(sync.sharedOwn, min(run.shared, board.vector[replicaID]))
        // What nobody had at the end of that run may still meet what others did meanwhile.
        sync.earlierOwn = min(sync.earlierOwn, sync.sharedOwn)
      } else {
        sync.earlierRuns.append(run)
      }
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

  /// A peer holds this much.
  mutating func share(_ vector: VersionVector) {
    let before = unsharedCount
    sync.sharedOwn = max(sync.sharedOwn, min(vector[replicaID], board.vector[replicaID]))
    for index in sync.earlierRuns.indices {
      let run = sync.earlierRuns[index]
      sync.earlierRuns[index].shared = max(run.shared, vector[run.replica])
    }
    if unsharedCount != before { isPictureChanged = true }
  }
}
