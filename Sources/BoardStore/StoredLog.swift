/// What is read of a board: a snapshot, then the operations after it in the order they were kept.
package struct StoredLog: Equatable, Sendable {
  /// Nil: the operations begin with an empty board.
  package var snapshot: [UInt8]?
  package var operations: [[UInt8]] = []
  /// Why it ends here, when there should have been more.
  package var damage: BoardStoreError?
  /// The place of the snapshot: the first operation is at the next one.
  var place: Int64 = 0

  package init(snapshot: [UInt8]? = nil, operations: [[UInt8]] = []) {
    self.snapshot = snapshot
    self.operations = operations
  }
}
