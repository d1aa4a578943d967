import Synchronization

/// The messages that wait for one loop, oldest first.
///
/// Bounded in bytes and, for a backlog, in number: what is too much goes, oldest first.
final class MessageInbox: Sendable {
  fileprivate struct Storage {
    var messages: [RawMessage?] = []
    var start = 0
    var bytes = 0
    var isFinished = false
    var waiter: CheckedContinuation<RawMessage?, Never>?
  }

  /// How much may wait.
  ///
  /// A message counts its body and 64 bytes.
  struct Limit: Sendable {
    var messages = Int.max
    var bytes: Int
  }

  private let limit: Limit
  private let storage = Mutex(Storage())
  private let onRelease: @Sendable () -> Void

  init(limit: Limit, onRelease: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    self.onRelease = onRelease
  }

  deinit { onRelease() }

  func push(_ message: RawMessage) {
    let waiter = storage.withLock { storage in
      if let waiter = storage.waiter {
        storage.waiter = nil
        return Optional(waiter)
      }
      if !storage.isFinished { storage.append(message, limit) }
      return nil
    }
    waiter?.resume(returning: message)
  }

  /// No more messages come.
  ///
  /// What waits is still given.
  func finish() {
    let waiter = storage.withLock { storage in
      storage.isFinished = true
      defer { storage.waiter = nil }
      return storage.waiter
    }
    waiter?.resume(returning: nil)
  }

  /// Takes all that waits.
  func takeAll() -> [RawMessage] {
    storage.withLock { storage in
      var all: [RawMessage] = []
      while let message = storage.takeFirst() { all.append(message) }
      return all
    }
  }

  /// Waits for a message; nil when finished or cancelled.
  ///
  /// One loop at a time.
  func next() async -> RawMessage? {
    if let ready = storage.withLock({ $0.takeFirst() }) { return ready }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (answer, previous) = storage.withLock {
          storage -> (RawMessage??, CheckedContinuation<RawMessage?, Never>?) in
          if let ready = storage.takeFirst() { return (.some(ready), nil) }
          if storage.isFinished || Task.isCancelled { return (.some(nil), nil) }
          defer { storage.waiter = continuation }
          return (nil, storage.waiter)
        }
        previous?.resume(returning: nil)
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = storage.withLock { storage in
        defer { storage.waiter = nil }
        return storage.waiter
      }
      waiter?.resume(returning: nil)
    }
  }
}

extension MessageInbox.Storage {
  fileprivate mutating func append(_ message: RawMessage, _ limit: MessageInbox.Limit) {
    messages.append(message)
    bytes += Self.cost(message)
    while bytes > limit.bytes || messages.count - start > limit.messages, takeFirst() != nil {}
  }

  fileprivate mutating func takeFirst() -> RawMessage? {
    guard start < messages.count, let message = messages[start] else { return nil }
    messages[start] = nil
    start += 1
    bytes -= Self.cost(message)
    if start == messages.count || start >= 1_024 {
      messages.removeFirst(start)
      start = 0
    }
    return message
  }

  private static func cost(_ message: RawMessage) -> Int { message.body.count + 64 }
}
