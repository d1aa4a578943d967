/// Why bytes are not an operation or a message.
package enum BoardCodingError: Error, Equatable, Sendable {
  case truncated
  case invalid
  /// Made by a newer program.
  case unknownFormat(UInt16)
  case tooLarge
}
