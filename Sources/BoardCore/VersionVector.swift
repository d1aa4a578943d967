/// Which operations are known: for each replica the highest sequence number, without gaps.
package struct VersionVector: Equatable, Sendable {
  private var highest: [ReplicaID: UInt64] = [:]

  package init() {}

  /// The last known sequence number of a replica: 0 when nothing of it is known.
  package subscript(replica: ReplicaID) -> UInt64 {
    get { highest[replica] ?? 0 }
    set { highest[replica] = newValue == 0 ? nil : newValue }
  }

  package var count: Int { highest.count }

  /// The entries by ascending replica: the order of every encoding.
  package var entries: [Dot] {
    highest.map { Dot($0.key, $0.value) }.sorted()
  }

  package func contains(_ dot: Dot) -> Bool { self[dot.replica] >= dot.sequence }

  /// Whether everything that `other` knows is known here.
  package func covers(_ other: VersionVector) -> Bool {
    other.highest.allSatisfy { self[$0.key] >= $0.value }
  }

  package mutating func merge(_ other: VersionVector) {
    highest.merge(other.highest) { max($0, $1) }
  }

  /// The entries that rose above `earlier`, without those of `replica`.
  package func changes(since earlier: VersionVector, except replica: ReplicaID) -> VersionVector {
    var changes = VersionVector()
    changes.highest = highest.filter { $0.key != replica && $0.value > earlier[$0.key] }
    return changes
  }

  /// A number that two equal vectors share, the same in every run of every program.
  package var digest: UInt64 {
    highest.reduce(into: UInt64(highest.count)) { sum, entry in
      sum &+= StateHash.mix(entry.key.rawValue ^ StateHash.mix(entry.value))
    }
  }
}
