/// A service of somebody else, as one machine told of it on one interface.
struct NearbyService {
  /// How often what is missing is asked for before nobody is believed to be there.
  static let questionLimit = 3

  let name: DNSName
  /// Counts up: what was heard of first has the least.
  let order: UInt64
  var lastHeard: Moment
  /// The record that lists it.
  var pointer: Lease
  var location: (lease: Lease, host: DNSName, port: UInt16)?
  var text: (lease: Lease, text: ServiceText)?
  /// How often what is missing was asked for, and when it will be again.
  var asked = 0
  var nextQuestion: Moment?

  /// What to ask because it is missing or grows old; what was asked is not asked at once again.
  mutating func takeQuestions(hasAddress: Bool, at now: Moment) -> [DNSQuestion] {
    var questions: [DNSQuestion] = []
    if let due = location?.lease.nextQuestion, due <= now {
      location?.lease.noteQuestion(at: now)
      questions.append(DNSQuestion(name, kind: DNSRecord.Kind.srv))
    }
    if let due = text?.lease.nextQuestion, due <= now {
      text?.lease.noteQuestion(at: now)
      questions.append(DNSQuestion(name, kind: DNSRecord.Kind.txt))
    }
    guard let due = nextQuestion, due <= now else { return questions }
    let missing = self.missing(hasAddress: hasAddress)
    asked += 1
    let isOver = missing.isEmpty || asked >= NearbyService.questionLimit
    nextQuestion = isOver ? nil : now + .seconds(1 << asked)
    return questions + missing
  }

  private func missing(hasAddress: Bool) -> [DNSQuestion] {
    var questions: [DNSQuestion] = []
    if location == nil { questions.append(DNSQuestion(name, kind: DNSRecord.Kind.srv)) }
    if text == nil { questions.append(DNSQuestion(name, kind: DNSRecord.Kind.txt)) }
    if let location, !hasAddress {
      questions.append(DNSQuestion(location.host, kind: DNSRecord.Kind.a))
      questions.append(DNSQuestion(location.host, kind: DNSRecord.Kind.aaaa))
    }
    return questions
  }

  mutating func expire(at now: Moment) -> Bool {
    var hasChanged = false
    if let end = location?.lease.expiry, end <= now {
      location = nil
      hasChanged = true
    }
    if let end = text?.lease.expiry, end <= now {
      text = nil
      hasChanged = true
    }
    return hasChanged
  }

  var nextDeadline: Moment {
    var next = min(pointer.expiry, pointer.nextQuestion ?? pointer.expiry)
    for moment in [nextQuestion, location?.lease.nextQuestion, text?.lease.nextQuestion] {
      if let moment { next = min(next, moment) }
    }
    if let end = location?.lease.expiry { next = min(next, end) }
    if let end = text?.lease.expiry { next = min(next, end) }
    return next
  }
}
