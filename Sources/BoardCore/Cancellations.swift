/// Which groups of operations their authors took back, and which they can never take back any more.
package struct Cancellations: Equatable, Sendable {
  /// How often the author toggled a group, named by its first dot.
  ///
  /// Odd means taken back.
  package internal(set) var revisions: [Dot: UInt64] = [:]
  /// The promise of each replica: no toggle of a group at or below this ever comes.
  package internal(set) var floors = VersionVector()

  /// The group of what nobody can take back: the writes of a create.
  package static let never: UInt64 = 0

  package func isActive(_ origin: Origin) -> Bool {
    guard origin.group != Self.never, !revisions.isEmpty else { return true }
    return (revisions[Dot(origin.dot.replica, origin.group)] ?? 0).isMultiple(of: 2)
  }

  package func isPermanent(_ origin: Origin) -> Bool {
    origin.group <= floors[origin.dot.replica]
  }

  mutating func raiseFloor(of replica: ReplicaID, to floor: UInt64) {
    floors.raise(replica, to: floor)
  }

  /// Forgets the toggles that can never change again.
  mutating func prune() {
    revisions = revisions.filter { $0.key.sequence > floors[$0.key.replica] }
  }

  /// Joins another's.
  ///
  /// What one side has folded away below its floor counts no more on the other.
  mutating func join(_ other: Cancellations) {
    var joined: [Dot: UInt64] = [:]
    for (group, revision) in revisions {
      let theirs = other.revisions[group]
      if theirs == nil, group.sequence <= other.floors[group.replica] { continue }
      joined[group] = max(revision, theirs ?? 0)
    }
    for (group, revision) in other.revisions where revisions[group] == nil {
      guard group.sequence > floors[group.replica] else { continue }
      joined[group] = revision
    }
    revisions = joined
    floors.merge(other.floors)
  }
}

/// Which operation wrote something, and the group by which its author takes it back.
package struct Origin: Hashable, Comparable, Sendable {
  package var dot: Dot
  /// The sequence number of the group's first operation, or `Cancellations.never`.
  package var group: UInt64

  package init(dot: Dot, group: UInt64) {
    self.dot = dot
    self.group = group
  }

  package static func < (left: Origin, right: Origin) -> Bool { left.dot < right.dot }
}
