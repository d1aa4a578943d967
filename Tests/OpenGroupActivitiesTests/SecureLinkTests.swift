import Glibc
import SessionCore
import Testing

@testable import OpenGroupActivities

/// Links of real runtimes under TLS.
@Suite(.timeLimit(.minutes(2))) struct SecureLinkTests {
  @Test func `what goes over a link shows nothing of what it means`() async throws {
    let (ada, bo) = (try Party.start("Adalbert"), try Party.start("Bohumil"))
    let tap = try Wiretap(to: bo.port)
    let hosted = try await Party.found(ada)
    let door = Party.open(bo)
    #expect(try await ada.invite("127.0.0.1:\(tap.port)") == "Bohumil")
    let joined = try await Party.join(bo)
    door.cancel()
    try await Party.wait(for: hosted, count: 2)
    let words = "a secret that is long enough to be found"
    try await GroupSessionMessenger(session: hosted).send(words)
    for await (heard, _) in GroupSessionMessenger(session: joined).messages(of: String.self) {
      #expect(heard == words)
      break
    }
    let text = String(decoding: tap.bytes, as: UTF8.self)
    #expect(tap.bytes.count > 1_500)
    for word in ["Adalbert", "Bohumil", "Game", "secret", "machine"] {
      #expect(!text.contains(word), "\(word)")
    }
    // Records of TLS from the first byte on: a handshake.
    #expect(tap.bytes.first == 22)
    await Party.stop(ada, bo)
  }

  @Test func `a stranger that does not finish its handshake is closed after 5 seconds`()
    async throws
  {
    let ada = try Party.start("Ada")
    let stranger = try #require(RawSocket.connect(to: ada.port))
    let clock = ContinuousClock()
    let start = clock.now
    var session = SecureSession(SecureContext(DeviceKey()), isDialled: true)
    _ = session.handshake { _ in true }
    stranger.send(Array(session.taken().dropLast()))
    #expect(await stranger.bytesUntilEnd() == [])
    #expect((4.5...9.5).contains((clock.now - start) / .seconds(1)))
    await ada.stop(keepingSession: false)
  }

  @Test func `who dials a member and finds another device there does not say who it is`()
    async throws
  {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    _ = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    await bo.stop(keepingSession: true)
    let impostor = try #require(RawSocket.take(bo.port, SOCK_STREAM))
    let answer = OneAnswer<(SecureSession.Outcome, Int32, Bool)>()
    let started = DetachedThread.start { answer.give(Self.pretend(impostor)) }
    #expect(started)
    let (outcome, alert, isJudged) = await answer.wait()
    #expect(outcome == .failed)
    #expect(alert == 40)
    #expect(!isJudged)
    await ada.stop(keepingSession: false)
  }

  /// Answers whoever dials as a device of its own; what came of it, and whether the other side
  /// showed a key.
  private static func pretend(
    _ listener: RawSocket
  ) -> (outcome: SecureSession.Outcome, alert: Int32, isJudged: Bool) {
    var session = SecureSession(SecureContext(DeviceKey()), isDialled: false)
    var isJudged = false
    var outcome = SecureSession.Outcome.wantsInput
    guard let caller = listener.accept() else { return (outcome, -1, false) }
    while outcome == .wantsInput, let bytes = caller.receive(), !bytes.isEmpty {
      bytes.withUnsafeBytes { _ = session.hear($0) }
      outcome = session.handshake { _ in
        isJudged = true
        return true
      }
      caller.send(session.taken())
    }
    return (outcome, session.failure.received, isJudged)
  }
}
