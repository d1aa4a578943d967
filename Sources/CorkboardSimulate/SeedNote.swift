import BoardSimulator
import Glibc
import Synchronization

/// Says which seed was running when the program traps: nothing else would.
///
/// One run at a time. What happens in a signal's handler touches no memory but atomics and the stack.
enum SeedNote {
  private static let plan = Atomic<Int>(-1)
  private static let seed = Atomic<UInt64>(0)

  /// From here on a trap names what `begin` was told last, and ends the program as before.
  static func install() {
    plan.store(-1, ordering: .relaxed)
    seed.store(0, ordering: .relaxed)
    for code in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(code) { code in
        SeedNote.tell()
        signal(code, SIG_DFL)
        raise(code)
      }
    }
  }

  /// A seed of a plan is about to run.
  static func begin(_ plan: SimulationPlan, _ seed: UInt64) {
    let place = PlanName(plan).flatMap { PlanName.allCases.firstIndex(of: $0) }
    self.plan.store(place ?? -1, ordering: .relaxed)
    self.seed.store(seed, ordering: .relaxed)
  }

  /// A line for whoever waits, at once, wherever the output goes.
  static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(2, bytes, bytes.count)
  }

  private static func tell() {
    let place = plan.load(ordering: .relaxed)
    write("\nTRAP in ")
    write(place >= 0 ? PlanName.allCases[place].fixed : "a plan of its own")
    write(", seed ")
    write(seed.load(ordering: .relaxed))
    write("\n")
  }

  private static func write(_ text: StaticString) {
    _ = Glibc.write(2, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func write(_ number: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      _ = Glibc.write(2, digits.baseAddress?.advanced(by: start), digits.count - start)
    }
  }
}
