/// Text that replicas must agree on: equal only when its UTF-8 bytes are.
///
/// `String` calls a composed and a decomposed letter equal, so it must never decide whether a value
/// changed.
package struct ExactText: Equatable, Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  /// Nil when the bytes are not UTF-8.
  package init?(utf8 bytes: ArraySlice<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
    string = String(copying: text)
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }
}
