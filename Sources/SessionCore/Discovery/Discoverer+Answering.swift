extension Discoverer {
  /// Answers what is asked about us: what only we say at once, what others may say as well a little
  /// later.
  mutating func answer(_ message: DNSMessage, _ channel: DiscoveryChannel, _ asker: Endpoint) {
    let index = channel.interface
    guard let publication, let link = links[index], link.isAnswering else { return }
    forgetKnown(message, channel, asker)
    let wanted = answers(to: message.questions, publication, link.interface).filter { record in
      !message.answers.contains {
        $0.saysSame(as: record) && $0.timeToLive >= record.timeToLive / 2
      }
    }
    guard !wanted.isEmpty else { return }
    let isProbe = !message.authorities.isEmpty
    let pause = isProbe ? DiscoveryLimits.defenceInterval : DiscoveryLimits.repeatInterval
    var due = now
    if message.isTruncated {
      due = now + randomDelay(400...500)
    } else if !isProbe, wanted.contains(where: { !$0.flushesCache }) {
      due = now + randomDelay(20...120)
    }
    for record in wanted {
      let last = link.lastSent(record, channel.family)
      wait(record, until: max(due, last.map { $0 + pause } ?? due), channel, asker)
    }
    answerWaiting(on: index)
  }

  private func answers(
    to questions: [DNSQuestion],
    _ publication: Publication,
    _ interface: LocalInterface
  ) -> [DNSRecord] {
    let own = publication.records(on: interface)
    var wanted: [DNSRecord] = []
    for question in questions.prefix(DiscoveryLimits.questions) {
      let found = own.filter { question.isAnswered(by: $0) && !wanted.contains($0) }
      wanted += found
      let isOurName = [publication.instance, publication.host].contains(question.name)
      if isOurName, !own.contains(where: { question.isAnswered(by: $0) }) {
        let denial = publication.denial(of: question.name, on: interface)
        if !wanted.contains(denial) { wanted.append(denial) }
      }
    }
    return wanted
  }

  private mutating func wait(
    _ record: DNSRecord,
    until due: Moment,
    _ channel: DiscoveryChannel,
    _ asker: Endpoint
  ) {
    let known = links[channel.interface]?.waiting[channel.family]
    var waiting = known ?? DiscoveryLink.Waiting(asker: asker)
    waiting.asker = asker
    if let place = waiting.answers.firstIndex(where: { $0.record == record }) {
      waiting.answers[place].due = min(waiting.answers[place].due, due)
    } else {
      waiting.answers.append((record, due))
    }
    links[channel.interface]?.waiting[channel.family] = waiting
  }

  /// The rest of what an asker knows already comes in messages without a question.
  private mutating func forgetKnown(
    _ message: DNSMessage,
    _ channel: DiscoveryChannel,
    _ asker: Endpoint
  ) {
    guard message.questions.isEmpty,
      links[channel.interface]?.waiting[channel.family]?.asker == asker
    else { return }
    dropWaiting(message.answers, channel) { $0.timeToLive / 2 }
  }

  /// Somebody else just said what we were about to say.
  mutating func forgetSaid(_ message: DNSMessage, _ channel: DiscoveryChannel) {
    dropWaiting(message.answers, channel) { $0.timeToLive }
  }

  private mutating func dropWaiting(
    _ said: [DNSRecord],
    _ channel: DiscoveryChannel,
    least: (DNSRecord) -> UInt32
  ) {
    links[channel.interface]?.waiting[channel.family]?.answers.removeAll { answer in
      said.contains {
        $0.saysSame(as: answer.record) && $0.timeToLive >= least(answer.record)
      }
    }
  }

  /// Sends what has waited long enough.
  mutating func answerWaiting(on index: UInt32) {
    guard let link = links[index], let publication else { return }
    for (family, waiting) in link.waiting.sorted(by: { $0.key < $1.key }) {
      let ready = waiting.answers.filter { $0.due <= now }.map(\.record)
      guard !ready.isEmpty else { continue }
      guard links[index]?.spend(at: now) ?? false else {
        // So much is asked that some of it waits, or is asked again.
        let later = now + DiscoveryLimits.repeatInterval
        links[index]?.waiting[family]?.answers = ready.map { ($0, later) }
        continue
      }
      links[index]?.waiting[family]?.answers.removeAll { $0.due <= now }
      let extras = additionals(to: ready, publication, link.interface)
      multicast(ready, extras, DiscoveryChannel(index, family))
    }
  }

  /// What an asker will want to know next.
  private func additionals(
    to answers: [DNSRecord],
    _ publication: Publication,
    _ interface: LocalInterface
  ) -> [DNSRecord] {
    let unique = publication.uniqueRecords(on: interface)
    let hasPointer = answers.contains { $0.content == .ptr(publication.instance) }
    let hasService = hasPointer || answers.contains { $0.kind == DNSRecord.Kind.srv }
    return unique.filter { record in
      let isNext = record.name == publication.host ? hasService : hasPointer
      return isNext && !answers.contains(record)
    }
  }
}
