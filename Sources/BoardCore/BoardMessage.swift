/// What replicators say to each other.
///
/// Every message names its board and its sender.
package struct BoardMessage: Equatable, Sendable {
  package var board: BoardID
  package var replica: ReplicaID
  package var content: Content

  package init(board: BoardID, replica: ReplicaID, content: Content) {
    self.board = board
    self.replica = replica
    self.content = content
  }

  package enum Content: Equatable, Sendable {
    /// Encoded operations.
    case operations([[UInt8]], Part)
    /// The digests of what the sender knows and of what its board shows, every second.
    case hash(known: UInt64, shown: UInt64)
    /// All that the sender knows. An answer asks for no other one.
    case vector(VersionVector, isAnswer: Bool)
    /// A request for what is missing above this, or for the whole state.
    case pull(VersionVector, isWhole: Bool)
    case snapshot(SnapshotPart)
    /// This many parts of a snapshot have come: more may follow.
    case taken(parts: Int, of: UInt64)
    case frame(MoveFrame)
    /// Where the sender is; the number rises.
    case cursor(PeerCursor, number: UInt64)
  }

  /// One piece of a snapshot's bytes; they are read in order.
  ///
  /// `snapshot` tells the snapshots of one sender apart.
  package struct SnapshotPart: Equatable, Sendable {
    package var snapshot: UInt64
    package var index: Int
    package var count: Int
    package var bytes: [UInt8]

    package init(snapshot: UInt64, index: Int, count: Int, bytes: [UInt8]) {
      self.snapshot = snapshot
      self.index = index
      self.count = count
      self.bytes = bytes
    }
  }

  /// Which part of a conversation operations are.
  package enum Part: UInt8, Sendable {
    /// Just made: nobody asked.
    case pushed
    /// An answer to a pull, and more of it follows by itself.
    case more
    /// The end of an answer.
    case last
    /// The end of an answer that was cut short: pull again.
    case again
  }
}
