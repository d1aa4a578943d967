/// An id under which this device wrote on a board, and how much of that others have.
package struct OwnRun: Equatable, Sendable {
  package var replica: ReplicaID
  /// How many of its operations, from the first, some peer was known to hold.
  package var shared: UInt64

  package init(replica: ReplicaID, shared: UInt64) {
    self.replica = replica
    self.shared = shared
  }
}
