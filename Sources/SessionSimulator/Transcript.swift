package import SessionCore

/// All that happened in a simulation: a running hash always, the lines when asked.
package struct Transcript: Sendable {
  /// Set before the first step to keep readable lines.
  package var keepsLines = false
  package private(set) var lines: [String] = []
  /// Of everything noted so far.
  package private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  package private(set) var count = 0

  var witness: (@Sendable (UInt64) -> Void)?

  package init() {}

  package mutating func note(_ moment: Moment, _ host: String, _ input: PeerInput) {
    switch input {
    case .received(_, let bytes): mix(moment, host, bytes)
    case .datagram(_, let datagram, _, _): mix(moment, host, datagram.payload)
    case .activate, .join, .leave, .end, .remove, .updateActivity, .send, .invite, .knock, .redeem,
      .makeTicket,
      .revokeTicket, .cancel,
      .answer, .rename, .resume, .stop, .linkAccepted, .linkReached, .linkOpened, .linkClosed,
      .linkDrained, .interfaces, .heard,
      .woke:
      mix(moment, host, [])
    }
    if keepsLines { keep("\(moment.sinceStart) \(host) < \(input)") }
  }

  package mutating func note(_ moment: Moment, _ host: String, _ event: PeerEvent) {
    mix(moment, host, [1])
    if keepsLines { keep("\(moment.sinceStart) \(host) > \(event)") }
  }

  private mutating func keep(_ line: String) {
    lines.append(String(line.prefix(400)))
  }

  /// Of long bytes the ends are enough: whoever reads others in between soon does something else.
  private mutating func mix(_ moment: Moment, _ host: String, _ bytes: [UInt8]) {
    count += 1
    let parts = moment.sinceStart.components
    for word in [UInt64(parts.seconds), UInt64(parts.attoseconds), UInt64(bytes.count)] {
      hash = (hash ^ word) &* 0x100_0000_01B3
    }
    for byte in bytes.prefix(64) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in bytes.suffix(16) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in host.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    witness?(hash)
  }
}
