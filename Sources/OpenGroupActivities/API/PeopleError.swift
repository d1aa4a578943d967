/// Why the runtime could not start or do something.
public enum PeopleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The port that was asked for is in use by another program.
  case portTaken(UInt16)
  /// None of these ports is free.
  case noFreePort(ClosedRange<UInt16>)
  /// The system does not let this program use the port: below 1,024, as a rule.
  case portNotAllowed(UInt16)
  /// The system refused something else.
  case system(call: String, errno: Int32)
  /// The encoded activity is longer than it may be; both in bytes.
  case activityTooLarge(size: Int, limit: Int)
  /// `People.start` was not called, or the runtime was stopped.
  case notRunning

  /// What happened and what can be done, in one line.
  public var description: String {
    switch self {
    case .portTaken(let port):
      "port \(port) is in use by another program: choose another port"
    case .noFreePort(let range):
      "no port from \(range.lowerBound) to \(range.upperBound) is free: choose another port"
    case .portNotAllowed(let port):
      "the system does not allow port \(port): choose one above 1023"
    case .system(let call, let number):
      "the network is not available: \(call) failed with \(SystemError.text(number))"
    case .activityTooLarge(let size, let limit):
      "the activity has \(size) bytes, more than \(limit): keep content out of it"
    case .notRunning:
      "the network is not running"
    }
  }
}
