import SessionCore

/// A TCP connection between two hosts: two ordered directions.
struct SimulatedStream {
  enum Piece {
    case bytes([UInt8])
    case end
  }

  struct End {
    var host: Int
    var run: Int
    /// Nil at the accepting end until the connection arrives there.
    var link: LinkID?
    /// This end was closed, or knows that the stream is over.
    var isClosed = false
    var sealer = DatagramSealer<SimulatedCipher>(mostDatagrams: SimulatedStream.datagramsPerKey)
    var opener = DatagramOpener<SimulatedCipher>()
  }

  /// Few, so that every story changes its keys.
  static let datagramsPerKey: UInt64 = 100

  /// The dialler, then the acceptor.
  var ends: [End]
  let target: Endpoint
  /// Who must answer; nil for anybody.
  let expected: DeviceID?
  /// What the two ends have in common and nobody else: drawn for each stream.
  let secret: UInt64
  /// What each end has written and the other has not received.
  var underWay: [[Piece]] = [[], []]
  var isScheduled = [false, false]
  /// When the direction got stuck, nil while it moves.
  var stuckSince: [Moment?] = [nil, nil]

  /// Which end a link is: diallers' numbers are even, acceptors' odd.
  func end(of link: LinkID) -> Int { Int(link.rawValue % 2) }

  /// The key of the datagrams from one end, in one epoch.
  func datagramKey(from end: Int, _ epoch: UInt64) -> [UInt8] {
    Cryptography.simulated.hash([secret, UInt64(end), epoch].flatMap(\.bytes))
  }

  /// What the core of each end is given of the secret.
  var binding: [UInt8] { Cryptography.simulated.hash([secret, .max].flatMap(\.bytes)) }
}

extension UInt64 {
  /// In network order.
  var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
