/// What was heard of others: services of one kind, and the addresses of the machines they run on.
///
/// What one machine says changes nothing of what another said, not even about the same name: whoever
/// forges records adds to the list and takes nothing from it. At most 256 services: when there are more, whoever told of the most loses its latest, so that one
/// machine that invents a thousand does not hide the others.
struct NearbyTable {
  struct Key: Hashable, Comparable {
    var interface: UInt32
    /// The address of who said it.
    var source: [UInt8]
    var name: DNSName

    static func < (left: Key, right: Key) -> Bool {
      if left.interface != right.interface { return left.interface < right.interface }
      if left.source == right.source { return left.name < right.name }
      return left.source.lexicographicallyPrecedes(right.source)
    }

    func with(_ name: DNSName) -> Key { Key(interface: interface, source: source, name: name) }
  }

  struct Address {
    var bytes: [UInt8]
    var lease: Lease

    var nextDeadline: Moment { min(lease.expiry, lease.nextQuestion ?? lease.expiry) }
  }

  let settings: DiscoverySettings
  let type: DNSName?
  /// Thousandths, so that devices which heard the same at once do not ask at once.
  private let spread: Int
  var ownAddresses: Set<[UInt8]> = []
  private(set) var services: [Key: NearbyService] = [:]
  private(set) var hosts: [Key: [Address]] = [:]
  private var nextOrder: UInt64 = 0
  /// Who is there, or when they were heard, is not what it was.
  var isChanged = false
  /// When something is due, or a little before.
  private(set) var nextDeadline: Moment?

  init(_ settings: DiscoverySettings, type: DNSName?, spread: Int) {
    self.spread = spread
    self.settings = settings
    self.type = type
  }

  // MARK: Learning

  /// Takes the records of one message; what belongs to no service of the kind is not kept.
  mutating func learn(
    _ records: [DNSRecord],
    on interface: UInt32,
    from source: [UInt8],
    at now: Moment,
    askAfter delay: Duration
  ) {
    func key(_ name: DNSName) -> Key { Key(interface: interface, source: source, name: name) }
    for record in records {
      guard case .ptr(let name) = record.content, record.name == type, name.parent == type else {
        continue
      }
      list(key(name), record.timeToLive, now, delay)
      hasten(services[key(name)]?.nextDeadline)
    }
    for record in records where record.name.parent == type {
      describe(key(record.name), record, now)
      hasten(services[key(record.name)]?.nextDeadline)
    }
    // Machines that no service runs on are not kept.
    func isHost(_ name: DNSName) -> Bool { runsServices(key(name)) }
    var flushed: Set<DNSName> = []
    for record in records where record.isAddress && isHost(record.name) {
      let key = key(record.name)
      if record.flushesCache, flushed.insert(record.name).inserted { flush(key, now) }
      locate(key, record, now)
      hasten(hosts[key]?.map(\.nextDeadline).min())
    }
  }

  private mutating func list(
    _ key: Key,
    _ timeToLive: UInt32,
    _ now: Moment,
    _ delay: Duration
  ) {
    if services[key] != nil {
      if timeToLive == 0 {
        services[key]?.pointer.endSoon(at: now)
      } else {
        services[key]?.pointer = Lease(timeToLive, at: now, spread: spread)
        services[key]?.lastHeard = now
      }
      isChanged = true
    } else if timeToLive > 0, makeRoom(for: key.source) {
      nextOrder += 1
      services[key] = NearbyService(
        name: key.name,
        order: nextOrder,
        lastHeard: now,
        pointer: Lease(timeToLive, at: now, spread: spread),
        nextQuestion: now + delay
      )
      isChanged = true
    }
  }

