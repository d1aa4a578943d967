import FoundationEssentials
import SessionCore
import Testing

@testable import OpenGroupActivities

/// Invitation links over real sockets.
@Suite(.timeLimit(.minutes(1))) struct LinkTests {
  /// RFC 4231, test cases 1, 2 and 3.
  @Test func `proofs are HMAC with SHA-256`() {
    let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
      (
        [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
    ]
    for (key, message, code) in cases {
      let bytes = SystemCryptography.functions.authenticate(message, key: key)
      let digits = bytes.map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      #expect(digits.joined() == code)
    }
  }

  @Test func `a link brings in without a question, as often as it says, and is listed`()
    async throws
  {
    let (ada, bo, cy) = (try Party.start("Ada"), try Party.start("Bo"), try Party.start("Cy"))
    let hosted = try await Party.found(ada)
    let link = try await ada.makeLink(scheme: "game", uses: 1, lifetime: .seconds(60))
    #expect(link.utf8.count <= 200)
    var lists = ada.links.makeAsyncIterator()
    #expect(await lists.next()?.map(\.usesLeft) == [1])
    #expect(try await bo.join(by: " \(link)\n", scheme: "game", for: Game.self) == "Ada")
    let joined = try await Party.join(bo)
    #expect(joined.id == hosted.id)
    try await Party.wait(for: hosted, count: 2)
    #expect(await lists.next() == [])
    await #expect(throws: InvitationError.linkOver) {
      try await cy.join(by: link, scheme: "game", for: Game.self)
    }
    await Party.stop(ada, bo, cy)
  }

  @Test func `a revoked link lets in nobody, and neither does one of another device`() async throws
  {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    _ = try await Party.found(ada)
    let link = try await ada.makeLink(scheme: "game")
    let listed = try #require(await ada.links.first { !$0.isEmpty }?.first)
    #expect(listed.uses == 1)
    ada.revokeLink(listed.id)
    await #expect(throws: InvitationError.linkOver) {
      try await bo.join(by: link, scheme: "game", for: Game.self)
    }
    let other = InvitationLink(
      device: DeviceID(7),
      token: [UInt8](1...16),
      endHint: 0,
      places: [Endpoint(address: [127, 0, 0, 1], port: ada.port)]
    )
    await #expect(throws: InvitationError.otherDevice) {
      try await bo.join(by: other.text(scheme: "game"), scheme: "game", for: Game.self)
    }
    await #expect(throws: InvitationError.malformedLink(.notALink)) {
      try await bo.join(by: "hello", scheme: "game", for: Game.self)
    }
    await Party.stop(ada, bo)
  }

  @Test func `without a session there is nothing to link to`() async throws {
    let ada = try Party.start("Ada")
    await #expect(throws: InvitationError.sessionOver) { try await ada.makeLink(scheme: "game") }
    await ada.stop(keepingSession: false)
  }
}
