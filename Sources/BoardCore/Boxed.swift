/// A value in memory of its own, so that whatever holds it holds one word.
///
/// A value like any other: copies share the memory until one of them changes.
struct Boxed<Value: Sendable>: Sendable {
  /// Always one.
  private var only: ContiguousArray<Value>

  init(_ value: Value) { only = [value] }

  var value: Value {
    _read { yield only[0] }
    _modify { yield &only[0] }
  }

  /// Whether both share one memory, and so are equal.
  func isSame(as other: Boxed) -> Bool {
    only.withUnsafeBufferPointer { mine in
      other.only.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}
