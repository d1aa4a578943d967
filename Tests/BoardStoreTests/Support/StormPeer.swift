import BoardCore
import Testing

/// Somebody on another machine who hears what a writer sends, up to the instant of its death.
struct StormPeer {
  private(set) var replicator: BoardReplicator
  private var elapsed = Duration.seconds(1)
  private static let writer = PeerKey(1)
  private static let me = PeerKey(2)

  init(board: BoardID) {
    replicator = BoardReplicator(
      board: board,
      title: "storm",
      replica: ReplicaID(2),
      author: AuthorID(2)
    )
  }

  private var time: BoardTime { BoardTime(wallMilliseconds: 9, sinceStart: elapsed) }

  /// Operations arrive as they were sent.
  mutating func hear(_ operations: [[UInt8]], of replica: ReplicaID) {
    var unsent: [ReplicaEffect] = []
    for operation in operations {
      let message = BoardMessage(
        board: replicator.boardID,
        replica: replica,
        content: .operations([operation], .pushed)
      )
      replicator.receive(message.encoded, from: Self.writer, at: time, into: &unsent)
    }
  }

  /// Does something of its own meanwhile.
  mutating func edit(_ edit: BoardEdit) {
    var unsent: [ReplicaEffect] = []
    replicator.edit(edit, at: time, into: &unsent)
  }

  /// Meets the program that came after the writer, until both know the same.
  ///
  /// Returns what that program has to keep, in order.
  mutating func meet(_ other: inout BoardReplicator) -> [ReplicaEffect] {
    var kept: [ReplicaEffect] = []
    var (toOther, toMe): ([ReplicaEffect], [ReplicaEffect]) = ([], [])
    replicator.peerJoined(Self.writer, at: time, into: &toOther)
    other.peerJoined(Self.me, at: time, into: &toMe)
    for _ in 0..<60 where replicator.board.vector != other.board.vector || !toMe.isEmpty {
      elapsed += .milliseconds(1_001)
      replicator.wake(at: time, into: &toOther)
      other.wake(at: time, into: &toMe)
      while !toOther.isEmpty || !toMe.isEmpty {
        let (nowOther, nowMe) = (toOther, toMe)
        (toOther, toMe) = ([], [])
        for case .send(let message, _, _) in nowOther {
          other.receive(message, from: Self.me, at: time, into: &toMe)
        }
        for case .send(let message, _, _) in nowMe {
          replicator.receive(message, from: Self.writer, at: time, into: &toOther)
        }
        kept += nowMe
      }
    }
    var left: [ReplicaEffect] = []
    replicator.peerLeft(Self.writer, at: time, into: &left)
    other.peerLeft(Self.me, at: time, into: &left)
    return kept
  }
}
