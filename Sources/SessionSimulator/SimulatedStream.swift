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

  static let firstRepeat: Duration = .milliseconds(200)
  static let lastRepeat: Duration = .seconds(2)

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
  /// After how long what was lost is sent again.
  var repeatsAfter: [Duration] = [firstRepeat, firstRepeat]
  /// When the direction got stuck, as nothing arrives or no receipt comes back; nil while it moves.
  var stuckSince: [Moment?] = [nil, nil]

  /// Takes what goes into one packet, or all when the line is wide.
  mutating func takePacket(from end: Int, limit: Int?) -> [Piece] {
    var taken: [Piece] = []
    var room = limit ?? .max
    while room > 0, !underWay[end].isEmpty {
      guard case .bytes(let bytes) = underWay[end][0], bytes.count > room else {
        let piece = underWay[end].removeFirst()
        if case .bytes(let bytes) = piece { room -= bytes.count }
        taken.append(piece)
        continue
      }
      taken.append(.bytes(Array(bytes.prefix(room))))
      underWay[end][0] = .bytes(Array(bytes.dropFirst(room)))
      room = 0
    }
    return taken
  }

  /// Bytes that one end has written and the other has not received.
  func waitingBytes(from end: Int) -> Int {
    underWay[end].reduce(0) { if case .bytes(let bytes) = $1 { $0 + bytes.count } else { $0 } }
  }

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
