/// Why bytes are not an operation or a message.
package enum BoardCodingError: Error, Equatable, Sendable {
  case truncated
  case invalid
  /// Made by a newer program.
  case unknownFormat(UInt16)
  /// Of a form that is known, with a part of a kind that is not: made by a newer program.
  case unknownKind(UInt64)
  case tooLarge

  /// Sound, as far as can be told, but not for this program to understand.
  package var isNewer: Bool {
    switch self {
    case .unknownFormat, .unknownKind: true
    case .truncated, .invalid, .tooLarge: false
    }
  }
}
