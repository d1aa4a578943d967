import Synchronization

/// The visitors that wait for an answer, and the loops that show them.
final class VisitorBoard: Sendable {
  private struct Storage {
    var waiting: [Visitor] = []
    var loops: [UInt64: AsyncStream<VisitorEvent>.Continuation] = [:]
    var next: UInt64 = 0
    var isFinished = false
  }

  /// Events that a loop does not take are dropped above this many, oldest first.
  private static let mostKept = 256
  private let storage = Mutex(Storage())

  /// A new loop: hears of those that wait now, then of every change.
  func events() -> AsyncStream<VisitorEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: VisitorEvent.self,
      bufferingPolicy: .bufferingNewest(Self.mostKept)
    )
    let key = storage.withLock { storage -> UInt64 in
      storage.next += 1
      for visitor in storage.waiting { continuation.yield(.arrived(visitor)) }
      if storage.isFinished { continuation.finish() }
      storage.loops[storage.next] = continuation
      return storage.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.storage.withLock { _ = $0.loops.removeValue(forKey: key) }
    }
    return stream
  }

  func arrived(_ visitor: Visitor) {
    storage.withLock { storage in
      storage.waiting.append(visitor)
      for loop in storage.loops.values { loop.yield(.arrived(visitor)) }
    }
  }

  func left(_ id: Visitor.ID) {
    storage.withLock { storage in
      guard let index = storage.waiting.firstIndex(where: { $0.id == id }) else { return }
      storage.waiting.remove(at: index)
      for loop in storage.loops.values { loop.yield(.left(id)) }
    }
  }

  /// What happens to others than those who wait.
  func tell(_ event: VisitorEvent) {
    storage.withLock { storage in
      for loop in storage.loops.values { loop.yield(event) }
    }
  }

  func finish() {
    let loops = storage.withLock { storage in
      storage.isFinished = true
      return Array(storage.loops.values)
    }
    for loop in loops { loop.finish() }
  }
}
