import SessionCore
import Synchronization

/// The sessions that a runtime has offered: those that nobody took yet wait here by activity.
final class SessionDirectory: Sendable {
  private struct Waiter {
    let key: UInt64
    let continuation: CheckedContinuation<SessionHandle?, Never>
  }

  private struct Storage {
    var handles: [SessionID: SessionHandle] = [:]
    var offered: [String: [SessionHandle]] = [:]
    var waiters: [String: [Waiter]] = [:]
    var current: SessionHandle?
    var nextKey: UInt64 = 0
    var isFinished = false
  }

  private static let mostOffered = 16
  private let storage = Mutex(Storage())

  /// The session that this device is in or was offered last; nil when that is over.
  var current: SessionHandle? { storage.withLock { $0.current } }

  func handle(_ id: SessionID) -> SessionHandle? { storage.withLock { $0.handles[id] } }

  /// Every session that is not over.
  var all: [SessionHandle] { storage.withLock { Array($0.handles.values) } }

  /// A new session goes to the first loop that waits for its activity, or is kept.
  func offer(_ handle: SessionHandle) {
    let identifier = handle.snapshot.value.activity.identifier
    let waiter = storage.withLock { storage -> Waiter? in
      storage.handles[handle.id] = handle
      storage.current = handle
      if storage.waiters[identifier]?.isEmpty == false {
        return storage.waiters[identifier]?.removeFirst()
      }
      storage.offered[identifier, default: []].append(handle)
      if storage.offered[identifier, default: []].count > Self.mostOffered {
        storage.offered[identifier]?.removeFirst()
      }
      return nil
    }
    waiter?.continuation.resume(returning: handle)
  }

  /// The session is over: it is not offered any more.
  func forget(_ handle: SessionHandle) {
    storage.withLock { storage in
      storage.handles[handle.id] = nil
      if storage.current === handle { storage.current = nil }
      for identifier in storage.offered.keys {
        storage.offered[identifier]?.removeAll { $0 === handle }
      }
    }
  }

  /// Waits for a session of an activity; nil when the task is cancelled or the runtime stopped.
  func next(of identifier: String) async -> SessionHandle? {
    let key = storage.withLock { storage in
      storage.nextKey += 1
      return storage.nextKey
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isDue, handle) = storage.withLock { storage -> (Bool, SessionHandle?) in
          if storage.offered[identifier]?.isEmpty == false {
            return (true, storage.offered[identifier]?.removeFirst())
          }
          if storage.isFinished || Task.isCancelled { return (true, nil) }
          let waiter = Waiter(key: key, continuation: continuation)
          storage.waiters[identifier, default: []].append(waiter)
          return (false, nil)
        }
        if isDue { continuation.resume(returning: handle) }
      }
    } onCancel: {
      let waiter = storage.withLock { storage -> Waiter? in
        guard let index = storage.waiters[identifier]?.firstIndex(where: { $0.key == key }) else {
          return nil
        }
        return storage.waiters[identifier]?.remove(at: index)
      }
      waiter?.continuation.resume(returning: nil)
    }
  }

  /// Ends every loop: the runtime has stopped.
  func finish() {
    let waiters = storage.withLock { storage in
      storage.isFinished = true
      storage.current = nil
      storage.handles = [:]
      storage.offered = [:]
      defer { storage.waiters = [:] }
      return storage.waiters.values.flatMap { $0 }
    }
    for waiter in waiters { waiter.continuation.resume(returning: nil) }
  }
}
