/// Where a published property's value comes from: a broadcast seen through a projection.
struct PublishedSource<Value> {
  /// The current value.
  let read: () -> Value
  /// What assigning does; nothing for a property that only the runtime writes.
  let write: (Value) -> Void
  let subscribe: (@escaping @Sendable (Value) -> Void) -> AnyCancellable
  let values: () -> LatestValues<Value>
}

extension PublishedSource {
  /// A view of `broadcast`.
  ///
  /// A change counts when `isSame` says no.
  init<Whole: Sendable>(
    _ broadcast: Broadcast<Whole>,
    isSame: @escaping @Sendable (Whole, Whole) -> Bool,
    write: @escaping (Value) -> Void = { _ in },
    _ project: @escaping @Sendable (Whole) -> Value
  ) {
    read = { project(broadcast.value) }
    self.write = write
    subscribe = { body in
      broadcast.subscribe(isSame: isSame) { body(project($0)) }
    }
    values = { LatestValues(broadcast, isSame: isSame, project) }
  }
}
