import FoundationEssentials

/// What the network wants kept for the next run, on its way to the thread that owns the disk.
struct SessionRecords: Sendable {
  let all: AsyncStream<Data?>
  private let inlet: AsyncStream<Data?>.Continuation

  init() {
    // Only the newest counts: each record replaces the one before.
    (all, inlet) = AsyncStream.makeStream(of: Data?.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// From any thread.
  ///
  /// Nil: there is nothing to come back to.
  func add(_ record: Data?) { inlet.yield(record) }

  /// Nothing follows; whoever reads `all` still gets the last one.
  func finish() { inlet.finish() }
}
