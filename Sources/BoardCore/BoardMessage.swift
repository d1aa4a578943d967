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
    /// The digest of what the sender knows, every second.
    case hash(UInt64)
    /// All that the sender knows. An answer asks for no other one.
    case vector(VersionVector, isAnswer: Bool)
    /// A request for what is missing above this.
    case pull(VersionVector)
    case frame(MoveFrame)
    /// Where the sender is; the number rises.
    case cursor(PeerCursor, number: UInt64)
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
