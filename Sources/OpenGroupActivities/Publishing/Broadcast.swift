import Synchronization

/// A current value that any number of sinks and loops observe, numbered by version.
///
/// Sinks hear a new value before `value` changes to it, as Apple's published properties do it. A
/// value is delivered to a sink at most once and never after a newer one, whatever the threads do.
final class Broadcast<Value: Sendable>: Sendable {
  private struct Storage {
    var value: Value
    var version: UInt64 = 0
    /// Values given by `set` while another call delivers.
    var waiting: [Value] = []
    var isDelivering = false
    var sinks: [UInt64: Sink<Value>] = [:]
    var loops: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextKey: UInt64 = 0

    var orderedSinks: [Sink<Value>] { sinks.sorted { $0.key < $1.key }.map(\.value) }
  }

  private let storage: Mutex<Storage>

  init(_ value: Value) {
    storage = Mutex(Storage(value: value))
  }

  var value: Value { storage.withLock { $0.value } }

  var versioned: (value: Value, version: UInt64) {
    storage.withLock { ($0.value, $0.version) }
  }

  /// Makes `value` the next value.
  ///
  /// When another thread delivers, or a sink calls this from inside its delivery, the value takes
  /// its turn there and this call returns at once.
  func set(_ value: Value) {
    let mustDeliver = storage.withLock { storage in
      storage.waiting.append(value)
      defer { storage.isDelivering = true }
      return !storage.isDelivering
    }
    if mustDeliver { while deliverNext() {} }
  }

  private func deliverNext() -> Bool {
    let next = storage.withLock { storage -> (Value, UInt64, [Sink<Value>])? in
      if storage.waiting.isEmpty {
        storage.isDelivering = false
        return nil
      }
      return (storage.waiting.removeFirst(), storage.version + 1, storage.orderedSinks)
    }
    guard let (value, version, sinks) = next else { return false }
    for sink in sinks { sink.offer(value, version) }
    let (late, loops) = storage.withLock { storage in
      storage.value = value
      storage.version = version
      defer { storage.loops = [:] }
      // Whoever subscribed between the two locks was given the old value and hears this one now.
      return (storage.orderedSinks, Array(storage.loops.values))
    }
    for sink in late { sink.offer(value, version) }
    for loop in loops { loop.resume() }
    return true
  }

  /// Delivers the current value before it returns, then each next one that is not the same.
  func subscribe(
    isSame: @escaping @Sendable (Value, Value) -> Bool,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> AnyCancellable {
    let sink = Sink(isSame: isSame, body)
    let (key, value, version) = storage.withLock { storage in
      storage.nextKey += 1
      storage.sinks[storage.nextKey] = sink
      return (storage.nextKey, storage.value, storage.version)
    }
    sink.offer(value, version)
    return AnyCancellable { [weak self] in
      sink.stop()
      self?.storage.withLock { _ = $0.sinks.removeValue(forKey: key) }
    }
  }

  /// Returns when the version is above `version`, or when the task is cancelled.
  func change(after version: UInt64) async {
    let key = storage.withLock { storage in
      storage.nextKey += 1
      return storage.nextKey
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = storage.withLock { storage in
          if storage.version > version || Task.isCancelled { return true }
          storage.loops[key] = continuation
          return false
        }
        if isDue { continuation.resume() }
      }
    } onCancel: {
      storage.withLock { $0.loops.removeValue(forKey: key) }?.resume()
    }
  }
}
