/// One's own invitation or knock that waits for an answer.
struct Request {
  enum Kind: Equatable {
    case invitation(SessionID, ActivityRecord)
    case knock(activityIdentifier: String)
    /// Coming in by a link.
    case redemption(InvitationLink, activityIdentifier: String)
  }

  var kind: Kind
  /// The link on which it was asked, once somebody said hello.
  var link: LinkID?
  /// The name that the other side gave.
  var otherName = ""
}
