/// Why bytes from outside were refused.
///
/// The link that brought them is closed.
package enum WireError: Error, Equatable, Sendable {
  /// A field or a count reaches beyond the bytes that are there.
  case truncated
  /// A frame, text or list is longer than its limit.
  case tooLong
  /// The first frame does not bear the protocol's magic number, or is no hello.
  case notOurProtocol
  /// A field holds a value that has no meaning.
  case malformed
}
