import SessionCore
import Testing

struct DNSMessageTests {
  private static let host = name("oga-1.local")
  private static let service = name("_oga._tcp.local")
  private static let instance = name("Ada._oga._tcp.local")

  static func name(_ dotted: String) -> DNSName {
    DNSName(dotted) ?? .root
  }

  /// One record of each kind.
  private static let message = DNSMessage(
    isResponse: true,
    questions: [DNSQuestion(service, kind: DNSRecord.Kind.ptr, wantsUnicast: true)],
    answers: [DNSRecord(service, .ptr(instance), timeToLive: 120, flushesCache: false)],
    authorities: [
      DNSRecord(host, .a([10, 0, 0, 1]), timeToLive: 120, flushesCache: true),
      DNSRecord(
        host,
        .aaaa([0xFE, 0x80] + [UInt8](repeating: 7, count: 14)),
        timeToLive: 0,
        flushesCache: true
      ),
    ],
    additionals: [
      DNSRecord(
        instance,
        .srv(priority: 1, weight: 2, port: 26_752, target: host),
        timeToLive: 120,
        flushesCache: true
      ),
      DNSRecord(instance, .txt([[0x76, 0x3D, 0x31], [0]]), timeToLive: 9, flushesCache: true),
      DNSRecord(instance, .txt([]), timeToLive: 9, flushesCache: true),
      DNSRecord(
        host,
        .nsec(next: host, kinds: [1, 28, 255]),
        timeToLive: 120,
        flushesCache: true
      ),
      DNSRecord(host, .other(kind: 13, [1, 2]), timeToLive: 1, flushesCache: false),
    ]
  )

  @Test func `a message comes back as it was, and its names are short on the wire`() throws {
    let bytes = try #require(Self.message.encoded())
    #expect(try DNSMessage(encoded: bytes) == Self.message)
    let ends = bytes.indices.filter { bytes[$0...].starts(with: Array("_tcp".utf8)) }
    #expect(ends.count == 1)
  }

