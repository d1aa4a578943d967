import Synchronization

/// An answer that several may give and one waits for: the first counts.
final class OneAnswer<Value: Sendable>: Sendable {
  private enum Storage {
    case open
    case waiting(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let storage = Mutex(Storage.open)

  /// Gives the answer; without effect when there is one.
  func give(_ value: Value) {
    let waiter = storage.withLock { storage -> CheckedContinuation<Value, Never>? in
      switch storage {
      case .open:
        storage = .given(value)
        return nil
      case .waiting(let continuation):
        storage = .taken
        return continuation
      case .given, .taken:
        return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the answer.
  ///
  /// Once only.
  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let ready = storage.withLock { storage -> Value? in
        switch storage {
        case .given(let value):
          storage = .taken
          return value
        case .open:
          storage = .waiting(continuation)
          return nil
        case .waiting, .taken:
          preconditionFailure("an answer is waited for once")
        }
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }
}
