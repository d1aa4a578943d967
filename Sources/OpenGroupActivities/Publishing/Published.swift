/// A property that can be observed: `$name` is its publisher.
///
/// Observers hear a new value before the property changes to it, so that inside a sink the property
/// still holds the old value. The properties that are published here are written by the runtime.
@propertyWrapper
public struct Published<Value> {
  let source: PublishedSource<Value>

  init(_ source: PublishedSource<Value>) { self.source = source }

  /// The current value.
  public var wrappedValue: Value {
    get { source.read() }
    nonmutating set { source.write(newValue) }
  }

  /// Observes the property.
  public var projectedValue: Publisher { Publisher(source: source) }

  /// Observes a published property by closure or by loop.
  public struct Publisher {
    /// What is delivered.
    public typealias Output = Value

    let source: PublishedSource<Value>

    /// Calls `receiveValue` at once with the current value, then with each new one before the
    /// property changes to it.
    ///
    /// Later calls come on the thread of the network, one at a time: do not block there.
    /// Deliveries stop when the token is released.
    public func sink(receiveValue: @escaping @Sendable (Value) -> Void) -> AnyCancellable {
      source.subscribe(receiveValue)
    }

    /// The values as an asynchronous sequence: the current one at once, then always the latest.
    public var values: LatestValues<Value> { source.values() }
  }
}
