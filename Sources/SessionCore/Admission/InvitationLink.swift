/// What a member hands out so that others come in without a question: where it is, which device
/// answers there, and a token that proves the holder.
///
/// A secret: whoever has it gets in, as often as its maker said.
package struct InvitationLink: Equatable, Sendable {
  package static let tokenCount = 16
  /// Characters of the text, so that it fits a line of chat.
  package static let textLimit = 200
  static let placeLimit = 8

  /// The only device that may answer.
  package var device: DeviceID
  /// 128 random bits that belong to nothing else.
  package var token: [UInt8]
  /// When it ends, in minutes since 1970 on its maker's clock, to tell people; 0 for unknown.
  ///
  /// A hint: only the maker's program judges.
  package var endHint: UInt32
  /// Where its maker may be reached, the best first.
  package var places: [Endpoint]

  /// Places that mean something on their maker's machine alone are left out.
  package init(device: DeviceID, token: [UInt8], endHint: UInt32, places: [Endpoint]) {
    self.device = device
    self.token = token
    self.endHint = endHint
    self.places = Array(places.filter { $0.scope == 0 }.prefix(InvitationLink.placeLimit))
  }

  /// Names the link to its maker's program, and tells nobody the token.
  package func name(_ cryptography: Cryptography) -> TicketName {
    TicketName(token: token, cryptography)
  }
}

/// Which link is meant, without its token: a hash of it.
package struct TicketName: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  package init(token: [UInt8], _ cryptography: Cryptography) {
    var writer = ByteWriter()
    writer.label("oga link name")
    writer.blob(token)
    rawValue = cryptography.hash(writer.bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  package static func < (left: TicketName, right: TicketName) -> Bool {
    left.rawValue < right.rawValue
  }
}
