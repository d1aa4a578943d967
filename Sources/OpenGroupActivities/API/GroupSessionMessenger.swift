public import FoundationEssentials
import SessionCore

/// Sends messages to the other participants of a session, and receives theirs.
///
/// A messenger sends and receives in one delivery mode: of two messengers of different modes on one
/// session each receives only what was sent in its mode. Two of the same mode both receive
/// everything. A message reaches the loops over its own type only. The sender does not receive its
/// own messages.
///
/// A message is encoded as JSON and may have at most 262,144 bytes then; `Data` goes as it is. What
/// is sent before the session is joined is held and goes out when it is.
public final class GroupSessionMessenger: Sendable {
  /// How messages travel.
  public enum DeliveryMode: Sendable, Hashable {
    /// Complete and in the order of each sender, to everyone who is a participant and stays one.
    case reliable
    /// With the least delay; may be lost, and may overtake one another. Never twice.
    case unreliable
  }

  /// What is known about a message that arrived.
  public struct MessageContext: Sendable {
    /// Who sent it.
    public var source: Participant
  }

  /// The most bytes that one encoded message may have.
  static let sizeLimit = 262_144

  /// How this messenger's messages travel.
  public let deliveryMode: DeliveryMode

  let handle: SessionHandle

  /// A messenger that sends reliably.
  public convenience init<A>(session: GroupSession<A>) where A: GroupActivity {
    self.init(session: session, deliveryMode: .reliable)
  }

  /// A messenger that sends in the given mode.
  public init<A>(session: GroupSession<A>, deliveryMode: DeliveryMode) where A: GroupActivity {
    handle = session.handle
    self.deliveryMode = deliveryMode
  }

  /// Sends a message; returns when it is on its way, which says nothing about its arrival.
  ///
  /// While the session waits to be joined, so does this call; so it does, in reliable mode, while a
  /// receiver is 2 MiB behind. One that is 8 MiB behind, by calls that do not wait, counts as gone.
  /// - Throws: what encoding throws; `GroupSessionMessengerError` when the message is too large or
  ///   the session is over; `CancellationError` when the task is cancelled while it waits.
  public nonisolated(nonsending) func send<Message>(
    _ value: Message,
    to participants: Participants = .all
  ) async throws where Message: Codable {
    try await handle.send(try envelope(value), to: participants, delivery)
  }

  /// Sends bytes as they are; returns when they are on their way.
  ///
  /// - Throws: `GroupSessionMessengerError` when there are too many or the session is over;
  ///   `CancellationError` when the task is cancelled while it waits.
  public nonisolated(nonsending) func send(
    _ value: Data,
    to participants: Participants = .all
  ) async throws {
    try await handle.send(try envelope(value), to: participants, delivery)
  }

  /// Sends a message and calls `completion` once, with nil when it is on its way.
  ///
  /// The call comes on any thread.
  public func send<Message>(
    _ value: Message,
    to participants: Participants = .all,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) where Message: Codable {
    send({ try envelope(value) }, participants, completion)
  }

  /// Sends bytes as they are and calls `completion` once, with nil when they are on their way.
  ///
  /// The call comes on any thread.
  public func send(
    _ value: Data,
    to participants: Participants = .all,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    send({ try envelope(value) }, participants, completion)
  }

  /// The messages of one type that others send in this messenger's mode.
  ///
  /// Each loop gets a copy of every message from its start on. The first loop also gets the backlog:
  /// what came before it, at most the last 256 messages and 1 MiB of each type. What cannot be
  /// decoded as `Message` is skipped. A loop ends when the session is invalidated, after what had
  /// arrived, or when its task is cancelled. A loop that is 64 MiB behind (4 MiB in unreliable mode)
  /// loses the oldest.
  public func messages<Message>(of type: Message.Type) -> Messages<Message> where Message: Codable {
    Messages(hub: handle.hub, channel: MessageChannel(TypeName.message(of: type), delivery))
  }

  /// The bytes that others send as `Data` in this messenger's mode.
  public func messages(of type: Data.Type) -> Messages<Data> {
    Messages(hub: handle.hub, channel: MessageChannel("", delivery))
  }
}

extension GroupSessionMessenger {
  var delivery: Delivery {
    switch deliveryMode {
    case .reliable: .reliable
    case .unreliable: .unreliable
    }
  }

  private func envelope(_ value: some Codable) throws -> [UInt8] {
    // A generic caller may hand over `Data` in disguise: it goes as it is then, too.
    if let data = value as? Data { return try envelope(data) }
    let name = TypeName.message(of: type(of: value))
    guard name.utf8.count <= MessageEnvelope.longestName else {
      throw GroupSessionMessengerError.identifierTooLong(name)
    }
    let body = try MessageCoding.encode(value)
    try Self.checkSize(body.count)
    return MessageEnvelope.wrap(name: name, body: body)
  }

  private func envelope(_ value: Data) throws -> [UInt8] {
    try Self.checkSize(value.count)
    return MessageEnvelope.wrap(name: "", body: value)
  }

  private static func checkSize(_ size: Int) throws {
    guard size <= sizeLimit else {
      throw GroupSessionMessengerError.messageTooLarge(size: size, limit: sizeLimit)
    }
  }

  private func send(
    _ envelope: () throws -> [UInt8],
    _ participants: Participants,
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    do {
      handle.send(try envelope(), to: participants, delivery, completion: completion)
    } catch {
      completion(error)
    }
  }
}
