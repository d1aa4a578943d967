/// A message of multicast DNS (RFC 6762): questions, or answers, and what belongs to them.
package struct DNSMessage: Equatable, Sendable {
  /// What is read at most: the largest that RFC 6762 allows.
  package static let byteLimit = 9_000
  /// What is written at most: fits one packet of any LAN.
  package static let writtenLimit = 1_400
  package static let questionLimit = 64
  package static let recordLimit = 512

  package var isResponse: Bool
  /// More known answers follow in another message.
  package var isTruncated: Bool
  package var questions: [DNSQuestion]
  package var answers: [DNSRecord]
  package var authorities: [DNSRecord]
  package var additionals: [DNSRecord]

  package init(
    isResponse: Bool,
    isTruncated: Bool = false,
    questions: [DNSQuestion] = [],
    answers: [DNSRecord] = [],
    authorities: [DNSRecord] = [],
    additionals: [DNSRecord] = []
  ) {
    self.isResponse = isResponse
    self.isTruncated = isTruncated
    self.questions = questions
    self.answers = answers
    self.authorities = authorities
    self.additionals = additionals
  }

  /// Reads a whole message.
  ///
  /// Records of a class other than the internet's are left out. Bytes behind the last record are
  /// ignored.
  ///
  /// - Throws: `WireError`: too long, cut off, or a name that leads nowhere.
  package init(encoded bytes: [UInt8]) throws(WireError) {
    guard bytes.count <= DNSMessage.byteLimit else { throw .tooLong }
    var reader = DNSReader(bytes)
    _ = try reader.integer(UInt16.self)
    let flags = try reader.integer(UInt16.self)
    // Another operation than a query, or an error: RFC 6762 has neither.
    guard flags & 0x780F == 0 else { throw .malformed }
    isResponse = flags & 0x8000 != 0
    isTruncated = flags & 0x0200 != 0
    let questionCount = Int(try reader.integer(UInt16.self))
    var counts: [Int] = []
    for _ in 0..<3 { counts.append(Int(try reader.integer(UInt16.self))) }
    guard questionCount <= DNSMessage.questionLimit,
      counts.reduce(0, +) <= DNSMessage.recordLimit
    else { throw .tooLong }
    questions = try reader.questions(questionCount)
    answers = try reader.records(counts[0])
    authorities = try reader.records(counts[1])
    additionals = try reader.records(counts[2])
  }

  /// The message on the wire.
  ///
  /// Additional records go first when it is longer than `limit`, then the message is marked as
  /// truncated and loses answers from the end; nil when even the questions do not fit.
  package func encoded(limit: Int = writtenLimit) -> [UInt8]? {
    var message = self
    while true {
      var writer = DNSWriter()
      writer.write(message)
      if writer.bytes.count <= limit { return writer.bytes }
      if !message.additionals.isEmpty {
        message.additionals.removeLast()
      } else if !message.answers.isEmpty {
        message.answers.removeLast()
        message.isTruncated = true
      } else {
        return nil
      }
    }
  }

  /// The flags of its header: a response is always authoritative.
  var flags: UInt16 {
    (isResponse ? 0x8400 : 0) | (isTruncated ? 0x0200 : 0)
  }
}
