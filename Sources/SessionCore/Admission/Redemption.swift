/// "Let me in by this link": what its holder says, and the proof that it has the token.
///
/// The proof is bound to the secret of one connection, to both devices and to who dialled, so that
/// it is worth nothing on another connection, and nothing when it is sent back.
package struct Redemption: Equatable, Sendable {
  package static let proofCount = 32

  package var ticket: TicketName
  package var proof: [UInt8]
  /// The kind of activity that the sender takes part in.
  package var activityIdentifier: String

  package init(ticket: TicketName, proof: [UInt8], activityIdentifier: String) {
    self.ticket = ticket
    self.proof = proof
    self.activityIdentifier = activityIdentifier.prefix(utf8Limit: WireLimits.identifier)
  }

  /// HMAC (RFC 2104) with the token over the connection: 32 bytes.
  package static func proof(
    token: [UInt8],
    on ends: WordExchange.Ends,
    _ cryptography: Cryptography
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.label("oga link: the dialler joins")
    writer.integer(ends.dialler.rawValue)
    writer.integer(ends.listener.rawValue)
    writer.blob(ends.binding)
    return Array(cryptography.authenticate(writer.bytes, key: token).prefix(proofCount))
  }

  init(from reader: inout ByteReader) throws(WireError) {
    ticket = TicketName(try reader.integer())
    proof = try reader.raw(Self.proofCount)
    activityIdentifier = try reader.text(limit: WireLimits.identifier)
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(ticket.rawValue)
    writer.raw(proof)
    writer.text(activityIdentifier, limit: WireLimits.identifier)
  }
}

extension Cryptography {
  /// HMAC (RFC 2104) with a hash whose blocks have 64 bytes; a key has at most as many.
  package func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let padded = key.prefix(64) + [UInt8](repeating: 0, count: max(0, 64 - key.count))
    let inner = hash(padded.map { $0 ^ 0x36 } + message)
    return hash(padded.map { $0 ^ 0x5C } + inner)
  }
}