  @Test func `a question is on the wire as the standard draws it`() {
    let question = DNSQuestion(Self.name("ab.local"), kind: DNSRecord.Kind.any)
    let message = DNSMessage(isResponse: false, questions: [question])
    let names: [UInt8] = [2, 0x61, 0x62, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0]
    #expect(
      message.encoded() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + names + [0, 255, 0, 1]
    )
  }

  @Test func `messages of any content come back as they were`() throws {
    var random = RandomStream(seed: 1)
    for _ in 0..<2_000 {
      let message = random.message()
      let bytes = try #require(message.encoded(limit: DNSMessage.byteLimit))
      #expect(try DNSMessage(encoded: bytes) == message)
    }
  }

  @Test func `a message that is cut off anywhere is refused`() throws {
    let bytes = try #require(Self.message.encoded())
    for count in 0..<bytes.count {
      #expect(throws: WireError.self, "\(count)") {
        try DNSMessage(encoded: Array(bytes.prefix(count)))
      }
    }
  }

  @Test func `a message with flipped bits is refused or read as something that can be written`()
    throws
  {
    let bytes = try #require(Self.message.encoded())
    var random = RandomStream(seed: 2)
    var read = 0
    for _ in 0..<10_000 {
      var flipped = bytes
      for _ in 0...random.next() % 3 {
        flipped[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      }
      guard let message = try? DNSMessage(encoded: flipped) else { continue }
      read += 1
      let again = try #require(message.encoded(limit: DNSMessage.byteLimit * 8))
      guard again.count <= DNSMessage.byteLimit else { continue }
      #expect(try DNSMessage(encoded: again) == message)
    }
    #expect(read > 1_000)
  }

  @Test func `a name that points to itself, forward or in a circle is refused`() {
    let head: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    let tail: [UInt8] = [0, 1, 0, 1]
    for name: [UInt8] in [
      [0xC0, 12], [0xC0, 14], [1, 0x61, 0xC0, 12], [0xC0, 200], [0x40, 0], [0x80, 0],
      [1, 0x61, 0xC0, 14, 0xC0, 12],
    ] {
      #expect(throws: WireError.self, "\(name)") { try DNSMessage(encoded: head + name + tail) }
    }
    // To an earlier place it may point; here: into the header, whose first byte ends a name.
    #expect((try? DNSMessage(encoded: head + [1, 0x61, 0xC0, 0] + tail)) != nil)
  }

  @Test func `pointers that make a name longer than the limit are refused`() throws {
    // Each question adds 32 bytes to the name before it.
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0]
    var last = 0
    for index in 0..<9 {
      let place = bytes.count
      bytes += [31] + [UInt8](repeating: 0x61, count: 31)
      bytes += index == 0 ? [0] : [0xC0, UInt8(last)]
      bytes += [0, 1, 0, 1]
      last = place
      guard place < 256 else { break }
    }
    bytes[5] = 7
    #expect(try DNSMessage(encoded: bytes).questions.last?.name.bytes.count == 224)
    bytes[5] = 8
    #expect(throws: WireError.tooLong) { try DNSMessage(encoded: bytes) }
  }

  @Test func `counts and sizes beyond the limits are refused before anything is read`() {
    let question = DNSMessage.questionLimit + 1
    #expect(throws: WireError.tooLong) {
      try DNSMessage(encoded: [0, 0, 0, 0, 0, UInt8(question), 0, 0, 0, 0, 0, 0])
    }
    #expect(throws: WireError.tooLong) {
      try DNSMessage(encoded: [0, 0, 0x84, 0, 0, 0, 2, 1, 0, 0, 0, 0])
    }
    let long = [UInt8](repeating: 0, count: DNSMessage.byteLimit + 1)
    #expect(throws: WireError.tooLong) { try DNSMessage(encoded: long) }
  }

  @Test func `other operations and errors are refused, other classes left out`() throws {
    for flags: [UInt8] in [[0x08, 0], [0x84, 3]] {
      #expect(throws: WireError.malformed) {
        try DNSMessage(encoded: [0, 0] + flags + [0, 0, 0, 0, 0, 0, 0, 0])
      }
    }
    var bytes = try #require(
      DNSMessage(
        isResponse: true,
        answers: [DNSRecord(Self.host, .a([1, 2, 3, 4]), timeToLive: 1, flushesCache: false)]
      ).encoded()
    )
    bytes[bytes.count - 11] = 3
    #expect(try DNSMessage(encoded: bytes) == DNSMessage(isResponse: true))
  }

  @Test func `names are equal whatever the case of their letters, and have limits`() throws {
    #expect(Self.name("aDa.LOCAL") == Self.name("AdA.local"))
    #expect(Set([Self.name("A.local"), Self.name("a.local")]).count == 1)
    #expect(Self.name("[.local") != Self.name("{.local"))
    let label = [UInt8](repeating: 0x61, count: 63)
    #expect(DNSName(labels: [label + [0x61]]) == nil)
    #expect(DNSName(labels: [[]]) == nil)
    let longest = try #require(DNSName(labels: [label, label, label, Array(label.dropFirst(2))]))
    #expect(longest.bytes.count == DNSName.byteLimit)
    #expect(DNSName(labels: [label, label, label, Array(label.dropFirst())]) == nil)
    #expect(longest.prepending([0x61]) == nil)
    #expect(longest.parent.parent.parent.parent.bytes == [])
    #expect(longest.parent.parent.parent.parent.parent.firstLabel == [])
  }

  @Test func `what does not fit one packet loses the least needed and says so`() throws {
    let answers = (0..<60).map { index in
      let target = Self.service.prepending([UInt8](repeating: UInt8(65 + index), count: 40))
      return DNSRecord(
        Self.service,
        .ptr(target ?? Self.service),
        timeToLive: 120,
        flushesCache: false
      )
    }
    var message = DNSMessage(isResponse: false, answers: answers, additionals: answers)
    message.questions = [DNSQuestion(Self.service, kind: DNSRecord.Kind.ptr)]
    let bytes = try #require(message.encoded())
    let read = try DNSMessage(encoded: bytes)
    #expect(bytes.count <= DNSMessage.writtenLimit)
    #expect(read.isTruncated && read.additionals.isEmpty)
    #expect(read.answers.count > 20 && read.answers == Array(answers.prefix(read.answers.count)))
    #expect(message.encoded(limit: 20) == nil)
  }
}

extension RandomStream {
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  private mutating func bytes(_ limit: Int) -> [UInt8] {
    (0..<below(limit + 1)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  private mutating func name() -> DNSName {
    let labels = (0..<below(4)).map { _ in
      // Few different ones, so that ends are shared.
      below(2) == 0 ? Array("local".utf8) : [UInt8(below(3))] + bytes(below(62) + 1)
    }
    return DNSName(labels: labels) ?? DNSMessageTests.name("local")
  }

  private mutating func content() -> DNSRecord.Content {
    switch below(7) {
    case 0: .a((0..<4).map { _ in UInt8(below(256)) })
    case 1: .aaaa((0..<16).map { _ in UInt8(below(256)) })
    case 2: .ptr(name())
    case 3:
      .srv(priority: UInt16(below(9)), weight: 0, port: UInt16(below(65_536)), target: name())
    case 4: .txt((0..<below(4)).map { _ in [UInt8(below(256))] + bytes(254) })
    case 5: .nsec(next: name(), kinds: Set((0..<below(5)).map { _ in UInt16(below(256)) }).sorted())
    default: .other(kind: UInt16(256 + below(1_000)), bytes(40))
    }
  }

  private mutating func records() -> [DNSRecord] {
    (0..<below(5)).map { _ in
      DNSRecord(
        name(),
        content(),
        timeToLive: UInt32(below(1 << 31)),
        flushesCache: below(2) == 0
      )
    }
  }

  mutating func message() -> DNSMessage {
    DNSMessage(
      isResponse: below(2) == 0,
      isTruncated: below(2) == 0,
      questions: (0..<below(4)).map { _ in
        DNSQuestion(name(), kind: UInt16(below(65_536)), wantsUnicast: below(2) == 0)
      },
      answers: records(),
      authorities: records(),
      additionals: records()
    )
  }
}
