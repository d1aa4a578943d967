import ForeignTLS
import SessionCore
import Testing

@testable import OpenGroupActivities

/// TLS between two ends in memory.
struct SecureSessionTests {
  @Test func `both ends prove who they are, and what one writes the other reads`() {
    var pair = SecurePair()
    let outcomes = pair.shakeHands()
    #expect(outcomes.dialler == .done(0))
    #expect(outcomes.acceptor == .done(0))
    let devices = [SecurePair.device(pair.acceptorKey), SecurePair.device(pair.diallerKey)]
    #expect(pair.judged == devices)
    #expect([pair.dialler.peer, pair.acceptor.peer] == devices)
    #expect(pair.dialler.write([1, 2, 3]) == .done(3))
    pair.exchange()
    let heard = pair.acceptor.readAll()
    #expect(heard.bytes == [1, 2, 3])
    #expect(heard.outcome == .wantsInput)
    pair.dialler.close()
    pair.exchange()
    #expect(pair.acceptor.readAll().outcome == .closed)
  }

  @Test func `a device has the same number in each run, and another one with another key`() {
    let key = DeviceKey()
    #expect(DeviceKey(bytes: key.bytes)?.deviceID == key.deviceID)
    #expect(DeviceKey().deviceID != key.deviceID)
    #expect(DeviceKey(bytes: [1, 2, 3]) == nil)
    #expect("\(key) \(String(reflecting: key))" == "a device key a device key")
    // RFC 8032, 7.1, test 1: the key; its hash as a SubjectPublicKeyInfo was made with OpenSSL's tool.
    let seed: [UInt8] = [
      0x9D, 0x61, 0xB1, 0x9D, 0xEF, 0xFD, 0x5A, 0x60, 0xBA, 0x84, 0x4A, 0xF4, 0x92, 0xEC, 0x2C,
      0xC4, 0x44, 0x49, 0xC5, 0x69, 0x7B, 0x32, 0x69, 0x19, 0x70, 0x3B, 0xAC, 0x03, 0x1C, 0xAE,
      0x7F, 0x60,
    ]
    #expect(DeviceKey(bytes: seed)?.deviceID == Self.knownDevice)
  }

  private static let knownDevice: [UInt8] = [
    0x06, 0xE3, 0xFD, 0x8F, 0xDA, 0x29, 0xBB, 0x60, 0xAB, 0x59, 0x55, 0x7D, 0xE6, 0x1E, 0xDB, 0x0A,
  ]

  @Test func `a dialler that refuses has not said who it is`() {
    var pair = SecurePair()
    let outcomes = pair.shakeHands(diallerAccepts: false)
    #expect(outcomes.dialler == .failed)
    #expect(outcomes.acceptor == .failed)
    #expect(pair.judged == [SecurePair.device(pair.acceptorKey)])
    #expect(pair.acceptor.failure.received == 40)
  }

  @Test func `an acceptor that refuses is heard at the dialler's next read`() {
    var pair = SecurePair()
    let outcomes = pair.shakeHands(acceptorAccepts: false)
    #expect(outcomes.acceptor == .failed)
    #expect(pair.judged.last == SecurePair.device(pair.diallerKey))
    #expect(pair.dialler.readAll().outcome == .failed)
    #expect(pair.dialler.failure.received == 40)
    #expect(pair.acceptor.readAll() == ([], .failed))
    #expect(pair.acceptor.write([1]) == .failed)
  }

  @Test func `nothing is read, written or derived before the handshake is done`() {
    var pair = SecurePair()
    for _ in 0..<2 {
      #expect(pair.dialler.write([1]) == .failed)
      #expect(pair.acceptor.readAll() == ([], .failed))
      #expect(pair.dialler.peer == nil)
      #expect(pair.acceptor.export("EXPORTER-test", context: []) == nil)
      _ = pair.dialler.handshake { _ in true }
      pair.exchange()
    }
    let outcomes = pair.shakeHands()
    #expect(outcomes.dialler == .done(0))
    #expect(outcomes.acceptor == .done(0))
  }

  @Test func `a stream that ends without a word is no clean end`() {
    var pair = SecurePair()
    _ = pair.shakeHands()
    pair.acceptor.hearEnd()
    #expect(pair.acceptor.readAll() == ([], .failed))
    #expect(pair.acceptor.failure.text == "unexpected eof while reading")
  }

