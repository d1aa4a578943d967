/// A message type with a name of its own on the wire, in place of the name of its Swift type.
///
/// Use it for types that differ in name or module between two programs, and for private types.
public protocol CustomMessageIdentifiable {
  /// At most 1,024 bytes in UTF-8.
  static var messageIdentifier: String { get }
}
