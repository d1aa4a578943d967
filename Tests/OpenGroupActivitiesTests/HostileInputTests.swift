import Glibc
import Testing

@testable import OpenGroupActivities

/// Strangers that send garbage, or nothing.
@Suite(.timeLimit(.minutes(2))) struct HostileInputTests {
  @Test func `garbage on both ports closes its link and disturbs nobody`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    let hosted = try await Party.found(ada)
    let joined = try await Party.invite(bo, from: ada)
    try await Party.wait(for: hosted, count: 2)
    var generator = SystemRandomNumberGenerator()
    for length in [1, 4, 64, 1_200, 20_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for people in [ada, bo] {
        let stranger = try #require(RawSocket.connect(to: people.port))
        // A frame of four gigabytes, then whatever comes.
        stranger.send([255, 255, 255, 255] + bytes)
        #expect(await stranger.bytesUntilEnd() == [])
        RawSocket.sendDatagram(Array(bytes.prefix(8_000)), to: people.port)
        RawSocket.sendDatagram([], to: people.port)
      }
    }
    try await GroupSessionMessenger(session: hosted).send(Move(number: 1))
    for await (move, _) in GroupSessionMessenger(session: joined).messages(of: Move.self) {
      #expect(move.number == 1)
      break
    }
    #expect(hosted.activeParticipants.count == 2)
    await Party.stop(ada, bo)
  }

  @Test func `two thousand silent connections lock nobody out`() async throws {
    let (ada, bo) = (try Party.start("Ada"), try Party.start("Bo"))
    _ = try await Party.found(ada)
    var strangers: [RawSocket] = []
    for index in 0..<2_000 {
      // Not waited for: the kernel's queue is short, and a full one delays whoever waits.
      if let stranger = RawSocket.dial(ada.port) { strangers.append(stranger) }
      // Ours are limited too; those that were evicted are closed at the other end.
      if strangers.count > 300 { strangers.removeFirst(100) }
      if index == 1_000 {
        let door = Party.open(ada)
        #expect(try await bo.knock(Party.address(ada), for: Game.self) == "Ada")
        door.cancel()
      }
    }
    let joined = try await Party.join(bo)
    try await Party.wait(for: joined, count: 2)
    let cy = try Party.start("Cy")
    let guest = try await Party.invite(cy, from: ada)
    try await Party.wait(for: guest, count: 3)
    #expect(await ada.host.strangerCount <= 16)
    await Party.stop(ada, bo, cy)
  }

  @Test func `a connection that ends at once, again and again, costs nothing`() async throws {
    let ada = try Party.start("Ada")
    _ = try await Party.found(ada)
    for _ in 0..<500 {
      let stranger = try #require(RawSocket.connect(to: ada.port))
      var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        stranger.descriptor,
        SOL_SOCKET,
        SO_LINGER,
        &linger,
        socklen_t(MemoryLayout<Glibc.linger>.size)
      )
    }
    // A last one proves that the listener lives; it is evicted or times out, never answered.
    let last = try #require(RawSocket.connect(to: ada.port))
    last.send([0, 0, 0, 0])
    #expect(await last.bytesUntilEnd() == [])
    await ada.stop(keepingSession: false)
  }
}
