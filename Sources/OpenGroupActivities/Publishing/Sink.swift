import Synchronization

/// One subscription: lets each version through once, in order, one delivery at a time.
final class Sink<Value: Sendable>: Sendable {
  private struct Storage {
    var latest: UInt64?
    var last: Value?
    var waiting: [Value] = []
    var isBusy = false
    var isStopped = false
  }

  private let storage = Mutex(Storage())
  private let isSame: @Sendable (Value, Value) -> Bool
  private let body: @Sendable (Value) -> Void

  init(
    isSame: @escaping @Sendable (Value, Value) -> Bool,
    _ body: @escaping @Sendable (Value) -> Void
  ) {
    self.isSame = isSame
    self.body = body
  }

  func stop() {
    storage.withLock { storage in
      storage.isStopped = true
      storage.waiting = []
    }
  }

  func offer(_ value: Value, _ version: UInt64) {
    let mustDeliver = storage.withLock { storage -> Bool in
      if let latest = storage.latest, version <= latest { return false }
      storage.latest = version
      if storage.isStopped || storage.last.map({ isSame($0, value) }) == true { return false }
      storage.last = value
      storage.waiting.append(value)
      defer { storage.isBusy = true }
      return !storage.isBusy
    }
    if mustDeliver { while deliverNext() {} }
  }

  private func deliverNext() -> Bool {
    let next = storage.withLock { storage -> Value? in
      if storage.waiting.isEmpty {
        storage.isBusy = false
        return nil
      }
      return storage.waiting.removeFirst()
    }
    guard let next else { return false }
    body(next)
    return true
  }
}
