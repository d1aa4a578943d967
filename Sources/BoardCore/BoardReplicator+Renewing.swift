/// Two machines never write under one replica id.
///
/// A copied folder or a restored backup shows itself when somebody knows more of this replica's
/// operations than it does.
extension BoardReplicator {
  mutating func loseID(into effects: inout [ReplicaEffect]) {
    guard !needsNewID else { return }
    needsNewID = true
    sync.madeBeforeLoss = board.vector[replicaID]
    effects.append(.replicaIDMustChange)
  }

  /// Goes on under another id, which nobody has ever used.
  ///
  /// What was done under the old one stays; undo does not reach it here any more.
  package mutating func renew(replica: ReplicaID) {
    let made = sync.madeBeforeLoss ?? board.vector[replicaID]
    let run = OwnRun(replica: replicaID, shared: sync.sharedOwn)
    sync.earlierRuns.append(EarlierRun(run: run, made: made, settled: sync.earlierOwn))
    sync.madeBeforeLoss = nil
    replicaID = replica
    needsNewID = false
    announced = VersionVector()
    history = UndoHistory(depth: history.depth)
    sync.sharedOwn = 0
    sync.earlierOwn = board.vector[replica]
    // A checkpoint under the old id is no group of the new one.
    drag?.group = nil
    ownCursor.cursor?.replica = replica
    let moved = nudges.map(\.note) + (drag.map { [$0.note] } ?? [])
    refresh(moved)
    var unseen: [ReplicaEffect] = []
    finish(&unseen)
  }
}
