import SessionCore
import Synchronization

/// The runtime's half of a session: what `GroupSession` and its messengers share.
///
/// Only the runtime writes the snapshot. Sends that come before the session is joined are held here
/// and go out, in order, when it is.
final class SessionHandle: Sendable {
  private struct Held {
    let payload: [UInt8]
    let recipients: Recipients
    let delivery: Delivery
    let key: UInt64
    let completion: @Sendable ((any Error)?) -> Void
  }

  private struct Storage {
    var held: [Held] = []
    var heldBytes = 0
    var state: SessionSnapshot.State
    var nextKey: UInt64 = 0
  }

  static let mostHeldBytes = 8 << 20

  let id: SessionID
  let snapshot: Broadcast<SessionSnapshot>
  let hub = MessageHub()
  private let host: PeerHost
  private let storage: Mutex<Storage>

  init(_ snapshot: SessionSnapshot, host: PeerHost) {
    id = snapshot.id
    self.snapshot = Broadcast(snapshot)
    self.host = host
    storage = Mutex(Storage(state: snapshot.state))
  }

  func post(_ input: PeerInput) { host.post(input) }

  /// Changes the activity for everyone.
  func update(_ activity: some GroupActivity) {
    let current = snapshot.value
    guard current.state == .joined, let content = try? MessageCoding.encode(activity) else {
      return
    }
    var record = current.activity
    record.content = content
    post(.updateActivity(id, record))
  }

  // MARK: What the runtime tells

  /// Takes in what the core says about the session.
  ///
  /// On the network's thread.
  func apply(_ next: SessionSnapshot) {
    let due = storage.withLock { storage -> [Held] in
      storage.state = next.state
      if next.state == .waiting { return [] }
      defer {
        storage.held = []
        storage.heldBytes = 0
      }
      // Under the lock, so that no later send overtakes these.
      if next.state == .joined { for held in storage.held { post(held) } }
      return storage.held
    }
    // Last, so that whoever sees the new state and sends finds it here too.
    snapshot.set(next)
    let error = next.state == .joined ? nil : GroupSessionMessengerError.sessionOver
    for held in due { held.completion(error) }
    if next.state != .joined, next.state != .waiting { hub.finish() }
  }

  private func post(_ held: Held) {
    post(.send(id, payload: held.payload, to: held.recipients, delivery: held.delivery))
  }

  // MARK: Sending

  /// Sends, or holds what comes too early.
  ///
  /// Calls `completion` once, with nil when it is on its way.
  ///
  /// - Returns: the number under which the message is held; nil when it is not.
  @discardableResult func send(
    _ payload: [UInt8],
    to participants: Participants,
    _ delivery: Delivery,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> UInt64? {
    let recipients = Recipients(participants)
    let (key, answer) = storage.withLock { storage -> (UInt64?, GroupSessionMessengerError??) in
      switch storage.state {
      case .joined:
        post(.send(id, payload: payload, to: recipients, delivery: delivery))
        return (nil, .some(nil))
      case .invalidated:
        return (nil, .sessionOver)
      case .waiting:
        let size = storage.heldBytes + payload.count
        guard size <= Self.mostHeldBytes else {
          return (nil, .tooMuchWaiting(size: size, limit: Self.mostHeldBytes))
        }
        storage.heldBytes = size
        storage.nextKey += 1
        let key = storage.nextKey
        storage.held.append(
          Held(
            payload: payload,
            recipients: recipients,
            delivery: delivery,
            key: key,
            completion: completion
          )
        )
        return (key, nil)
      }
    }
    if let answer { completion(answer) }
    return key
  }

  /// Sends; waits while the session is not joined, and while a receiver is far behind.
  nonisolated(nonsending) func send(
    _ payload: [UInt8],
    to participants: Participants,
    _ delivery: Delivery
  ) async throws {
    while delivery == .reliable, host.isCrowded {
      await host.waitForRoom()
      try Task.checkCancellation()
    }
    guard try sendAtOnce(payload, to: participants, delivery) else {
      return try await hold(payload, to: participants, delivery)
    }
  }

  /// The common case, without a closure or a wait; false when the session is waiting.
  private func sendAtOnce(
    _ payload: [UInt8],
    to participants: Participants,
    _ delivery: Delivery
  ) throws -> Bool {
    try storage.withLock { storage in
      switch storage.state {
      case .waiting: return false
      case .invalidated: throw GroupSessionMessengerError.sessionOver
      case .joined:
        post(.send(id, payload: payload, to: Recipients(participants), delivery: delivery))
        return true
      }
    }
  }

  private nonisolated(nonsending) func hold(
    _ payload: [UInt8],
    to participants: Participants,
    _ delivery: Delivery
  ) async throws {
    let ticket = Mutex<UInt64?>(nil)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        let key = send(payload, to: participants, delivery) { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
        ticket.withLock { $0 = key }
        if Task.isCancelled, let key { cancel(key) }
      }
    } onCancel: {
      if let key = ticket.withLock({ $0 }) { cancel(key) }
    }
  }

  private func cancel(_ key: UInt64) {
    let held = storage.withLock { storage -> Held? in
      guard let index = storage.held.firstIndex(where: { $0.key == key }) else { return nil }
      storage.heldBytes -= storage.held[index].payload.count
      return storage.held.remove(at: index)
    }
    held?.completion(CancellationError())
  }
}
