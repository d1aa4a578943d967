import Glibc
import Testing

@testable import OpenGroupActivities

/// Which port a runtime gets.
@Suite(.timeLimit(.minutes(1))) struct ListeningTests {
  @Test(arguments: [SOCK_STREAM, SOCK_DGRAM]) func `a taken port leads to the next one or an error`(
    _ kind: __socket_type
  ) async throws {
    let (port, taken) = try await take(kind)
    let next = try Party.start("Ada") { $0.port = .preferred(port) }
    #expect((port + 1...port + 40).contains(next.port))
    #expect(throws: PeopleError.portTaken(port)) {
      try Party.start("Bo") { $0.port = .fixed(port) }
    }
    withExtendedLifetime(taken) {}
    await next.stop(keepingSession: false)
  }

  /// Takes some port; another test may be faster at one that was free a moment ago.
  private func take(_ kind: __socket_type) async throws -> (port: UInt16, taken: RawSocket) {
    for _ in 0..<20 {
      let probe = try Party.start("Probe")
      let port = probe.port
      await probe.stop(keepingSession: false)
      if port < 65_000, let taken = RawSocket.take(port, kind) { return (port, taken) }
    }
    throw CancellationError()
  }

  @Test func `a port is free again after the stop`() async throws {
    var again: UInt16?
    // Another test may be faster at it, though hardly again and again.
    for _ in 0..<20 where again == nil {
      let first = try Party.start("Ada")
      let port = first.port
      await first.stop(keepingSession: false)
      guard let second = try? Party.start("Ada", { $0.port = .fixed(port) }) else { continue }
      again = second.port
      #expect(second.port == port)
      await second.stop(keepingSession: false)
    }
    #expect(again != nil)
  }

  @Test func `both families reach a runtime that listens to all`() async throws {
    let ada = try Party.start("Ada")
    let bo = try Party.start("Bo") { $0.loopbackOnly = false }
    _ = try await Party.found(ada)
    let door = Party.open(bo, accept: false)
    for host in ["127.0.0.1", "localhost", "[::1]"] {
      if host == "[::1]", usableIPv6() == false { continue }
      await #expect(throws: InvitationError.declined(by: "Bo")) {
        try await ada.invite("\(host):\(bo.port)")
      }
    }
    await Party.stop(ada, bo)
    let seen = await door.value
    #expect(seen.first?.address.hasPrefix("127.0.0.1:") == true)
  }

  private func usableIPv6() -> Bool {
    InterfaceAddresses.current().contains { $0.contains(":") }
  }

  @Test func `a runtime alone sleeps`() async throws {
    let ada = try Party.start("Ada")
    _ = try await Party.found(ada)
    #expect(!ada.addresses.isEmpty)
    _ = await ada.hasSession()
    let clock = LoopProbe()
    clock.executor.start(clock)
    await clock.sleep(nanoseconds: 50_000_000)
    let before = ada.host.executor.turns
    await clock.sleep(nanoseconds: 500_000_000)
    #expect(ada.host.executor.turns == before)
    await clock.stop()
    await ada.stop(keepingSession: false)
  }
}
