import CSystem
import Glibc
import Testing

@testable import OpenGroupActivities

/// The event loop as an actor's executor.
@Suite(.timeLimit(.minutes(1))) struct LoopExecutorTests {
  /// Counts calls, reads a pipe, and ends when told to.
  private actor Counter: LoopDriver {
    nonisolated let executor = LoopExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }
    private var calls = 0
    private var bytes: [UInt8] = []
    private var isStopped = false
    private var deadline: UInt64?
    private var readers: [CheckedContinuation<[UInt8], Never>] = []
    private var sleepers: [CheckedContinuation<Void, Never>] = []

    func prepareToWait(_ now: UInt64) -> LoopWait {
      if isStopped { return .end }
      guard let deadline else { return .untilWoken }
      if now < deadline { return .until(deadline) }
      self.deadline = nil
      for sleeper in sleepers { sleeper.resume() }
      sleepers = []
      return .untilWoken
    }

    func handle(_ token: UInt64, _ ready: Readiness, _ now: UInt64) {
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(Int32(token), &buffer, buffer.count)
      bytes.append(contentsOf: buffer.prefix(max(0, count)))
      for reader in readers { reader.resume(returning: bytes) }
      readers = []
    }

    func count() -> Int {
      calls += 1
      return calls
    }

    func sleep(nanoseconds: UInt64) async {
      deadline = LoopExecutor.now + nanoseconds
      await withCheckedContinuation { sleepers.append($0) }
    }

    func nextBytes(after write: @Sendable () -> Void) async -> [UInt8] {
      write()
      return await withCheckedContinuation { readers.append($0) }
    }

    func stop() { isStopped = true }
  }

  @Test func `every call reaches the actor once from whatever thread`() async {
    let counter = Counter()
    counter.executor.start(counter)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { _ = await counter.count() } }
      }
    }
    #expect(await counter.count() == 8_001)
    await counter.stop()
  }

  @Test func `the loop runs on the calling thread and returns when it is ended`() async {
    let counter = Counter()
    Task { await counter.stop() }
    counter.executor.run(counter)
    #expect(await counter.count() == 1)
  }

  @Test func `a call after the end is still answered`() async {
    let counter = Counter()
    counter.executor.start(counter)
    await counter.stop()
    for expected in 1...200 { #expect(await counter.count() == expected) }
  }

  @Test func `a deadline wakes the loop`() async {
    let counter = Counter()
    counter.executor.start(counter)
    let before = LoopExecutor.now
    await counter.sleep(nanoseconds: 30_000_000)
    #expect(LoopExecutor.now - before >= 30_000_000)
    await counter.stop()
  }

  @Test func `a loop without a deadline makes no turn by itself`() async {
    let counter = Counter()
    let other = Counter()
    counter.executor.start(counter)
    other.executor.start(other)
    _ = await counter.count()
    await other.sleep(nanoseconds: 20_000_000)
    let before = counter.executor.turns
    await other.sleep(nanoseconds: 300_000_000)
    #expect(counter.executor.turns == before)
    await counter.stop()
    await other.stop()
  }

  @Test func `a descriptor reports that it is ready`() async {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let counter = Counter()
    counter.executor.start(counter)
    counter.executor.add(reading, for: .read, token: UInt64(reading))
    let bytes = await counter.nextBytes { _ = write(writing, "hi", 2) }
    #expect(bytes == Array("hi".utf8))
    await counter.stop()
    close(reading)
    close(writing)
  }

  @Test func `actor and executor are freed after the end`() async {
    weak var weakExecutor: LoopExecutor?
    do {
      let counter = Counter()
      weakExecutor = counter.executor
      counter.executor.start(counter)
      await counter.stop()
    }
    // The thread lets go of both on its own time: each round is a real wait on another loop.
    let other = Counter()
    other.executor.start(other)
    for _ in 0..<200 where weakExecutor != nil { await other.sleep(nanoseconds: 5_000_000) }
    #expect(weakExecutor == nil)
    await other.stop()
  }
}
