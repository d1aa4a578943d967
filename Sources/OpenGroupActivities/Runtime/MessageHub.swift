import SessionCore
import Synchronization

/// Brings the messages of one session to the loops that wait for them.
final class MessageHub: Sendable {
  fileprivate final class Weak: Sendable {
    weak let inbox: MessageInbox?
    init(_ inbox: MessageInbox) { self.inbox = inbox }
  }

  fileprivate struct Storage {
    var open: [MessageChannel: [UInt64: Weak]] = [:]
    var backlogs: [MessageChannel: MessageInbox] = [:]
    var nextKey: UInt64 = 0
    var isFinished = false
  }

  /// Types that nobody listens to, so that a stranger to the program's types cannot fill memory.
  fileprivate static let mostBacklogs = 64
  fileprivate static let backlog = MessageInbox.Limit(messages: 256, bytes: 1 << 20)

  private let storage = Mutex(Storage())

  /// Gives a message to each loop over its channel, or to the backlog when there is none.
  func deliver(_ payload: [UInt8], from source: ParticipantID, _ delivery: Delivery) {
    guard let (name, body) = MessageEnvelope.unwrap(payload) else { return }
    let channel = MessageChannel(name, delivery)
    let message = RawMessage(source: source, body: body)
    // Pushed under the lock, so that no loop takes the backlog in between; the inboxes outlive the
    // lock, since the release of one takes it.
    let inboxes = storage.withLock { storage in
      let inboxes = storage.inboxes(channel)
      for inbox in inboxes { inbox.push(message) }
      return inboxes
    }
    withExtendedLifetime(inboxes) {}
  }

  /// A new loop's inbox, with the backlog in it when it is the only one.
  func open(_ channel: MessageChannel) -> MessageInbox {
    let key = storage.withLock { storage in
      storage.nextKey += 1
      return storage.nextKey
    }
    let bytes = channel.delivery == .reliable ? 64 << 20 : 4 << 20
    let inbox = MessageInbox(limit: MessageInbox.Limit(bytes: bytes)) { [weak self] in
      self?.close(channel, key)
    }
    let isFinished = storage.withLock { storage in
      if let backlog = storage.backlogs.removeValue(forKey: channel) {
        for message in backlog.takeAll() { inbox.push(message) }
      }
      storage.open[channel, default: [:]][key] = Weak(inbox)
      return storage.isFinished
    }
    if isFinished { inbox.finish() }
    return inbox
  }

  private func close(_ channel: MessageChannel, _ key: UInt64) {
    storage.withLock { storage in
      storage.open[channel]?[key] = nil
      if storage.open[channel]?.isEmpty == true { storage.open[channel] = nil }
    }
  }

  /// Ends every loop after what it still has.
  func finish() {
    let inboxes = storage.withLock { storage in
      storage.isFinished = true
      return storage.open.values.flatMap { $0.values.compactMap(\.inbox) }
    }
    for inbox in inboxes { inbox.finish() }
  }
}

extension MessageHub.Storage {
  fileprivate mutating func inboxes(_ channel: MessageChannel) -> [MessageInbox] {
    let listening = (open[channel] ?? [:]).values.compactMap(\.inbox)
    if !listening.isEmpty { return listening }
    if let backlog = backlogs[channel] { return [backlog] }
    guard backlogs.count < MessageHub.mostBacklogs else { return [] }
    let backlog = MessageInbox(limit: MessageHub.backlog)
    backlogs[channel] = backlog
    return [backlog]
  }
}
