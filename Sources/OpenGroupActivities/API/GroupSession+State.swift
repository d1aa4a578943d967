import SessionCore

extension GroupSession {
  /// How far a device is in a session.
  public enum State: Sendable, Equatable, CustomStringConvertible {
    /// Delivered and not yet joined.
    case waiting
    /// Taking part: messages flow.
    case joined
    /// Over for this device. The reason is a `GroupSessionEnding`.
    case invalidated(reason: any Error)

    init(_ snapshot: SessionSnapshot) {
      switch snapshot.state {
      case .waiting: self = .waiting
      case .joined: self = .joined
      case .invalidated(let reason): self = .invalidated(reason: GroupSessionEnding(reason))
      }
    }

    /// Two invalidated states are equal whatever their reasons are.
    public static func == (left: State, right: State) -> Bool {
      switch (left, right) {
      case (.waiting, .waiting), (.joined, .joined), (.invalidated, .invalidated): true
      case (.waiting, _), (.joined, _), (.invalidated, _): false
      }
    }

    /// For logs.
    public var description: String {
      switch self {
      case .waiting: "waiting"
      case .joined: "joined"
      case .invalidated(let reason): "invalidated: \(reason)"
      }
    }
  }
}
