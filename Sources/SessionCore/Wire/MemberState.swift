/// What each side says when a link becomes a member link, and again when it joins.
///
/// With it both sides agree from which reliable message on to resend.
package struct MemberState: Equatable, Sendable {
  /// Drawn anew each time the sender enters the session: another one means that it restarted.
  package var incarnation: UInt64
  /// The receiver's incarnation as the sender knows it; 0 when unknown.
  package var knownIncarnation: UInt64
  /// All messages of `knownIncarnation` up to this number have arrived.
  package var received: UInt64
  /// The first message that the sender can still send: those before it were delivered or dropped.
  package var firstAvailable: UInt64
  package var isJoined: Bool

  package init(
    incarnation: UInt64,
    knownIncarnation: UInt64,
    received: UInt64,
    firstAvailable: UInt64,
    isJoined: Bool
  ) {
    self.incarnation = incarnation
    self.knownIncarnation = knownIncarnation
    self.received = received
    self.firstAvailable = firstAvailable
    self.isJoined = isJoined
  }

  init(from reader: inout ByteReader) throws(WireError) {
    incarnation = try reader.integer()
    knownIncarnation = try reader.integer()
    received = try reader.integer()
    firstAvailable = try reader.integer()
    isJoined = try reader.flag()
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(incarnation)
    writer.integer(knownIncarnation)
    writer.integer(received)
    writer.integer(firstAvailable)
    writer.flag(isJoined)
  }
}
