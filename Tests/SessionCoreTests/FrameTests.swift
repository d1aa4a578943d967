import SessionCore
import SessionSimulator
import Testing

struct FrameTests {
  static let entries = [
    RosterEntry(
      device: DeviceID(1),
      revision: 3,
      isPresent: true,
      name: "Ada",
      deviceName: "laptop"
    ),
    RosterEntry(device: DeviceID(2), revision: 9, isPresent: false, name: "", deviceName: ""),
  ]
  static let page = RosterPage(
    entries: entries,
    endpoints: [
      [
        Endpoint(address: [10, 0, 0, 1], port: 5),
        Endpoint(address: [UInt8](repeating: 7, count: 16), port: 6),
      ], [],
    ],
    records: removal.records
  )
  /// With each kind of record.
  static let removal: Admissions = {
    var admissions = TestPeer.admissions(letting: 2, 3)
    _ = admissions.remove(DeviceID(2), by: .simulated(DeviceID(3)))
    return admissions
  }()
  static let stamped = StampedActivity(
    revision: 4,
    writer: DeviceID(1),
    record: TestPeer.activity
  )

  /// One of each kind.
  static let frames: [Frame] = [
    .hello(TestPeer.hello(device: 7)),
    .reveal(TestPeer.nonce),
    .redeem(
      Redemption(ticket: TicketName(9), proof: TestPeer.nonce, activityIdentifier: "board")
    ),
    .invite(Invitation(session: SessionID(8), participantCount: 3, activity: TestPeer.activity)),
    .knock(activityIdentifier: "board"),
    .member(SessionID(8), replacing: 6, revision: 2),
    .answer(.busy),
    .cancel,
    .welcome(
      Welcome(
        session: SessionID(8),
        founder: DeviceID(1),
        salt: 77,
        activity: stamped,
        roster: page
      )
    ),
    .state(TestPeer.state()),
    .roster(page),
    .activity(stamped),
    .ping(stamp: 1, digest: 2),
    .pong(stamp: 1),
    .message(sequence: 9, payload: [1, 2, 3]),
    .acknowledge(through: 9),
    .droppable([4]),
    .goodbye(revision: 3),
    .ended(SessionID(8), by: DeviceID(2)),
  ]

  private func decode(_ pieces: [[UInt8]]) throws -> [Frame] {
    var decoder = FrameDecoder(limit: WireLimits.memberFrame)
    var result: [Frame] = []
    for piece in pieces {
      decoder.append(piece)
      while let frame = try decoder.next() { result.append(frame) }
    }
    return result
  }

  @Test func `every frame survives its encoding`() throws {
    #expect(try decode(FrameTests.frames.map { $0.encoded() }) == FrameTests.frames)
  }

  @Test func `frames arrive joined or byte by byte`() throws {
    let bytes = FrameTests.frames.flatMap { $0.encoded() }
    #expect(try decode([bytes]) == FrameTests.frames)
    #expect(try decode(bytes.map { [$0] }) == FrameTests.frames)
  }

  @Test func `a body that ends early is refused`() {
    for frame in FrameTests.frames {
      let body = Array(frame.encoded().dropFirst(4))
      for length in 1..<body.count {
        var writer = ByteWriter()
        writer.blob(Array(body.prefix(length)))
        #expect(throws: WireError.self) { try decode([writer.bytes]) }
      }
    }
  }

  @Test func `fields behind the known ones and unknown frames are skipped`() throws {
    for frame in FrameTests.frames {
      var longer = ByteWriter()
      longer.blob(Array(frame.encoded().dropFirst(4)) + [1, 2, 3])
      var unknown = ByteWriter()
      unknown.blob([250, 1, 2])
      #expect(try decode([unknown.bytes, longer.bytes, unknown.bytes]) == [frame])
    }
  }

  @Test(arguments: UInt64(1)...200)
  func `flipped bits never trap`(seed: UInt64) {
    var random = TestGenerator(seed: seed)
    var bytes = FrameTests.frames.flatMap { $0.encoded() }
    for _ in 0..<(1 + Int(random.next() % 4)) {
      bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8(random.next() % 8)
    }
    let frames = try? decode([bytes])
    #expect(frames?.count ?? 0 <= bytes.count)
  }

  @Test func `a length beyond the limit is refused at once and for good`() {
    var decoder = FrameDecoder()
    decoder.append([0, 0, 16, 1])
    #expect(throws: WireError.tooLong) { try decoder.next() }
    decoder.append(Frame.cancel.encoded())
    #expect(throws: WireError.tooLong) { try decoder.next() }
    decoder = FrameDecoder()
    decoder.append([0, 0, 0, 0])
    #expect(throws: WireError.malformed) { try decoder.next() }
  }

  @Test func `a count beyond the bytes that are there is refused`() {
    var writer = ByteWriter()
    writer.blob([9, 0, 170])
    #expect(throws: WireError.truncated) { try decode([writer.bytes]) }
  }

  @Test func `another version is told by its number alone`() throws {
    let hello = Frame.hello(TestPeer.hello(device: 7)).encoded(version: 999)
    #expect(try decode([hello]) == [.foreignHello(version: 999)])
    var alien = ByteWriter()
    alien.blob([1, 0x47, 0x45, 0x54, 0x20, 0, 1])
    #expect(throws: WireError.notOurProtocol) { try decode([alien.bytes]) }
  }

  @Test func `names are cut between characters`() {
    let family = "👨‍👩‍👧"
    let cases: [(text: String, cut: String)] = [
      (String(repeating: "a", count: 70), String(repeating: "a", count: 64)),
      (String(repeating: "é", count: 40), String(repeating: "é", count: 32)),
      (String(repeating: family, count: 4), String(repeating: family, count: 3)),
      ("short", "short"),
      ("", ""),
    ]
    for (text, cut) in cases { #expect(text.prefix(utf8Limit: 64) == cut) }
    let pile = "a" + String(repeating: "\u{301}", count: 100)
    #expect(pile.prefix(utf8Limit: 64).utf8.count == 63)
  }

  @Test func `the header of a datagram survives its encoding, and others are none`() {
    let header = DatagramHeader(kind: .message, epoch: 1, index: 0x0203_0405, counter: 6)
    let bytes: [UInt8] = [0xC1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 6]
    #expect(header.encoded == bytes)
    let tag = [UInt8](repeating: 0, count: 16)
    #expect(DatagramHeader(bytes + tag) == header)
    #expect(DatagramHeader(bytes + tag.dropLast()) == nil)
    #expect(DatagramHeader([1] + bytes.dropFirst() + tag) == nil)
    let full = [UInt8](repeating: 0, count: WireLimits.datagramPayload)
    #expect(DatagramHeader(bytes + full + tag) == header)
    #expect(DatagramHeader(bytes + full + tag + [0]) == nil)
    #expect((bytes + full + tag).count == WireLimits.datagram)
  }
}
