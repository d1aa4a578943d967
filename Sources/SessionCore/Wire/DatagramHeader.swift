/// What stands readable before the sealed bytes of a packet, and is authenticated with them.
///
/// Kind (2 bits) and the low 6 bits of the key's epoch, the receiver's number for the link, the
/// counter: 13 bytes. With the tag of 16 behind, a packet has 29 bytes more than its payload, and at
/// most 1,200 in all. Whoever has no key gets silence.
package struct DatagramHeader: Equatable, Sendable {
  package static let byteCount = 13
  private static let epochMask: UInt64 = 63

  package var kind: Datagram.Kind
  /// The low bits of the epoch.
  private var epochBits: UInt64
  package var index: UInt32
  /// Grows with every datagram under one key, from 1.
  package var counter: UInt64

  package init(kind: Datagram.Kind, epoch: UInt64, index: UInt32, counter: UInt64) {
    self.kind = kind
    epochBits = epoch & DatagramHeader.epochMask
    self.index = index
    self.counter = counter
  }

  /// Nil for anything that cannot be a packet of this protocol.
  package init?(_ packet: [UInt8]) {
    let possible = WireLimits.datagramOverhead...WireLimits.datagram
    guard possible.contains(packet.count) else { return nil }
    var reader = ByteReader(packet)
    guard let first = try? reader.integer(UInt8.self),
      let kind = Datagram.Kind(rawValue: first >> 6),
      let index = try? reader.integer(UInt32.self), let counter = try? reader.integer(UInt64.self)
    else { return nil }
    self.init(kind: kind, epoch: UInt64(first), index: index, counter: counter)
  }

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.integer(kind.rawValue << 6 | UInt8(truncatingIfNeeded: epochBits))
    writer.integer(index)
    writer.integer(counter)
    return writer.bytes
  }

  /// Whether the epoch may be this one.
  func means(_ epoch: UInt64) -> Bool { epoch & DatagramHeader.epochMask == epochBits }

  /// The first epoch from another one on that it may be.
  func epoch(from known: UInt64) -> UInt64 {
    known + (epochBits &- known) & DatagramHeader.epochMask
  }
}