  /// Whether there is room for another service that this machine tells of.
  private mutating func makeRoom(for source: [UInt8]) -> Bool {
    guard services.count >= DiscoveryLimits.entries else { return true }
    var counts: [[UInt8]: Int] = [:]
    for key in services.keys { counts[key.source, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    guard counts[source, default: 0] + 1 < most else { return false }
    let loser = services.filter { counts[$0.key.source] == most }
      .max { $0.value.order < $1.value.order }
    guard let loser else { return false }
    remove(loser.key)
    return true
  }

  private mutating func describe(_ key: Key, _ record: DNSRecord, _ now: Moment) {
    guard services[key] != nil else { return }
    isChanged = true
    let lease = Lease(record.timeToLive, at: now, spread: spread)
    switch record.content {
    case .srv(_, _, let port, let host):
      if record.timeToLive == 0 {
        services[key]?.location?.lease.endSoon(at: now)
      } else {
        let last = services[key]?.location?.host
        services[key]?.location = (lease, host, port)
        services[key]?.lastHeard = now
        if last != host { forgetHost(last, of: key) }
      }
    case .txt(let strings):
      if record.timeToLive == 0 {
        services[key]?.text?.lease.endSoon(at: now)
      } else if let text = ServiceText(strings) {
        services[key]?.text = (lease, text)
        services[key]?.lastHeard = now
      }
    case .a, .aaaa, .ptr, .nsec, .other: break
    }
  }

  /// Addresses that were said more than a second ago end unless they are said again now.
  private mutating func flush(_ key: Key, _ now: Moment) {
    for place in (hosts[key] ?? []).indices {
      guard let lease = hosts[key]?[place].lease,
        now - lease.received > DiscoveryLimits.goodbyeDelay
      else { continue }
      hosts[key]?[place].lease.endSoon(at: now)
    }
  }

  private mutating func locate(_ key: Key, _ record: DNSRecord, _ now: Moment) {
    let address: [UInt8]
    switch record.content {
    case .a(let bytes), .aaaa(let bytes): address = bytes
    case .ptr, .srv, .txt, .nsec, .other: return
    }
    guard Endpoint.canBeDialled(address) else { return }
    isChanged = true
    let place = hosts[key]?.firstIndex { $0.bytes == address }
    if record.timeToLive == 0 {
      if let place { hosts[key]?[place].lease.endSoon(at: now) }
    } else if let place {
      hosts[key]?[place].lease = Lease(record.timeToLive, at: now, spread: spread)
    } else if hosts[key, default: []].count < DiscoveryLimits.addressesPerHost {
      hosts[key, default: []].append(
        Address(bytes: address, lease: Lease(record.timeToLive, at: now, spread: spread))
      )
    }
  }

  // MARK: Forgetting

  mutating func forget(interface: UInt32) {
    for key in services.keys.filter({ $0.interface == interface }) { remove(key) }
  }

  private mutating func remove(_ key: Key) {
    let host = services.removeValue(forKey: key)?.location?.host
    isChanged = true
    forgetHost(host, of: key)
  }

  private func runsServices(_ host: Key) -> Bool {
    services.contains { key, service in
      key.interface == host.interface && key.source == host.source
        && service.location?.host == host.name
    }
  }

  /// Forgets the addresses of a machine unless another service runs there.
  private mutating func forgetHost(_ name: DNSName?, of key: Key) {
    guard let host = name.map(key.with), !runsServices(host) else { return }
    hosts[host] = nil
  }

  /// Forgets what was not said again in time.
  mutating func expire(at now: Moment) {
    for key in dueServices(at: now) {
      if let end = services[key]?.pointer.expiry, end <= now {
        remove(key)
      } else {
        let host = services[key]?.location?.host
        guard services[key]?.expire(at: now) ?? false else { continue }
        isChanged = true
        forgetHost(host, of: key)
      }
    }
    for key in dueHosts(at: now) {
      let left = hosts[key]?.filter { $0.lease.expiry > now } ?? []
      guard left.count != hosts[key]?.count else { continue }
      hosts[key] = left.isEmpty ? nil : left
      isChanged = true
    }
  }

  // MARK: Asking

  /// What to ask on an interface now.
  mutating func takeQuestions(on interface: UInt32, at now: Moment) -> [DNSQuestion] {
    var questions: [DNSQuestion] = []
    for key in dueServices(at: now) where key.interface == interface {
      if let type, let due = services[key]?.pointer.nextQuestion, due <= now {
        services[key]?.pointer.noteQuestion(at: now)
        questions.insert(DNSQuestion(type, kind: DNSRecord.Kind.ptr), at: 0)
      }
      let host = services[key]?.location.map { key.with($0.host) }
      let hasAddress = host.map { hosts[$0] != nil } ?? false
      questions += services[key]?.takeQuestions(hasAddress: hasAddress, at: now) ?? []
    }
    for key in dueHosts(at: now) where key.interface == interface {
      for place in (hosts[key] ?? []).indices {
        guard let address = hosts[key]?[place], let due = address.lease.nextQuestion, due <= now
        else { continue }
        hosts[key]?[place].lease.noteQuestion(at: now)
        let kind = address.bytes.count == 4 ? DNSRecord.Kind.a : DNSRecord.Kind.aaaa
        questions.append(DNSQuestion(key.name, kind: kind))
      }
    }
    return questions
  }

  /// The records that others need not tell us again.
  func knownAnswers(on interface: UInt32, at now: Moment) -> [DNSRecord] {
    guard let type else { return [] }
    // Two who say the same are one answer.
    var told: Set<DNSName> = []
    return services.keys.sorted().filter { $0.interface == interface }.compactMap { key in
      guard let service = services[key], !told.contains(key.name), service.pointer.isFresh(at: now),
        service.location != nil, service.text != nil
      else { return nil }
      told.insert(key.name)
      return DNSRecord(
        type,
        .ptr(key.name),
        timeToLive: service.pointer.remaining(at: now),
        flushesCache: false
      )
    }
  }

  // MARK: Time

  /// Services of which something is due, in order.
  private func dueServices(at now: Moment) -> [Key] {
    services.filter { $0.value.nextDeadline <= now }.keys.sorted()
  }

  private func dueHosts(at now: Moment) -> [Key] {
    hosts.filter { $0.value.contains { $0.nextDeadline <= now } }.keys.sorted()
  }

  /// The earliest moment at which something is due; a full look, so only when that one has come.
  mutating func refreshDeadline() {
    let ofServices = services.values.map(\.nextDeadline).min()
    let ofHosts = hosts.values.compactMap { $0.map(\.nextDeadline).min() }.min()
    nextDeadline = [ofServices, ofHosts].compactMap { $0 }.min()
  }

  /// Something changed that may be due earlier.
  private mutating func hasten(_ moment: Moment?) {
    guard let moment else { return }
    nextDeadline = nextDeadline.map { min($0, moment) } ?? moment
  }
}

extension DNSRecord {
  fileprivate var isAddress: Bool {
    switch content {
    case .a, .aaaa: true
    case .ptr, .srv, .txt, .nsec, .other: false
    }
  }
}

extension Endpoint {
  /// Whether an address may belong to another machine: not a group, not nobody, not this machine.
  static func canBeDialled(_ address: [UInt8]) -> Bool {
    guard address.count == 4 || address.count == 16 else { return false }
    if address.count == 4 { return address[0] != 0 && address[0] != 127 && address[0] < 224 }
    let isSpecial = address.prefix(15).allSatisfy { $0 == 0 } && address[15] <= 1
    let isMapped = address.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
    return address[0] != 0xFF && !isSpecial && !isMapped
  }
}
