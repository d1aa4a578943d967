extension GroupSession {
  /// The sessions of one kind of activity, each delivered once, in the order in which they began.
  ///
  /// Sessions that nobody took yet are kept and delivered to the first loop that asks, so a loop may
  /// start late. When several loops run, each session goes to one of them. The sequence belongs to
  /// the runtime that was current when it was made, and ends when the task is cancelled or that
  /// runtime stops; one made before `People.start` waits for the start.
  public struct Sessions: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = GroupSession

    /// The sequence never fails.
    public typealias Failure = Never

    let directory: SessionDirectory

    /// Starts a loop.
    public func makeAsyncIterator() -> Iterator { Iterator(directory: directory) }

    /// The place of one loop in the sequence.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      let directory: SessionDirectory

      /// Waits for the next session; nil when the task is cancelled or the runtime stopped.
      ///
      /// A session whose activity cannot be decoded as this type is skipped.
      public mutating func next() async -> GroupSession? {
        while let handle = await directory.next(of: ActivityType.activityIdentifier) {
          if let session = GroupSession(handle) { return session }
        }
        return nil
      }
    }
  }
}
