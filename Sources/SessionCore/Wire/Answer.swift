/// What the acceptor of a link says to its dialler's wish.
package enum Answer: UInt8, Equatable, Sendable {
  /// A person is being asked.
  case ringing = 1
  /// The invited person said yes and waits for the welcome.
  case accepted = 2
  case declined = 3
  /// Another question waits for an answer here.
  case busy = 4
  case full = 5
  /// We take part in other kinds of activity.
  case notOurKind = 6
  /// We are not, or no longer, in that session.
  case sessionOver = 7
  case alreadyHere = 8
  case oneself = 9
  case unanswered = 10
  /// The session runs here, but the asker is not in its roster yet: ask again.
  case notAdmitted = 11
  /// The session runs here, and the asker has left it.
  case leftBefore = 12
  /// Another link between the two of us stays.
  case duplicate = 13
  /// The invitation link is used up, too old, revoked or none of ours.
  case linkOver = 14
}
