/// Which operations are known: for each replica the highest sequence number, without gaps.
package struct VersionVector: Equatable, Sendable {
  /// The entries by ascending replica, without zeros: the order of every encoding.
  ///
  /// Few, so that a search is cheaper than hashing.
  package private(set) var entries: [Dot] = []

  package init() {}

  /// The last known sequence number of a replica: 0 when nothing of it is known.
  package subscript(replica: ReplicaID) -> UInt64 {
    get {
      let place = place(of: replica)
      return holds(replica, at: place) ? entries[place].sequence : 0
    }
    set {
      let place = place(of: replica)
      switch (holds(replica, at: place), newValue) {
      case (true, 0): entries.remove(at: place)
      case (true, _): entries[place].sequence = newValue
      case (false, 0): break
      case (false, _): entries.insert(Dot(replica, newValue), at: place)
      }
    }
  }

  /// Learns of more of a replica's operations; what is known stays known.
  mutating func raise(_ replica: ReplicaID, to sequence: UInt64) {
    let place = place(of: replica)
    if !holds(replica, at: place) {
      if sequence > 0 { entries.insert(Dot(replica, sequence), at: place) }
    } else if entries[place].sequence < sequence {
      entries[place].sequence = sequence
    }
  }

  package var count: Int { entries.count }

  package func contains(_ dot: Dot) -> Bool { self[dot.replica] >= dot.sequence }

  /// Whether everything that `other` knows is known here.
  package func covers(_ other: VersionVector) -> Bool {
    other.entries.allSatisfy { contains($0) }
  }

  package mutating func merge(_ other: VersionVector) {
    for entry in other.entries { raise(entry.replica, to: entry.sequence) }
  }

  /// The entries that rose above `earlier`, without those of `replica`.
  package func changes(since earlier: VersionVector, except replica: ReplicaID) -> VersionVector {
    var changes = VersionVector()
    for entry in entries where entry.replica != replica && !earlier.contains(entry) {
      changes.entries.append(entry)
    }
    return changes
  }

  /// A number that two equal vectors share, the same in every run of every program.
  package var digest: UInt64 {
    entries.reduce(into: UInt64(entries.count)) { sum, entry in
      sum &+= StateHash.mix(entry.replica.rawValue ^ StateHash.mix(entry.sequence))
    }
  }

  private func holds(_ replica: ReplicaID, at place: Int) -> Bool {
    place < entries.count && entries[place].replica == replica
  }

  /// How many entries are of lesser replicas.
  private func place(of replica: ReplicaID) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].replica < replica { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
