import SessionCore

/// Why an invitation or a knock came to nothing.
public enum InvitationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no address; why not.
  case malformedAddress(String, reason: String)
  /// The name is not known to the system.
  case unknownHost(String)
  /// Looking the name up took longer than 5 s.
  case lookupTimedOut(String)
  /// No program answered at the address.
  case nobodyThere(String)
  /// Who was asked said no; the name that was given.
  case declined(by: String)
  /// Another question waits for an answer there.
  case busy(by: String)
  /// Nobody answered the question within 2 minutes.
  case unanswered
  /// The session has as many participants as it may have.
  case full
  /// The two programs speak different versions of the protocol.
  case versionMismatch(theirs: Int, ours: Int)
  /// Something answered that is another kind of program.
  case notOurKind(String)
  /// The invitation link is used up, too old or revoked.
  case linkOver
  /// Another device answers where the invitation link says.
  case otherDevice
  /// The text is no invitation link that can be followed.
  case malformedLink(LinkProblem)
  /// The address is this very program's.
  case oneself(String)
  /// Whoever is at the address takes part already.
  case alreadyHere
  /// The connection broke while the question was open.
  case lost
  /// The request was cancelled.
  case cancelled
  /// There is no session that it could be for, or that session is over.
  case sessionOver
  /// The runtime was stopped.
  case notRunning

  init(_ failure: RequestFailure, address: String) {
    switch failure {
    case .nobodyThere: self = .nobodyThere(address)
    case .declined(let name): self = .declined(by: name)
    case .busy(let name): self = .busy(by: name)
    case .unanswered: self = .unanswered
    case .full: self = .full
    case .versionMismatch(let theirs, let ours):
      self = .versionMismatch(theirs: Int(theirs), ours: Int(ours))
    case .notOurKind: self = .notOurKind(address)
    case .linkOver: self = .linkOver
    case .otherDevice: self = .otherDevice
    case .oneself: self = .oneself(address)
    case .alreadyHere: self = .alreadyHere
    case .lost: self = .lost
    case .cancelled: self = .cancelled
    case .sessionOver: self = .sessionOver
    }
  }

  /// What happened and what can be done, in one line.
  public var description: String {
    switch self {
    case .malformedAddress(let text, let reason): "\(Self.quoted(text)) is no address: \(reason)"
    case .unknownHost(let name):
      "no machine is called \(Self.quoted(name)): check the name or type its address"
    case .lookupTimedOut(let name):
      "looking up \(Self.quoted(name)) took too long: type its address instead"
    case .nobodyThere(let address):
      "nobody answers at \(Self.quoted(address)): is the program running there, on that port?"
    case .declined(let name): "\(Self.shown(name)) declined"
    case .busy(let name): "\(Self.shown(name)) is answering somebody else: try again in a minute"
    case .unanswered: "nobody answered within two minutes: try again later"
    case .full: "the session holds as many people as it can: try again when somebody has left"
    case .versionMismatch(let theirs, let ours) where theirs > ours:
      "they run a newer version (protocol \(theirs), ours is \(ours)): update this program"
    case .versionMismatch(let theirs, let ours):
      "they run an older version (protocol \(theirs), ours is \(ours)): they need to update"
    case .notOurKind(let address):
      "what answers at \(Self.quoted(address)) is another kind of program: check the port"
    case .oneself(let address):
      "\(Self.quoted(address)) is this very program: add the port of the other one"
    case .linkOver: "the invitation link is used up, too old or revoked: ask for a new one"
    case .otherDevice:
      "another device answers where the link says: ask whoever made it for a new one"
    case .malformedLink(.notALink): "that is no invitation link: copy all of it"
    case .malformedLink(.incomplete): "the invitation link is not whole: copy all of it"
    case .malformedLink(.damaged): "the invitation link is damaged: copy it again"
    case .malformedLink(.newer): "a newer program made the invitation link: update this one"
    case .alreadyHere: "they are here already"
    case .lost: "the connection broke before there was an answer: try again"
    case .cancelled: "cancelled"
    case .sessionOver: "there is no session to share"
    case .notRunning: "the network is not running"
    }
  }

  private static func quoted(_ text: String) -> String { "“\(text)”" }

  private static func shown(_ name: String) -> String { name.isEmpty ? "the other side" : name }
}
