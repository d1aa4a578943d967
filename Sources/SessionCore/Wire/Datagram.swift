/// One UDP packet between two members: token, sequence, kind, payload.
///
/// At most 1,200 bytes in all. Whoever does not know the token gets silence.
package struct Datagram: Equatable, Sendable {
  package enum Kind: UInt8, Equatable, Sendable {
    /// Asks for an echo of its payload.
    case probe = 1
    case echo = 2
    case message = 3
  }

  /// Drawn by the receiver and told in its hello.
  package var token: UInt64
  /// Grows with every datagram to this receiver, from 1.
  package var sequence: UInt64
  package var kind: Kind
  package var payload: [UInt8]

  package init(token: UInt64, sequence: UInt64, kind: Kind, payload: [UInt8]) {
    self.token = token
    self.sequence = sequence
    self.kind = kind
    self.payload = payload
  }

  /// Nil for anything that is not a datagram of this protocol.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= WireLimits.datagram else { return nil }
    var reader = ByteReader(bytes)
    do {
      token = try reader.integer()
      sequence = try reader.integer()
      guard let kind = Kind(rawValue: try reader.integer()) else { return nil }
      self.kind = kind
      payload = reader.rest()
    } catch {
      return nil
    }
  }

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.integer(token)
    writer.integer(sequence)
    writer.integer(kind.rawValue)
    writer.raw(payload)
    return writer.bytes
  }
}
