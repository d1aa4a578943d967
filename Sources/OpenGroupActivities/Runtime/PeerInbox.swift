import SessionCore
import Synchronization

/// Inputs from any thread on their way to the network's thread, in order.
final class PeerInbox: Sendable {
  private struct Storage {
    var inputs: [PeerInput] = []
    var bytes = 0
    var isClosed = false
  }

  private let storage = Mutex(Storage())

  var isEmpty: Bool { storage.withLock { $0.inputs.isEmpty } }

  /// How many bytes of messages wait.
  var bytes: Int { storage.withLock { $0.bytes } }

  /// Without effect once closed.
  func add(_ input: PeerInput) {
    storage.withLock { storage in
      if storage.isClosed { return }
      storage.inputs.append(input)
      if case .send(_, let payload, _, _) = input { storage.bytes += payload.count }
    }
  }

  func takeAll() -> [PeerInput] {
    storage.withLock { storage in
      defer {
        storage.inputs = []
        storage.bytes = 0
      }
      return storage.inputs
    }
  }

  func close() {
    storage.withLock { storage in
      storage.isClosed = true
      storage.inputs = []
      storage.bytes = 0
    }
  }
}
