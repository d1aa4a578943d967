import SessionCore

/// A TCP connection between two hosts: two ordered directions.
struct SimulatedStream {
  enum Piece {
    case bytes([UInt8])
    case end
  }

  struct End: Equatable {
    var host: Int
    var run: Int
    /// Nil at the accepting end until the connection arrives there.
    var link: LinkID?
    /// This end was closed, or knows that the stream is over.
    var isClosed = false
  }

  /// The dialler, then the acceptor.
  var ends: [End]
  let target: Endpoint
  /// What each end has written and the other has not received.
  var underWay: [[Piece]] = [[], []]
  var isScheduled = [false, false]
  /// When the direction got stuck, nil while it moves.
  var stuckSince: [Moment?] = [nil, nil]

  /// Which end a link is: diallers' numbers are even, acceptors' odd.
  func end(of link: LinkID) -> Int { Int(link.rawValue % 2) }
}
