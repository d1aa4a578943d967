#if THREAD_SANITIZER
import Foundation
import Testing

/// A race that is meant: `make tsan` asks for it first, and fails when nobody sees it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PLANT_RACE"] != nil, "only on request"))
struct PlantedRaceTests {
  private final class Unguarded: @unchecked Sendable {
    var count = 0
  }

  @Test func `two threads count without a lock`() {
    let shared = Unguarded()
    let threads = (0..<2).map { _ in
      Thread { for _ in 0..<1_000_000 { shared.count += 1 } }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy(\.isFinished) { usleep(1_000) }
    #expect(shared.count > 0)
  }
}
#endif
