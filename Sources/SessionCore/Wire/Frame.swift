/// One frame on TCP: a 32-bit length, an 8-bit kind, a body.
///
/// A dialler says `hello`, hears `hello`, opens its pledge (`reveal`), then states its wish:
/// `invite`, `knock`, `redeem` or `member`. An
/// `answer` or, for a wish that is granted, `welcome` or `state` follows. From then on both are
/// members and speak as they like. Fields behind the known ones are skipped: later versions
/// append.
package enum Frame: Equatable, Sendable {
  case hello(Hello)
  /// A hello of another version; nothing behind the version is read.
  case foreignHello(version: UInt16)
  /// The nonce to which the dialler committed itself in its hello: before any wish.
  case reveal([UInt8])
  case invite(Invitation)
  case knock(activityIdentifier: String)
  /// The dialler has an invitation link: a wish that asks nobody.
  case redeem(Redemption)
  /// A member comes (back). `replacing`: the token of the last link that its dialler had
  /// with the acceptor, 0 for none, so that both agree which of two links is the fresh one.
  /// `revision`: of the dialler's own roster entry.
  case member(SessionID, replacing: UInt64, revision: UInt32)
  case answer(Answer)
  /// The dialler withdraws its question.
  case cancel
  case welcome(Welcome)
  case state(MemberState)
  case roster(RosterPage)
  case activity(StampedActivity)
  /// `digest` of roster and activity: who has another one sends both.
  case ping(stamp: UInt64, digest: UInt64)
  case pong(stamp: UInt64)
  case message(sequence: UInt64, payload: [UInt8])
  case acknowledge(through: UInt64)
  /// An unreliable message that found no way as a datagram.
  case droppable([UInt8])
  /// The sender leaves the session; its roster entry has this revision.
  case goodbye(revision: UInt32)
  case ended(SessionID, by: DeviceID)
}
