/// Somebody who waits for a person's answer: a banner.
package struct Visitor: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// They ask us into their session.
    case invitation
    /// They ask to be let into ours.
    case knock
  }

  package var id: RequestID
  package var kind: Kind
  package var name: String
  package var deviceName: String
  package var device: DeviceID
  package var endpoint: Endpoint
  /// What the two people can compare before this one answers.
  package var words: FourWords?
  /// Of an invitation: what they are doing.
  ///
  /// Of a knock: empty.
  package var activity: ActivityRecord?
  /// Of an invitation: how many take part now.
  package var participantCount: Int

  package init(
    id: RequestID,
    kind: Kind,
    name: String,
    deviceName: String,
    device: DeviceID,
    endpoint: Endpoint,
    words: FourWords?,
    activity: ActivityRecord?,
    participantCount: Int
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.deviceName = deviceName
    self.device = device
    self.endpoint = endpoint
    self.words = words
    self.activity = activity
    self.participantCount = participantCount
  }
}

/// How one's own invitation or knock stands.
package enum RequestStatus: Equatable, Sendable {
  case dialling
  /// The other side's program has it; a person is being asked. `by` is the name it gave.
  ///
  /// `words`: what the two people can compare.
  case ringing(by: String, DeviceID, words: FourWords?)
  case accepted(by: String)
  case failed(RequestFailure)
}

/// Why an invitation or a knock came to nothing.
package enum RequestFailure: Hashable, Sendable {
  /// No address answered.
  case nobodyThere
  case declined(by: String)
  /// Another question waits for an answer there.
  case busy(by: String)
  /// Nobody answered within 2 minutes.
  case unanswered
  /// The session has as many participants as it may.
  case full
  /// They speak another version of the protocol: theirs and ours.
  case versionMismatch(theirs: UInt16, ours: UInt16)
  /// Something answered that does not speak the protocol, or runs another activity.
  case notOurKind
  /// The link that was followed is used up, too old or revoked.
  case linkOver
  /// Another device answers where the link says.
  case otherDevice
  /// It is this very program.
  case oneself
  /// They take part already.
  case alreadyHere
  /// They stopped answering while we waited.
  case lost
  /// We cancelled it.
  case cancelled
  /// The session that it was for is over.
  case sessionOver
}
