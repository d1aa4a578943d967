import Synchronization
import Testing

@testable import OpenGroupActivities

/// Published values, by sink and by loop.
@Suite(.timeLimit(.minutes(1))) struct PublishingTests {
  private final class Log: Sendable {
    private let storage = Mutex<[String]>([])
    var entries: [String] { storage.withLock { $0 } }
    func add(_ entry: String) { storage.withLock { $0.append(entry) } }
  }

  private func published(_ broadcast: Broadcast<Int>) -> Published<Int> {
    Published(PublishedSource(broadcast, isSame: ==) { $0 })
  }

  @Test func `a sink hears the current value at once and a new one before the property has it`() {
    let broadcast = Broadcast(1)
    let log = Log()
    let token = published(broadcast).projectedValue.sink { log.add("\($0) at \(broadcast.value)") }
    broadcast.set(2)
    broadcast.set(2)
    broadcast.set(3)
    #expect(log.entries == ["1 at 1", "2 at 1", "3 at 2"])
    token.cancel()
    broadcast.set(4)
    #expect(log.entries.count == 3)
  }

  @Test func `a sink may set, subscribe and cancel`() {
    let broadcast = Broadcast(0)
    let log = Log()
    let token = broadcast.subscribe(isSame: ==) { value in
      log.add("a\(value)")
      if value == 1 { broadcast.set(2) }
    }
    let inner = Mutex<AnyCancellable?>(nil)
    let outer = broadcast.subscribe(isSame: ==) { value in
      guard value == 2 else { return }
      let token = broadcast.subscribe(isSame: ==) { log.add("b\($0)") }
      inner.withLock { $0 = token }
    }
    broadcast.set(1)
    #expect(broadcast.value == 2)
    #expect(log.entries == ["a0", "a1", "a2", "b1", "b2"])
    inner.withLock { $0 = nil }
    outer.cancel()
    token.cancel()
    broadcast.set(3)
    #expect(log.entries.count == 5)
  }

  @Test func `releasing the token ends the subscription`() {
    let broadcast = Broadcast(0)
    let log = Log()
    var tokens: Set<AnyCancellable> = []
    broadcast.subscribe(isSame: ==) { log.add("\($0)") }.store(in: &tokens)
    tokens = []
    broadcast.set(1)
    #expect(log.entries == ["0"])
  }

  @Test func `a loop never misses the last value whatever the writer does`() async {
    let broadcast = Broadcast(0)
    let last = 100_000
    let reader = Task {
      var previous = -1
      for await value in published(broadcast).projectedValue.values {
        if value <= previous { return false }
        previous = value
        if value == last { return true }
      }
      return false
    }
    for value in 1...last { broadcast.set(value) }
    #expect(await reader.value)
  }

  @Test func `values of several writers arrive once and never backwards at a sink`() async {
    let broadcast = Broadcast((writer: 0, count: 0))
    let log = Mutex<[Int: Int]>([:])
    let isOrdered = Mutex(true)
    let token = broadcast.subscribe(isSame: { $0 == $1 }) { value in
      log.withLock { log in
        if value.count != log[value.writer, default: 0] + 1, value.writer != 0 {
          isOrdered.withLock { $0 = false }
        }
        log[value.writer] = value.count
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask { for count in 1...2_000 { broadcast.set((writer, count)) } }
      }
    }
    #expect(isOrdered.withLock { $0 })
    #expect(log.withLock { $0 } == [0: 0, 1: 2_000, 2: 2_000, 3: 2_000, 4: 2_000])
    token.cancel()
  }

  @Test func `cancelling the task ends its loop`() async {
    let broadcast = Broadcast(0)
    let task = Task {
      var count = 0
      for await _ in published(broadcast).projectedValue.values { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }

  @Test func `nobody can be invited before a runtime runs`() {
    let observer = GroupStateObserver()
    #expect(observer.isEligibleForGroupSession == (PeopleRegistry.shared.runningCount.value > 0))
  }
}
