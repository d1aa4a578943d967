/// What the simulated network does to bytes on their way.
package struct NetworkFaults: Equatable, Sendable {
  /// Datagrams lost, of a thousand.
  package var datagramLoss = 0
  /// Datagrams that the network doubles or trebles, of a thousand.
  package var datagramDuplication = 0
  /// How long a datagram is under way; a wide range reorders them.
  package var datagramDelay: ClosedRange<Duration> = .microseconds(100) ... .microseconds(300)
  /// How long each piece of a stream is under way; streams stay in order.
  package var streamDelay: ClosedRange<Duration> = .microseconds(100) ... .microseconds(500)
  /// Streams arrive in pieces cut anywhere.
  package var chopsStreams = true
  /// Pieces of a stream in which one bit is flipped, of a thousand: no network does it, an enemy may.
  package var streamCorruption = 0
  /// Pieces of a stream that are lost and sent again after a while, of a thousand.
  package var streamLoss = 0
  /// What a host brings onto its line, in bits a second; nil: as much as it likes.
  package var bitsPerSecond: Int?
  /// How long a stream lives while what was written is not acknowledged.
  package var streamTimeout: Duration = .seconds(8)

  package init() {}

  /// A network that loses so many packets of a thousand, of every kind.
  package static func losing(_ perMille: Int) -> NetworkFaults {
    var faults = NetworkFaults()
    faults.datagramLoss = perMille
    faults.streamLoss = perMille
    return faults
  }

  /// A bad day: a third of the datagrams lost, a tenth doubled, everything late and out of order.
  package static let rough: NetworkFaults = {
    var faults = NetworkFaults()
    faults.datagramLoss = 300
    faults.datagramDuplication = 100
    faults.datagramDelay = .milliseconds(1) ... .milliseconds(60)
    faults.streamDelay = .milliseconds(1) ... .milliseconds(30)
    return faults
  }()

  /// How many copies of one datagram arrive: each of up to three is lost or not by itself.
  package func copies(_ random: inout SeededGenerator) -> Int {
    let isDoubled = random.chance(perMille: datagramDuplication)
    let copies = isDoubled ? 2 + random.number(below: 2) : 1
    return (0..<copies).count { _ in !random.chance(perMille: datagramLoss) }
  }

  /// How many of so many bytes of a stream arrive together: all, or a few.
  package func piece(of count: Int, _ random: inout SeededGenerator) -> Int {
    let isWhole = !chopsStreams || random.chance(perMille: 700)
    return isWhole ? count : 1 + random.number(below: min(count, 400))
  }
}
