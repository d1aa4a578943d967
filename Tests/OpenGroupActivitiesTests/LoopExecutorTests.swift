import CSystem
import Glibc
import Testing

@testable import OpenGroupActivities

/// The event loop as an actor's executor.
@Suite(.timeLimit(.minutes(1))) struct LoopExecutorTests {
  @Test func `every call reaches the actor once from whatever thread`() async {
    let counter = LoopProbe()
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
    let counter = LoopProbe()
    Task { await counter.stop() }
    counter.executor.run(counter)
    #expect(await counter.count() == 1)
  }

  @Test func `a call after the end is still answered`() async {
    let counter = LoopProbe()
    counter.executor.start(counter)
    await counter.stop()
    for expected in 1...200 { #expect(await counter.count() == expected) }
  }

  @Test func `a deadline wakes the loop`() async {
    let counter = LoopProbe()
    counter.executor.start(counter)
    let before = LoopExecutor.now
    await counter.sleep(nanoseconds: 30_000_000)
    #expect(LoopExecutor.now - before >= 30_000_000)
    await counter.stop()
  }

  @Test func `a loop without a deadline makes no turn by itself`() async {
    let counter = LoopProbe()
    let other = LoopProbe()
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
    let counter = LoopProbe()
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
      let counter = LoopProbe()
      weakExecutor = counter.executor
      counter.executor.start(counter)
      await counter.stop()
    }
    // The thread lets go of both on its own time: each round is a real wait on another loop.
    let other = LoopProbe()
    other.executor.start(other)
    for _ in 0..<200 where weakExecutor != nil { await other.sleep(nanoseconds: 5_000_000) }
    #expect(weakExecutor == nil)
    await other.stop()
  }
}