  @Test func `a failure is for good`() {
    var pair = SecurePair()
    _ = pair.shakeHands()
    _ = pair.dialler.write([1, 2, 3])
    var record = pair.dialler.taken()
    record[record.count - 1] ^= 1
    record.withUnsafeBytes { _ = pair.acceptor.hear($0) }
    #expect(pair.acceptor.readAll() == ([], .failed))
    let text = pair.acceptor.failure.text
    #expect(text != "")
    _ = pair.dialler.write([4])
    pair.exchange()
    #expect(pair.acceptor.readAll() == ([], .failed))
    #expect(pair.acceptor.handshake { _ in true } == .failed)
    #expect(pair.acceptor.write([5]) == .failed)
    #expect(pair.acceptor.failure.text == text)
  }

  @Test func `another protocol is refused in the handshake`() {
    var pair = SecurePair(dialler: "http/1.1")
    let outcomes = pair.shakeHands()
    #expect(outcomes.dialler == .failed)
    #expect(outcomes.acceptor == .failed)
    #expect(pair.judged == [])
    #expect(pair.dialler.failure.received == 120)
  }

  @Test(arguments: [
    Array("GET / HTTP/1.1\r\nHost: corkboard\r\n\r\n".utf8), Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
    [UInt8](repeating: 0, count: 300), [UInt8](repeating: 255, count: 300),
  ])
  func `who speaks no TLS hears nothing`(bytes: [UInt8]) {
    var session = SecureSession(SecureContext(DeviceKey()), isDialled: false)
    bytes.withUnsafeBytes { _ = session.hear($0) }
    #expect(session.handshake { _ in true } == .failed)
    #expect(session.pending == 0)
  }

  @Test(
    arguments: [
      (FOREIGN_TLS12, 70), (FOREIGN_NO_CERTIFICATE, 116), (FOREIGN_NO_PROTOCOL, 40),
      (FOREIGN_OTHER_KEY, 116), (FOREIGN_TWO_CERTIFICATES, 40),
    ] as [(foreign_kind, Int32)]
  )
  func `other TLS is turned away before anybody is judged`(kind: foreign_kind, alert: Int32) {
    let foreign = ForeignDialler(kind)
    var session = SecureSession(SecureContext(DeviceKey()), isDialled: false)
    let (outcome, isJudged) = foreign.shakeHands(with: &session)
    #expect(outcome == .failed)
    #expect(!isJudged)
    #expect(session.failure.sent == alert)
  }

  @Test func `a flood of requests for new keys is cut`() {
    let foreign = ForeignDialler(FOREIGN_PLAIN)
    var session = SecureSession(SecureContext(DeviceKey()), isDialled: false)
    let (outcome, isJudged) = foreign.shakeHands(with: &session)
    #expect(outcome == .done(0))
    #expect(isJudged)
    var count = 0
    var read = SecureSession.Outcome.wantsInput
    while read == .wantsInput, count < 1_000 {
      count += 1
      foreign.requestKeys().withUnsafeBytes { _ = session.hear($0) }
      read = session.readAll().outcome
      foreign.hear(session.taken())
    }
    #expect(read == .failed)
    #expect(count == 101)
  }

  @Test func `both ends derive the same secrets, others for each label and context`() {
    var pair = SecurePair()
    _ = pair.shakeHands()
    var secrets: Set<[UInt8]> = []
    for (label, context) in [("EXPORTER-a", [UInt8]()), ("EXPORTER-a", [1]), ("EXPORTER-b", [1])] {
      let secret = pair.dialler.export(label, context: context)
      #expect(secret == pair.acceptor.export(label, context: context))
      if let secret { secrets.insert(secret) }
    }
    for isFromDialler in [true, false] {
      for epoch in [UInt64(0), 1, 256] {
        let key = pair.dialler.datagramKey(isFromDialler: isFromDialler, epoch: epoch)
        #expect(key == pair.acceptor.datagramKey(isFromDialler: isFromDialler, epoch: epoch))
        if let key { secrets.insert(key) }
      }
    }
    #expect(secrets.count == 9)
  }
}
