/// Makes a device known on its networks, and hears of others: multicast DNS and DNS-SD.
///
/// RFC 6762 and 6763, multicast only: it never asks for a unicast answer and gives none, so that a
/// daemon on the same machine is not disturbed and nobody's packets are turned on somebody else.
/// A pure value: the same inputs at the same moments give the same effects. Whatever it keeps has a
/// limit; see `DiscoveryLimits`. Who is on no network of the receiving interface is not heard.
package struct Discoverer {
  let settings: DiscoverySettings
  var random: RandomStream

  /// The moment of the input that is being handled.
  var now: Moment = .start
  var effects: [DiscoveryEffect] = []

  /// Nil for one who only listens.
  var publication: Publication?
  /// The name of the kind of service; nil when the settings have none.
  let type: DNSName?
  var links: [UInt32: DiscoveryLink] = [:]
  var table: NearbyTable
  var isStopped = false

  private var published: [NearbyDevice] = []
  private var lastPublished: Moment?

  /// The earliest moment at which it wants a `.woke`; nil means never.
  package private(set) var nextDeadline: Moment?

  package init(_ settings: DiscoverySettings, seed: UInt64) {
    self.settings = settings
    random = RandomStream(seed: seed)
    let publication = Publication(settings, hostTag: random.next())
    type = publication?.type
    self.publication = settings.isPublishing ? publication : nil
    table = NearbyTable(settings, type: publication?.type, spread: Int(random.next() % 21))
  }

  /// Takes one input and appends what must be done about it, in order.
  package mutating func receive(
    _ input: DiscoveryInput,
    at moment: Moment,
    into effects: inout [DiscoveryEffect]
  ) {
    now = max(moment, now)
    if !isStopped { route(input) }
    if !isStopped { publish() }
    nextDeadline = isStopped ? nil : earliestDeadline
    effects.append(contentsOf: self.effects)
    self.effects.removeAll(keepingCapacity: true)
  }

  private mutating func route(_ input: DiscoveryInput) {
    switch input {
    case .interfaces(let interfaces): follow(interfaces)
    case .packet(let bytes, let channel, let source): hear(bytes, channel, source)
    case .rename(let name): rename(name)
    case .stop:
      sayGoodbye()
      isStopped = true
    case .woke: woke()
    }
  }

  private mutating func woke() {
    for index in links.keys.sorted() {
      if let due = links[index]?.nextStep, due <= now { takeStep(on: index) }
      answerWaiting(on: index)
      ask(on: index)
    }
    table.expire(at: now)
    table.refreshDeadline()
  }

  // MARK: Interfaces

  /// Starts on interfaces that are new, ends on those that are gone, tells of new addresses.
  private mutating func follow(_ interfaces: [LocalInterface]) {
    let usable = interfaces.filter(\.isForDiscovery)
    for index in links.keys.sorted() where !usable.contains(where: { $0.index == index }) {
      links[index] = nil
      table.forget(interface: index)
    }
    table.ownAddresses = Set(interfaces.flatMap { $0.addresses.map(\.bytes) })
    for interface in usable {
      guard let known = links[interface.index]?.interface else {
        links[interface.index] = DiscoveryLink(interface, at: now)
        startProbing(on: interface.index)
        startAsking(on: interface.index)
        continue
      }
      links[interface.index]?.interface = interface
      guard known.addresses != interface.addresses else { continue }
      startAsking(on: interface.index)
      // The names are ours already: what is new about them is told.
      links[interface.index]?.forgetSent()
      if links[interface.index]?.isAnswering ?? false {
        links[interface.index]?.phase = .announcing(0)
        links[interface.index]?.nextStep = now
      }
    }
  }

  // MARK: Telling

  /// Tells who is there, when that changed and the last time was long enough ago.
  private mutating func publish() {
    guard isListDue else { return }
    table.isChanged = false
    let list = table.devices
    guard list != published else { return }
    published = list
    lastPublished = now
    effects.append(.nearby(list))
  }

  private var listDeadline: Moment? {
    guard table.isChanged else { return nil }
    return lastPublished.map { $0 + DiscoveryLimits.listInterval } ?? now
  }

  private var isListDue: Bool { listDeadline.map { $0 <= now } ?? false }

  private var earliestDeadline: Moment? {
    let moments = links.values.map(\.nextDeadline) + [table.nextDeadline, listDeadline]
    return moments.compactMap { $0 }.min()
  }

  // MARK: Sending

  /// Sends a message to everyone, and expects it back.
  mutating func send(_ message: DNSMessage, _ channel: DiscoveryChannel) {
    guard let packet = message.encoded() else { return }
    links[channel.interface]?.expectEcho(of: packet, at: now)
    effects.append(.send(packet, channel))
  }

  mutating func randomDelay(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(range.lowerBound + Int(random.next() % UInt64(range.count)))
  }
}
