extension Discoverer {
  // MARK: Probing and announcing

  /// Asks from the beginning whether somebody has our names, on one interface.
  mutating func startProbing(on index: UInt32, after delay: Duration? = nil) {
    guard publication != nil else { return }
    let wait = delay ?? randomDelay(0...250)
    links[index]?.phase = .probing(0)
    links[index]?.nextStep = now + wait
    links[index]?.forgetSent()
  }

  mutating func takeStep(on index: UInt32) {
    guard let link = links[index] else { return }
    links[index]?.nextStep = nil
    switch link.phase {
    case .silent, .settled: break
    case .probing(DiscoveryLimits.probes): announce(0, on: index)
    case .probing(let count):
      probe(on: link)
      links[index]?.phase = .probing(count + 1)
      links[index]?.nextStep = now + DiscoveryLimits.probeInterval
    case .announcing(let count): announce(count, on: index)
    }
  }

  private mutating func probe(on link: DiscoveryLink) {
    guard let publication else { return }
    let names = [publication.instance, publication.host]
    let message = DNSMessage(
      isResponse: false,
      questions: names.map { DNSQuestion($0, kind: DNSRecord.Kind.any) },
      authorities: publication.uniqueRecords(on: link.interface)
    )
    for channel in link.channels { send(message, channel) }
  }

  private mutating func announce(_ count: Int, on index: UInt32) {
    guard let link = links[index], let publication else { return }
    let records = publication.records(on: link.interface)
    for channel in link.channels { multicast(records, [], channel) }
    let isLast = count + 1 >= DiscoveryLimits.announcements
    if isLast { self.publication?.isSlow = false }
    links[index]?.phase = isLast ? .settled : .announcing(count + 1)
    links[index]?.nextStep = isLast ? nil : now + DiscoveryLimits.announceInterval
  }

  /// Sends records of ours and notes when.
  mutating func multicast(
    _ answers: [DNSRecord],
    _ additionals: [DNSRecord],
    _ channel: DiscoveryChannel
  ) {
    for record in answers + additionals {
      links[channel.interface]?.noteSent(record, channel.family, at: now)
    }
    send(DNSMessage(isResponse: true, answers: answers, additionals: additionals), channel)
  }

  /// Takes everything back that was announced.
  mutating func sayGoodbye() {
    guard let publication else { return }
    for index in links.keys.sorted() {
      guard let link = links[index], link.isAnswering else { continue }
      // The kind of service is there as long as somebody else offers it.
      let own = publication.records(on: link.interface).filter {
        $0.content != .ptr(publication.type)
      }
      let last = own.map { record in
        var record = record
        record.timeToLive = 0
        return record
      }
      for channel in link.channels {
        send(DNSMessage(isResponse: true, answers: last), channel)
      }
    }
  }

  mutating func rename(_ name: String) {
    guard publication != nil else { return }
    sayGoodbye()
    publication?.rename(name)
    for index in links.keys.sorted() { startProbing(on: index) }
  }

  // MARK: Conflicts

  /// Whether records under a name of ours say what we say on some interface.
  private func areOurs(_ record: DNSRecord) -> Bool {
    guard let publication else { return false }
    return links.values.contains { link in
      publication.uniqueRecords(on: link.interface).contains { $0.saysSame(as: record) }
    }
  }

  /// Somebody else asks for a name that we are asking for as well: the later records win.
  mutating func breakTies(_ message: DNSMessage, on index: UInt32) {
    guard let publication, let link = links[index], link.isProbing else { return }
    let own = publication.uniqueRecords(on: link.interface)
    for name in [publication.instance, publication.host] {
      let theirs = message.authorities.filter { $0.name == name }
      guard !theirs.allSatisfy(areOurs) else { continue }
      guard !own.filter({ $0.name == name }).beats(theirs) else { continue }
      return startProbing(on: index, after: DiscoveryLimits.tieDelay)
    }
  }

  /// Somebody says something else under a name of ours.
  ///
  /// While we ask for the name it is theirs, and we take another; later we ask once more.
  mutating func noteConflicts(_ records: [DNSRecord], on index: UInt32) {
    guard let publication, let link = links[index], link.phase != .silent else { return }
    let kinds = [DNSRecord.Kind.srv, DNSRecord.Kind.txt, DNSRecord.Kind.a, DNSRecord.Kind.aaaa]
    let own = publication.uniqueRecords(on: link.interface)
    for name in [publication.instance, publication.host] {
      let theirs = records.filter {
        $0.name == name && $0.timeToLive > 0 && kinds.contains($0.kind) && !areOurs($0)
      }
      guard !theirs.isEmpty else { continue }
      if link.isProbing { return takeOtherName(than: name) }
      let isSameKind = theirs.contains { one in
        own.contains { $0.name == name && $0.kind == one.kind }
      }
      if isSameKind { return startProbing(on: index, after: conflictDelay()) }
    }
  }

  private mutating func takeOtherName(than name: DNSName) {
    let delay = conflictDelay()
    publication?.giveUp(name)
    for index in links.keys.sorted() { startProbing(on: index, after: delay) }
  }

  /// Nil as a rule; long when there were many conflicts.
  private mutating func conflictDelay() -> Duration? {
    publication?.conflicts.removeAll { now - $0 > DiscoveryLimits.conflictWindow }
    publication?.conflicts.append(now)
    if (publication?.conflicts.count ?? 0) >= DiscoveryLimits.conflicts {
      publication?.conflicts = []
      publication?.isSlow = true
    }
    return publication?.isSlow ?? false ? DiscoveryLimits.conflictDelay : nil
  }
}
