/// Why a message was not sent.
public enum GroupSessionMessengerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The encoded message is longer than it may be; both in bytes.
  case messageTooLarge(size: Int, limit: Int)
  /// The session is invalidated.
  case sessionOver
  /// Too many bytes are already waiting for the session to be joined; both in bytes.
  case tooMuchWaiting(size: Int, limit: Int)
  /// The name of the message's type is longer than 1,024 bytes.
  case identifierTooLong(String)

  /// What happened and what can be done.
  public var description: String {
    switch self {
    case .messageTooLarge(let size, let limit):
      "the message has \(size) bytes, more than the \(limit) that one message may have: send less "
        + "at once"
    case .sessionOver:
      "the session is over, so nothing can be sent"
    case .tooMuchWaiting(let size, let limit):
      "\(size) bytes are waiting for the session to be joined, more than \(limit): join it first"
    case .identifierTooLong(let name):
      "the message type's name is too long: \(name.prefix(80))…"
    }
  }
}
