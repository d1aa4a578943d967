/// One interface on which a device makes itself known and listens.
struct DiscoveryLink {
  /// How far our names have come there.
  enum Phase: Equatable {
    /// Nothing is said.
    case silent
    /// So many times asked whether somebody has them.
    case probing(Int)
    /// So many times told.
    case announcing(Int)
    case settled
  }

  /// Answers that wait for their moment, so that others may give them, or more may go with them.
  struct Waiting {
    var answers: [(record: DNSRecord, due: Moment)] = []
    /// Who asked last: more of what it knows may come.
    var asker: Endpoint

    var due: Moment? { answers.map(\.due).min() }
  }

  var interface: LocalInterface
  var phase = Phase.silent
  var nextStep: Moment?
  var nextQuery: Moment?
  var queryInterval = DiscoveryLimits.firstQuery
  /// The last query was left to somebody else.
  var leftQuery = false
  var waiting: [AddressFamily: Waiting] = [:]
  var budget = HearingBudget()
  /// When each of our records went out last, and in which family.
  private var sent: [AddressFamily: [DNSRecord: Moment]] = [:]
  /// What this device sent and its own socket will hear.
  private var echoes: [(packet: [UInt8], until: Moment)] = []
  private var credit = DiscoveryLimits.burst
  private var creditSince: Moment

  init(_ interface: LocalInterface, at now: Moment) {
    self.interface = interface
    creditSince = now
  }

  var channels: [DiscoveryChannel] {
    interface.families.map { DiscoveryChannel(interface.index, $0) }
  }

  /// Whether others may be told our records.
  var isAnswering: Bool {
    switch phase {
    case .silent, .probing: false
    case .announcing, .settled: true
    }
  }

  var isProbing: Bool {
    if case .probing = phase { true } else { false }
  }

  mutating func noteSent(_ record: DNSRecord, _ family: AddressFamily, at now: Moment) {
    sent[family, default: [:]][record] = now
  }

  func lastSent(_ record: DNSRecord, _ family: AddressFamily) -> Moment? {
    sent[family]?[record]
  }

  /// Our records are others from now on.
  mutating func forgetSent() {
    sent = [:]
    waiting = [:]
  }

  mutating func expectEcho(of packet: [UInt8], at now: Moment) {
    echoes.removeAll { $0.until <= now }
    if echoes.count >= DiscoveryLimits.echoes { echoes.removeFirst() }
    echoes.append((packet, now + .seconds(1)))
  }

  /// Whether a packet is one that this device sent; each comes back once.
  mutating func isEcho(_ packet: [UInt8], at now: Moment) -> Bool {
    echoes.removeAll { $0.until <= now }
    guard let index = echoes.firstIndex(where: { $0.packet == packet }) else { return false }
    echoes.remove(at: index)
    return true
  }

  /// Whether another message may go out: so that nobody makes us flood the network.
  mutating func spend(at now: Moment) -> Bool {
    let tenths = (now - creditSince) / .milliseconds(1000 / DiscoveryLimits.rate)
    if tenths >= 1 {
      credit = min(DiscoveryLimits.burst, credit + Int(min(tenths, 1_000)))
      creditSince = now
    }
    guard credit > 0 else { return false }
    credit -= 1
    return true
  }

  /// When something is to be done here.
  var nextDeadline: Moment? {
    [nextStep, nextQuery, waiting.values.compactMap(\.due).min()].compactMap { $0 }.min()
  }
}
