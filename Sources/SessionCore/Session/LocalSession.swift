/// The session that this peer is in: at most one at a time.
struct LocalSession {
  struct HeldMessage {
    var payload: [UInt8]
    var recipients: Recipients
    var delivery: Delivery
  }

  let id: SessionID
  let founder: DeviceID
  let salt: UInt128
  let localParticipant: ParticipantID
  let isLocallyInitiated: Bool
  /// Drawn each time this peer enters a session.
  let incarnation: UInt64
  /// Joined without waiting for anybody: founded here, or come back to.
  let joinsAlone: Bool

  var activity: StampedActivity { didSet { contentsChanged() } }
  var roster: Roster { didSet { contentsChanged() } }
  var admissions: Admissions { didSet { contentsChanged() } }
  var members: [DeviceID: Member] = [:]

  var isJoined = false
  /// Set by `join` until a member is reached; when it passes, the peer joins alone.
  var joinDeadline: Moment?
  /// Sent before this peer had joined, oldest first.
  var held: [HeldMessage] = []
  var heldBytes = 0

  /// Of roster, admissions and activity.
  private(set) var digest: UInt64 = 0
  var needsStore = false
  /// The record that the shell keeps.
  var stored: SessionRecord?
  var needsPublish = false
  var needsPeople = false
  var published: SessionSnapshot?
  var publishedPeople: [PersonSnapshot] = []

  init(
    welcome: Welcome,
    admissions: Admissions,
    localParticipant: ParticipantID,
    isLocallyInitiated: Bool,
    joinsAlone: Bool,
    incarnation: UInt64
  ) {
    id = welcome.session
    founder = welcome.founder
    salt = welcome.salt
    activity = welcome.activity
    self.admissions = admissions
    var roster = Roster()
    _ = roster.merge(welcome.roster.entries, within: admissions)
    self.roster = roster
    self.localParticipant = localParticipant
    self.isLocallyInitiated = isLocallyInitiated
    self.joinsAlone = joinsAlone
    self.incarnation = incarnation
    contentsChanged()
  }

  /// Whether a device may have a link: let in by a chain of members, and not gone.
  func isMember(_ device: DeviceID) -> Bool {
    roster.isPresent(device) && admissions.isMember(device)
  }

  /// What is handed to a newcomer, and kept.
  func welcome(_ page: RosterPage) -> Welcome {
    Welcome(session: id, founder: founder, salt: salt, activity: activity, roster: page)
  }

  /// Devices of the members, in order.
  var devices: [DeviceID] { members.keys.sorted() }

  private mutating func contentsChanged() {
    needsStore = true
    needsPublish = true
    var writer = ByteWriter()
    writer.integer(roster.digest)
    writer.integer(admissions.digest)
    writer.integer(activity.revision)
    writer.integer(activity.writer.rawValue)
    digest = writer.bytes.shortHash
  }

  /// Keeps a message until this peer has joined; the oldest give way beyond the limit.
  mutating func hold(_ message: HeldMessage) {
    held.append(message)
    heldBytes += message.payload.count + 64
    while heldBytes > WireLimits.heldMessages, held.count > 1 {
      heldBytes -= held.removeFirst().payload.count + 64
    }
  }
}
