/// To whom a message goes.
public enum Participants: Sendable {
  /// All active participants but the sender.
  case all
  /// Those of these that are active. The sender never receives its own; an empty set sends nothing.
  case only(Set<Participant>)
}

extension Participants {
  /// One participant.
  public static func only(_ participant: Participant) -> Participants { .only([participant]) }
}
