extension Frame {
  private enum Kind: UInt8 {
    case hello = 1
    case invite, knock, member, answer, cancel, welcome, state, roster, activity
    case ping, pong, message, acknowledge, droppable, goodbye, ended
    case reveal, redeem
  }

  /// Reads kind and body; nil for a kind that this version does not know.
  package init?(from reader: inout ByteReader) throws(WireError) {
    guard let kind = Kind(rawValue: try reader.integer()) else { return nil }
    switch kind {
    case .hello: self = try Frame.readHello(&reader)
    case .reveal: self = .reveal(try reader.raw(WordExchange.byteCount))
    case .invite: self = .invite(try Invitation(from: &reader))
    case .redeem: self = .redeem(try Redemption(from: &reader))
    case .knock: self = .knock(activityIdentifier: try reader.text(limit: WireLimits.identifier))
    case .member: self = try Frame.readMember(&reader)
    case .answer:
      guard let answer = Answer(rawValue: try reader.integer()) else { return nil }
      self = .answer(answer)
    case .cancel: self = .cancel
    case .welcome: self = .welcome(try Welcome(from: &reader))
    case .state: self = .state(try MemberState(from: &reader))
    case .roster: self = .roster(try RosterPage(from: &reader))
    case .activity: self = .activity(try StampedActivity(from: &reader))
    case .ping: self = .ping(stamp: try reader.integer(), digest: try reader.integer())
    case .pong: self = .pong(stamp: try reader.integer())
    case .message:
      let sequence = try reader.integer(UInt64.self)
      self = .message(sequence: sequence, payload: try reader.blob(limit: WireLimits.message))
    case .acknowledge: self = .acknowledge(through: try reader.integer())
    case .droppable: self = .droppable(try reader.blob(limit: WireLimits.message))
    case .goodbye: self = .goodbye(revision: try reader.integer())
    case .ended:
      let session = SessionID(try reader.integer())
      self = .ended(session, by: DeviceID(try reader.integer()))
    }
  }

  private static func readHello(_ reader: inout ByteReader) throws(WireError) -> Frame {
    guard try reader.integer(UInt32.self) == Hello.magic else { throw .notOurProtocol }
    let version = try reader.integer(UInt16.self)
    guard version == WireLimits.version else { return .foreignHello(version: version) }
    return .hello(try Hello(from: &reader))
  }

  private static func readMember(_ reader: inout ByteReader) throws(WireError) -> Frame {
    let session = SessionID(try reader.integer())
    let replacing = try reader.integer(UInt64.self)
    return .member(session, replacing: replacing, revision: try reader.integer())
  }

  /// The whole frame with its length.
  package func encoded(version: UInt16 = WireLimits.version) -> [UInt8] {
    var writer = ByteWriter()
    encodeBody(into: &writer, version: version)
    var framed = ByteWriter()
    framed.blob(writer.bytes)
    return framed.bytes
  }

  private func encodeBody(into writer: inout ByteWriter, version: UInt16) {
    writer.integer(kind.rawValue)
    switch self {
    case .hello(let hello): hello.encode(into: &writer, version: version)
    case .foreignHello(let version):
      writer.integer(Hello.magic)
      writer.integer(version)
    case .reveal(let nonce): writer.raw(nonce)
    case .invite(let invitation): invitation.encode(into: &writer)
    case .redeem(let redemption): redemption.encode(into: &writer)
    case .knock(let identifier): writer.text(identifier, limit: WireLimits.identifier)
    case .member(let session, let replacing, let revision):
      writer.integer(session.rawValue)
      writer.integer(replacing)
      writer.integer(revision)
    case .answer(let answer): writer.integer(answer.rawValue)
    case .cancel: break
    case .welcome(let welcome): welcome.encode(into: &writer)
    case .state(let state): state.encode(into: &writer)
    case .roster(let page): page.encode(into: &writer)
    case .activity(let activity): activity.encode(into: &writer)
    case .ping(let stamp, let digest):
      writer.integer(stamp)
      writer.integer(digest)
    case .pong(let stamp): writer.integer(stamp)
    case .message(let sequence, let payload):
      writer.integer(sequence)
      writer.blob(payload)
    case .acknowledge(let sequence): writer.integer(sequence)
    case .droppable(let payload): writer.blob(payload)
    case .goodbye(let revision): writer.integer(revision)
    case .ended(let session, let device):
      writer.integer(session.rawValue)
      writer.integer(device.rawValue)
    }
  }

  private var kind: Kind {
    switch self {
    case .hello, .foreignHello: .hello
    case .reveal: .reveal
    case .invite: .invite
    case .knock: .knock
    case .redeem: .redeem
    case .member: .member
    case .answer: .answer
    case .cancel: .cancel
    case .welcome: .welcome
    case .state: .state
    case .roster: .roster
    case .activity: .activity
    case .ping: .ping
    case .pong: .pong
    case .message: .message
    case .acknowledge: .acknowledge
    case .droppable: .droppable
    case .goodbye: .goodbye
    case .ended: .ended
    }
  }
}
