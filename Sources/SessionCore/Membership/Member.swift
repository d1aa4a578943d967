/// One other device of the session, as this peer sees it.
struct Member {
  let device: DeviceID
  let participant: ParticipantID
  /// Where it may be reached, the best guess first.
  var endpoints: [Endpoint]
  /// Where it told us itself that it can be reached, all of it.
  var told: [Endpoint] = []
  var liveness: Liveness
  let knownSince: Moment

  var link: LinkID?
  /// The state frame of the current link has arrived: messages may be written.
  var isSynced = false
  /// 0 until it has told us.
  var incarnation: UInt64 = 0
  /// It says that it has joined.
  var isJoined = false
  /// It counts among the active participants.
  var isActive = false
  /// It was active once since this peer entered the session.
  var wasActive = false

  var queue = ReliableQueue()
  /// The last reliable message of its current incarnation that arrived.
  var received: UInt64 = 0
  var droppable = DroppableQueue()
  var path: DatagramPath?
  var roundTrip: Duration?
  /// The token that it gave to the last link; 0 for none.
  var lastToken: UInt64 = 0

  /// When to dial it next; nil while linked or while nothing is to be dialled.
  var nextDial: Moment?
  var backoff: Duration = Member.firstBackoff

  /// As last published.
  var shownPresence: PersonSnapshot.Presence?
  var shownRoundTrip: Duration?

  static let firstBackoff: Duration = .milliseconds(250)
  static let lastBackoff: Duration = .seconds(2)

  init(
    device: DeviceID,
    participant: ParticipantID,
    endpoints: [Endpoint],
    settings: PeerSettings,
    now: Moment
  ) {
    self.device = device
    self.participant = participant
    self.endpoints = []
    liveness = Liveness(heard: now, settings: settings)
    knownSince = now
    learn(endpoints)
  }

  /// Adds places behind those known, up to the limit.
  mutating func learn(_ places: [Endpoint]) {
    for place in places where !endpoints.contains(place) && place.port != 0 {
      guard endpoints.count < WireLimits.endpointsPerDevice else { return }
      endpoints.append(place)
    }
  }

  /// Every place that others may be told of: what it said itself comes before hearsay.
  var known: [Endpoint] {
    let places = endpoints.prefix(1) + told + endpoints.dropFirst()
    let distinct: [Endpoint] = places.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return Array(distinct.prefix(WireLimits.endpointsPerDevice))
  }

  /// It just answered there.
  mutating func prefer(_ place: Endpoint) {
    endpoints.removeAll { $0 == place }
    endpoints.insert(place, at: 0)
    endpoints = Array(endpoints.prefix(WireLimits.endpointsPerDevice))
  }

  func presence(at now: Moment) -> PersonSnapshot.Presence {
    isActive ? liveness.presence(at: now, isLinked: link != nil) : .gone
  }

  /// Whether the list of people shows it: once it was active, or has stayed away for long enough
  /// that it is not simply about to come.
  func isListed(at now: Moment, settings: PeerSettings) -> Bool {
    wasActive || (link == nil && now - knownSince >= settings.goneAfter)
  }
}
