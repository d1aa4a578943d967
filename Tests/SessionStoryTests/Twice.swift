import SessionSimulator
import Synchronization
import Testing

/// Runs one case of each test of a suite twice: one seed must make one trace, to the last event.
struct Twice: SuiteTrait, TestTrait, TestScoping {
  /// Tests of which a case was run twice.
  private static let seen = Mutex<Set<Test.ID>>([])

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Twice? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let isFirst = Self.seen.withLock { $0.insert(test.id).inserted }
    guard isFirst else { return try await body() }
    let first = try await trace(of: body)
    let second = try await trace(of: body)
    #expect(first == second, "the same seed made another trace")
  }

  private func trace(of body: @concurrent @Sendable () async throws -> Void) async throws -> UInt64
  {
    let trace = Trace()
    try await SimulatedLAN.$witness.withValue({ trace.note($0) }, operation: body)
    return trace.sum
  }
}

/// All that simulations told, in one number.
private final class Trace: Sendable {
  private let number = Mutex<UInt64>(0)

  var sum: UInt64 { number.withLock { $0 } }

  func note(_ hash: UInt64) {
    number.withLock { $0 = ($0 ^ hash) &* 0x100_0000_01B3 }
  }
}

extension Trait where Self == Twice {
  /// One seed, one trace.
  static var twice: Self { Twice() }
}
