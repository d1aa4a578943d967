import SessionCore

/// Somebody who waits for this person's answer: call `People.answer`.
public struct Visitor: Identifiable, Hashable, Sendable {
  /// What somebody asks.
  public enum Kind: Hashable, Sendable {
    /// They ask this person into their session.
    case invitation
    /// They ask to be let into this person's session.
    case knock
  }

  /// Which question this is, in this run of the program.
  public let id: UInt64
  /// What they ask.
  public let kind: Kind
  /// The name that they give.
  ///
  /// Text from a stranger: make it harmless before showing it.
  public let name: String
  /// The name of their machine, likewise.
  public let deviceName: String
  /// Their device, as 16 bytes: recognizes one that was here before.
  public let device: [UInt8]
  /// Where they are, as somebody would type it.
  public let address: String
  /// Four words that stand on their screen, too, unless somebody is in between.
  public let words: String
  /// Of an invitation: which kind of activity it is to.
  public let activityIdentifier: String
  /// Of an invitation: the title of the activity.
  public let activityTitle: String
  /// Of an invitation: the subtitle of the activity.
  public let activitySubtitle: String
  /// Of an invitation: what people do in the activity.
  public let activityType: GroupActivityMetadata.ActivityType
  /// Of an invitation: where those go who do not have the program; empty when nowhere.
  ///
  /// Text from a stranger, which may be anything: make it harmless before showing it.
  public let fallbackURL: String
  /// Of an invitation: how many take part now.
  public let participantCount: Int

  init(_ visitor: SessionCore.Visitor) {
    id = visitor.id.rawValue
    switch visitor.kind {
    case .invitation: kind = .invitation
    case .knock: kind = .knock
    }
    name = visitor.name
    deviceName = visitor.deviceName
    device = visitor.device.bytes
    address = visitor.endpoint.text
    words = visitor.words?.text ?? ""
    activityIdentifier = visitor.activity?.identifier ?? ""
    activityTitle = visitor.activity?.title ?? ""
    activitySubtitle = visitor.activity?.subtitle ?? ""
    activityType = GroupActivityMetadata.ActivityType(name: visitor.activity?.kind ?? "")
    fallbackURL = visitor.activity?.fallbackURL ?? ""
    participantCount = visitor.participantCount
  }
}

/// What happens at the door.
public enum VisitorEvent: Hashable, Sendable {
  /// Somebody asks.
  case arrived(Visitor)
  /// The question is over: answered, withdrawn, or too old.
  case left(Visitor.ID)
  /// A person here let a device in, or asked it and was let in: keep it to recognize it next time.
  ///
  /// The device as 16 bytes, and the name that it gives, at most 64 bytes of text from another machine:
  /// make it harmless before showing it. Not told of those who come by a link, who come back into a
  /// session that still runs, or whom other members let in.
  case met(device: [UInt8], name: String)
  /// A member, here or elsewhere, put another one out of the session that this device is in.
  ///
  /// Told once, also when this device was away meanwhile; the one who is put out is told by the end of
  /// its session, `GroupSessionEnding.removed`.
  case removed(People.Removal)
}
