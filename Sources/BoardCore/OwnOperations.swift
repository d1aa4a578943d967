/// Own operations that somebody may not know of: for each own id those after one number up to another.
struct OwnOperations: Sendable {
  private struct Span {
    var replica: ReplicaID
    var after: UInt64
    var upTo: UInt64

    func contains(_ dot: Dot) -> Bool {
      replica == dot.replica && after < dot.sequence && dot.sequence <= upTo
    }
  }

  /// Nearly always the only one: asked of each operation, it needs no memory of its own.
  private var first: Span?
  private var others: [Span] = []

  /// Those of one id; nothing where there are none.
  mutating func add(_ replica: ReplicaID, after known: UInt64, upTo made: UInt64) {
    guard made > known else { return }
    let span = Span(replica: replica, after: known, upTo: made)
    if first == nil { first = span } else { others.append(span) }
  }

  var isEmpty: Bool { first == nil }

  func contains(_ dot: Dot) -> Bool {
    first.map { $0.contains(dot) } ?? false || others.contains { $0.contains(dot) }
  }
}

extension BoardReplicator {
  /// Whether this device made an operation, in this run or in an earlier one that is known of.
  func isOwn(_ dot: Dot) -> Bool {
    dot.replica == replicaID
      || sync.earlierRuns.contains { $0.run.replica == dot.replica && dot.sequence <= $0.made }
  }

  /// What an author is not known to have known of this device's work.
  ///
  /// What others had before this run began counts as known.
  func ownOperations(unknownTo author: ReplicaID) -> OwnOperations {
    var own = OwnOperations()
    let mine = board.vector[replicaID]
    guard mine > sync.earlierOwn || !sync.earlierRuns.isEmpty else { return own }
    let known = sync.knownOwn[author]
    for earlier in sync.earlierRuns {
      let replica = earlier.run.replica
      // Who writes on under an id that was copied has all that was written under it before.
      guard earlier.made > earlier.settled, replica != author else { continue }
      own.add(replica, after: max(known?[replica] ?? 0, earlier.settled), upTo: earlier.made)
    }
    guard mine > sync.earlierOwn else { return own }
    own.add(replicaID, after: max(known?[replicaID] ?? 0, sync.earlierOwn), upTo: mine)
    return own
  }

  /// What of this device's work is not in `vector`; `isEarlierKnown`: nor shared in earlier runs.
  func ownOperations(after vector: VersionVector, isEarlierKnown: Bool) -> OwnOperations {
    var own = OwnOperations()
    for earlier in sync.earlierRuns {
      let settled = isEarlierKnown ? earlier.settled : 0
      own.add(
        earlier.run.replica,
        after: max(vector[earlier.run.replica], settled),
        upTo: earlier.made
      )
    }
    let settled = isEarlierKnown ? sync.earlierOwn : 0
    own.add(replicaID, after: max(vector[replicaID], settled), upTo: board.vector[replicaID])
    return own
  }
}
