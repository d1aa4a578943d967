/// What follows from the rest of a value and is only kept to be at hand.
///
/// Values that differ in nothing else are equal.
struct Derived<Value: Sendable>: Equatable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }

  static func == (_: Derived, _: Derived) -> Bool { true }
}
