/// The values of something that changes, as an asynchronous sequence.
///
/// A loop gets the current value at once and then, whenever it asks, the latest one that it has not
/// seen: a slow loop may miss values between, never the last. The loop ends when its task is
/// cancelled. Any number of loops may run.
public struct LatestValues<Value>: AsyncSequence {
  /// What the sequence gives.
  public typealias Element = Value

  /// The sequence never fails.
  public typealias Failure = Never

  private let makeNext: () -> (() async -> Value?)

  init<Whole: Sendable>(
    _ broadcast: Broadcast<Whole>,
    isSame: @escaping @Sendable (Whole, Whole) -> Bool,
    _ project: @escaping @Sendable (Whole) -> Value?
  ) {
    makeNext = {
      var seen: (value: Whole, version: UInt64)?
      return {
        while !Task.isCancelled {
          let current = broadcast.versioned
          let isNew = seen.map { $0.version < current.version && !isSame($0.value, current.value) }
          seen = current
          if isNew ?? true, let value = project(current.value) { return value }
          await broadcast.change(after: current.version)
        }
        return nil
      }
    }
  }

  /// Starts a loop of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(advance: makeNext()) }

  /// The place of one loop in the sequence.
  public struct Iterator: AsyncIteratorProtocol {
    let advance: () async -> Value?

    /// Waits for a value that this loop has not seen; nil when the task is cancelled.
    public mutating func next() async -> Value? { await advance() }
  }
}
