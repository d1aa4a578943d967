/// One peer: owns the machines of the protocol and routes each input to one of them.
///
/// A pure value: the same inputs at the same moments give the same effects. It is in at most one
/// session at a time. Whatever it keeps has a limit; see `WireLimits`.
///
/// How two peers become members of one session:
/// 1. The dialler says hello, the acceptor answers with its own hello.
/// 2. The dialler states its wish: it invites, knocks, or comes as a member.
/// 3. A person answers an invitation or a knock; the member of the session admits the newcomer to
///    its roster, tells all members, and hands the session over (`welcome`).
/// 4. Both tell how far they have heard each other (`state`), and are linked.
///
/// A newcomer that joins dials everyone in the roster; links that break are redialled by both.
package struct Peer {
  package let device: DeviceID
  var name: String
  let deviceName: String
  let settings: PeerSettings
  let cryptography: Cryptography
  let signer: Signer
  var random: RandomStream
  /// What strangers must not foretell is drawn here.
  var secrets: SecretStream
  /// Hides the numbers of links in the indices of datagrams.
  private let indexMask: UInt32

  /// The moment of the input that is being handled.
  var now: Moment = .start
  var effects: [PeerEffect] = []

  var links: [LinkID: Link] = [:]
  var nextLink: UInt64 = 2
  var dials: [Goal: Dial] = [:]
  var dialOrder: DialOrder
  /// Where devices were heard on the network.
  var heardPlaces: [DeviceID: [Endpoint]] = [:]

  var requests: [RequestID: Request] = [:]
  var visitor: (visitor: Visitor, link: LinkID)?
  /// What the visitor invites us to; nil for a knock.
  var invitationAsked: Invitation?
  var nextVisitor: UInt64 = 1 << 63
  var refusals = RefusalLedger()
  /// Tokens of links to a device that has our own key.
  var ownTokens: [UInt64] = []
  /// That another machine has our key was told.
  var isCopyTold = false
  /// Where others say that this device is: all that were looked at, and those that are to be.
  var suspects: [Endpoint] = []
  var nextSuspects: [Endpoint] = []
  /// Invitation links that this peer made.
  var tickets = TicketBook()
  /// Names and uses left, as last told.
  var toldTickets: [[UInt64]] = []

  var session: LocalSession?
  /// Nothing happens any more: the program is about to end.
  var isStopped = false
  /// Sessions that were ended for everyone, and by whom; the oldest first.
  var ended: [(session: SessionID, by: DeviceID)] = []

  /// The earliest moment at which the peer wants a `.woke`; nil means never.
  package private(set) var nextDeadline: Moment?

  /// A peer in no session.
  ///
  /// Names are cut to 64 bytes of UTF-8. `seed` must be random, and so must the 32 bytes of `secret`:
  /// what strangers must not guess is made of them.
  package init(
    signer: Signer,
    name: String,
    deviceName: String,
    settings: PeerSettings,
    cryptography: Cryptography,
    seed: UInt64,
    secret: [UInt8]
  ) {
    secrets = SecretStream(secret: secret)
    self.signer = signer
    device = cryptography.device(signer.publicKey)
    self.name = name.prefix(utf8Limit: WireLimits.name)
    self.deviceName = deviceName.prefix(utf8Limit: WireLimits.name)
    self.settings = settings
    dialOrder = DialOrder(port: settings.port)
    self.cryptography = cryptography
    var random = RandomStream(seed: seed)
    indexMask = UInt32(truncatingIfNeeded: random.next())
    self.random = random
  }

  /// The number that opens each datagram from the other side of a link.
  ///
  /// Whoever did not hear of it will hardly guess it, so that a stranger's packets cost no more than
  /// a look. After 4 billion links of one run there is none any more: messages take the stream.
  func datagramIndex(of link: LinkID) -> UInt32 {
    UInt32(truncatingIfNeeded: link.rawValue) ^ indexMask
  }

  /// The link that an index names, whether or not there is one.
  package func link(named index: UInt32) -> LinkID { LinkID(UInt64(index ^ indexMask)) }

  /// Takes one input and appends what must be done about it, in order.
  package mutating func receive(
    _ input: PeerInput,
    at moment: Moment,
    into effects: inout [PeerEffect]
  ) {
    now = max(moment, now)
    excuseLateness()
    route(input)
    publish()
    storeIfNeeded()
    nextDeadline = earliestDeadline
    effects.append(contentsOf: self.effects)
    self.effects.removeAll(keepingCapacity: true)
  }

  private mutating func route(_ input: PeerInput) {
    guard !isStopped else { return turnAway(input) }
    switch input {
    case .activate(let salt, let activity): activate(salt: salt, activity)
    case .join(let id): join(id)
    case .leave(let id): leave(id)
    case .end(let id): end(id)
    case .remove(let id, let participant): remove(participant, from: id)
    case .updateActivity(let id, let activity): updateActivity(id, activity)
    case .send(let id, let payload, let recipients, let delivery):
      send(id, payload, to: recipients, delivery)
    case .invite(let request, let id, let activity, let endpoints, let device):
      invite(request, id, activity, endpoints, expecting: device)
    case .knock(let request, let identifier, let endpoints, let device):
      knock(request, identifier, endpoints, expecting: device)
    case .redeem(let request, let link, let identifier): redeem(request, link, identifier)
    case .makeTicket(let token, let uses, let life): makeTicket(token, uses: uses, life: life)
    case .revokeTicket(let name): revokeTicket(name)
    case .cancel(let request): cancel(request)
    case .answer(let request, let accept): answer(request, accept: accept)
    case .rename(let name): rename(name)
    case .resume(let record): resume(record)
    case .stop(let keepSession): stop(keepSession: keepSession)
    case .linkAccepted(let link, let endpoint, let device, let binding, let since):
      linkAccepted(link, endpoint, device, binding, since: since)
    case .linkReached(let link): links[link]?.isOpen = true
    case .linkOpened(let link, let device, let binding): linkOpened(link, device, binding)
    case .linkClosed(let link, let ending): linkClosed(link, ending)
    case .received(let link, let bytes): received(link, bytes)
    case .linkDrained(let link, let waitingBytes): linkDrained(link, waitingBytes)
    case .datagram(let link, let datagram, let isNewest, let endpoint):
      received(datagram, on: link, isNewest: isNewest, from: endpoint)
    case .interfaces(let interfaces): follow(interfaces)
    case .heard(let devices): heard(devices)
    case .woke: woke()
    }
  }
}
