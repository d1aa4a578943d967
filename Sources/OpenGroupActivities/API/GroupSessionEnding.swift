import SessionCore

/// Why a session is over for this device: the reason of an invalidated session.
public enum GroupSessionEnding: Error, Hashable, Sendable, CustomStringConvertible {
  /// This device left.
  case left
  /// Somebody ended the session for everyone; nil when it is not known who.
  case ended(by: Participant?)
  /// Somebody put this device out of the session; nil when it is not known who.
  case removed(by: Participant?)
  /// This device entered another session.
  case replaced
  /// The runtime was stopped.
  case stopped

  init(_ reason: InvalidationReason) {
    switch reason {
    case .left: self = .left
    case .ended(let participant): self = .ended(by: participant.map { Participant($0) })
    case .removed(let participant): self = .removed(by: participant.map { Participant($0) })
    case .replaced: self = .replaced
    case .stopped: self = .stopped
    }
  }

  /// One sentence without its full stop.
  public var description: String {
    switch self {
    case .left: "this device left the session"
    case .ended: "the session was ended for everyone"
    case .removed: "this device was removed from the session"
    case .replaced: "this device entered another session"
    case .stopped: "the program stopped"
    }
  }
}
