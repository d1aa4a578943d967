package import SessionCore

/// A LAN in memory: peers, one thread, virtual time.
///
/// The same seed and the same calls give the same transcript, to the last byte.
package struct SimulatedLAN {
  enum Event {
    case wake(host: Int)
    case input(host: Int, run: Int, PeerInput)
    case connect(stream: Int)
    case opened(stream: Int)
    case deliver(stream: Int, from: Int)
    case timeout(stream: Int, from: Int, since: Moment)
    case closed(stream: Int, end: Int)
    case datagram(host: Int, [UInt8], source: Endpoint)
  }

  package private(set) var now: Moment = .start
  package var faults = NetworkFaults()
  package var hosts: [SimulatedHost] = []
  package var random: SeededGenerator
  package var transcript = Transcript()
  /// How long a person takes to react.
  package var reaction: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(20)

  var queue = EventQueue<Event>()
  var streams: [SimulatedStream] = []
  /// How many streams were opened so far.
  package var streamCount: Int { streams.count }
  /// Hosts whose cable is out.
  var unplugged: Set<Int> = []
  /// Pairs that cannot talk, the smaller number first.
  var severed: Set<[Int]> = []
  /// Pairs of speaker and listener of which the one does not reach the other.
  var deadWays: Set<[Int]> = []
  /// Somebody has changed what was under way in a stream.
  var hasFlippedBits = false
  /// What was said, and how far each listener has heard it.
  var ledger = MessageLedger()
  /// Every key that sealed a datagram.
  package internal(set) var usedKeys: Set<[UInt8]> = []
  /// Whom people have let into each session: nobody else may ever get a byte of it.
  package var guests: [SessionID: Set<DeviceID>] = [:]

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    transcript.witness = Self.witness
  }

  /// Is told the hash of every simulation after each event, while it is set.
  @TaskLocal package static var witness: (@Sendable (UInt64) -> Void)?

  /// Adds a machine and starts its program; as a copy it has the key of another, and its session.
  package mutating func addHost(
    _ name: String,
    settings: PeerSettings = PeerSettings(),
    copying original: Int? = nil
  ) -> Int {
    var settings = settings
    settings.port = 26_752
    let address: [UInt8] = [10, 0, UInt8(hosts.count / 250), UInt8(hosts.count % 250 + 1)]
    let drawn = DeviceID(UInt128(random.next()) << 64 | UInt128(random.next()))
    let device = original.map { hosts[$0].device } ?? drawn
    hosts.append(
      SimulatedHost(
        name: name,
        device: device,
        endpoint: Endpoint(address: address, port: settings.port),
        settings: settings
      )
    )
    hosts[hosts.count - 1].record = original.flatMap { hosts[$0].record }
    start(hosts.count - 1)
    return hosts.count - 1
  }

  /// Starts the program of a host; it resumes what its last run kept.
  package mutating func start(_ host: Int) {
    hosts[host].run += 1
    hosts[host].wakesAt = nil
    hosts[host].missed = nil
    hosts[host].streams = [:]
    hosts[host].session = nil
    hosts[host].people = []
    hosts[host].visitors = []
    hosts[host].peer = Peer(
      signer: .simulated(hosts[host].device),
      name: hosts[host].name,
      deviceName: "\(hosts[host].name)-laptop",
      settings: hosts[host].settings,
      cryptography: .simulated,
      seed: random.next(),
      secret: (0..<4).flatMap { _ in random.next().bytes }
    )
    if let record = hosts[host].record { input(.resume(record), to: host) }
  }

  /// The program dies at once: the system closes its streams.
  package mutating func kill(_ host: Int) {
    hosts[host].peer = nil
    for (link, stream) in hosts[host].streams.sorted(by: { $0.key < $1.key }) {
      endStream(stream, from: streams[stream].end(of: link))
    }
    hosts[host].streams = [:]
  }

  /// Gives a peer one input now and carries out its effects.
  package mutating func input(_ input: PeerInput, to host: Int) {
    guard hosts[host].peer != nil else { return }
    guard hosts[host].missed == nil else { return hosts[host].missed?.append(input) ?? () }
    transcript.note(now, hosts[host].name, input)
    noteGuests(input, host)
    noteSent(input, host)
    var effects: [PeerEffect] = []
    hosts[host].peer?.receive(input, at: now, into: &effects)
    for effect in effects { carryOut(effect, of: host) }
    if let excess = hosts[host].peer?.excess { preconditionFailure("too much is kept: \(excess)") }
    scheduleWake(host)
  }

  mutating func scheduleWake(_ host: Int) {
    guard let deadline = hosts[host].peer?.nextDeadline else { return }
    let moment = max(deadline, now)
    if let planned = hosts[host].wakesAt, planned <= moment, planned >= now { return }
    hosts[host].wakesAt = moment
    queue.add(.wake(host: host), at: moment)
  }

  /// Lets time pass.
  package mutating func run(for duration: Duration) { run(until: now + duration) }

  package mutating func run(until end: Moment) {
    while let moment = queue.nextMoment, moment <= end { step() }
    now = max(now, end)
  }

  /// Lets time pass until something is so; false when it is not so within the limit.
  package mutating func run(
    within limit: Duration,
    until condition: (SimulatedLAN) -> Bool
  ) -> Bool {
    let end = now + limit
    while !condition(self) {
      guard let moment = queue.nextMoment, moment <= end else {
        now = end
        return condition(self)
      }
      step()
    }
    return true
  }

  private mutating func step() {
    guard let (moment, event) = queue.takeFirst() else { return }
    now = max(now, moment)
    switch event {
    case .wake(let host): wake(host)
    case .input(let host, let run, let input):
      if hosts[host].run == run { self.input(input, to: host) }
    case .connect(let stream): connect(stream)
    case .opened(let stream): opened(stream)
    case .deliver(let stream, let end): deliver(stream, from: end)
    case .timeout(let stream, let end, let since):
      if streams[stream].stuckSince[end] == since { closeEnd(stream, end) }
    case .closed(let stream, let end): closeEnd(stream, end)
    case .datagram(let host, let bytes, let source):
      receive(bytes, at: host, from: source)
    }
  }

  private mutating func wake(_ host: Int) {
    guard hosts[host].wakesAt == now else { return }
    hosts[host].wakesAt = nil
    guard hosts[host].missed == nil else { return }
    if let deadline = hosts[host].peer?.nextDeadline, deadline <= now {
      input(.woke, to: host)
    } else {
      scheduleWake(host)
    }
  }

  private mutating func carryOut(_ effect: PeerEffect, of host: Int) {
    switch effect {
    case .openLink(let link, let endpoint, let device):
      open(link, endpoint, expecting: device, from: host)
    case .write(let link, let bytes):
      hosts[host].bytesSent += bytes.count
      expectGuest(bytes, on: link, from: host)
      if let stream = hosts[host].streams[link] { write(.bytes(bytes), on: stream, by: link) }
    case .closeLink(let link):
      guard let stream = hosts[host].streams[link] else { return }
      write(.end, on: stream, by: link)
      let end = streams[stream].end(of: link)
      queue.add(.closed(stream: stream, end: end), at: now)
    case .sendDatagram(let link, let datagram, let index, let endpoint):
      hosts[host].datagramsSent += 1
      send(datagram, on: link, index: index, to: endpoint, from: host)
    case .store(let record): hosts[host].record = record
    case .event(let event):
      transcript.note(now, hosts[host].name, event)
      expectSent(event, host)
      hosts[host].note(event, at: now)
      react(to: event, host)
    }
  }

  /// What a program and its person do by themselves.
  private mutating func react(to event: PeerEvent, _ host: Int) {
    switch event {
    case .sessionOffered(let snapshot):
      guard hosts[host].joinsOfferedSessions else { return }
      later(.join(snapshot.id), host)
    case .visitor(let visitor):
      guard hosts[host].manners != .ignores else { return }
      later(.answer(visitor.id, accept: hosts[host].manners == .accepts), host)
    case .sessionChanged, .message, .request, .visitorGone, .people, .tickets, .copyMet, .met,
      .removed:
      break
    }
  }

  private mutating func later(_ input: PeerInput, _ host: Int) {
    let moment = now + random.duration(in: reaction)
    queue.add(.input(host: host, run: hosts[host].run, input), at: moment)
  }
}
