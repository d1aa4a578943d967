import Glibc

@testable import OpenGroupActivities

/// Counts calls, reads a pipe, and ends when told to.
actor LoopProbe: LoopDriver {
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
