extension Discoverer {
  /// The port of multicast DNS: what comes from another is no answer.
  static let port: UInt16 = 5353

  /// Takes a packet from somebody on the network of the interface; any other is dropped.
  mutating func hear(_ packet: [UInt8], _ channel: DiscoveryChannel, _ source: Endpoint) {
    let index = channel.interface
    guard let link = links[index], link.interface.isOnLink(source.address) else { return }
    let isOwnAddress = table.ownAddresses.contains(source.address)
    if isOwnAddress, links[index]?.isEcho(packet, at: now) ?? false { return }
    guard links[index]?.budget.spend(on: source.address, at: now) ?? false else { return }
    // Plain DNS from another port would have to be answered to whoever it claims to be from.
    guard source.port == Discoverer.port, let message = try? DNSMessage(encoded: packet) else {
      return
    }
    if message.isResponse {
      let records = message.answers + message.additionals
      forgetSaid(message, channel)
      noteConflicts(records, on: index)
      learn(records, on: index, from: source.address)
    } else {
      breakTies(message, on: index)
      leaveQuestion(message, on: index)
      answer(message, channel, source)
    }
  }

  private mutating func learn(_ records: [DNSRecord], on index: UInt32, from source: [UInt8]) {
    let delay = randomDelay(20...120)
    table.learn(records, on: index, from: source, at: now, askAfter: delay)
  }

  // MARK: Asking

  /// Asks who is there, from the beginning: soon, then ever more rarely.
  mutating func startAsking(on index: UInt32) {
    guard type != nil else { return }
    links[index]?.queryInterval = DiscoveryLimits.firstQuery
    let delay = randomDelay(20...120)
    links[index]?.nextQuery = now + delay
  }

  private mutating func scheduleQuery(on index: UInt32) {
    guard let interval = links[index]?.queryInterval else { return }
    links[index]?.nextQuery = now + interval
    links[index]?.queryInterval = min(interval * 2, DiscoveryLimits.lastQuery)
  }

  /// Somebody else asks what we were about to ask, and knows nothing that we do not: its answers
  /// will do, but not twice in a row.
  private mutating func leaveQuestion(_ message: DNSMessage, on index: UInt32) {
    guard let type, let link = links[index], let next = link.nextQuery, !link.leftQuery,
      next <= now + DiscoveryLimits.firstQuery,
      message.questions.contains(where: { $0.name == type && $0.kind == DNSRecord.Kind.ptr })
    else { return }
    let known = table.knownAnswers(on: index, at: now)
    guard message.answers.allSatisfy({ answer in known.contains { $0.saysSame(as: answer) } })
    else { return }
    links[index]?.leftQuery = true
    scheduleQuery(on: index)
  }

  /// Sends the questions whose time has come, a few packets at most.
  mutating func ask(on index: UInt32) {
    guard let type, let link = links[index] else { return }
    var questions = table.takeQuestions(on: index, at: now)
    if let due = link.nextQuery, due <= now {
      links[index]?.leftQuery = false
      scheduleQuery(on: index)
      questions.insert(DNSQuestion(type, kind: DNSRecord.Kind.ptr), at: 0)
    }
    questions = questions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    guard let first = questions.first else { return }
    let asksForAll = first == DNSQuestion(type, kind: DNSRecord.Kind.ptr)
    let known = asksForAll ? table.knownAnswers(on: index, at: now) : []
    for message in messages(asking: questions, knowing: known) {
      for channel in link.channels where links[index]?.spend(at: now) ?? false {
        send(message, channel)
      }
    }
  }

  /// Questions and known answers, in as many messages as they need.
  private func messages(
    asking questions: [DNSQuestion],
    knowing known: [DNSRecord]
  ) -> [DNSMessage] {
    var messages: [DNSMessage] = []
    var rest = questions[...]
    while !rest.isEmpty {
      messages.append(DNSMessage(isResponse: false, questions: Array(rest.prefix(16))))
      rest = rest.dropFirst(16)
    }
    // Known answers belong to the first question, so they follow the first message.
    guard !known.isEmpty, var message = messages.first else { return messages }
    var full: [DNSMessage] = []
    var room = DiscoveryLimits.queryBytes - (message.encoded()?.count ?? 0)
    for record in known {
      let size = record.name.bytes.count + record.content.plainBytes.count + 12
      if size > room {
        message.isTruncated = true
        full.append(message)
        message = DNSMessage(isResponse: false)
        room = DiscoveryLimits.queryBytes - 12
      }
      message.answers.append(record)
      room -= size
    }
    return full + [message] + messages.dropFirst()
  }
}
