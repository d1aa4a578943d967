import Testing

/// Two programs that find each other, on hosts of each test's own.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestNetwork.obstacle == nil, "needs root and ip"))
struct NearbyTests {
  @Test func `two who start see each other nearby, and choosing a row invites`() async throws {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", on: network.hosts[1], isFound: true)
    _ = try await ada.program.wait(forText: "heard nearby: Bo")
    _ = try await bo.program.wait(forText: "heard nearby: Ada")
    try ada.program.type("P")
    _ = try await ada.program.wait(forText: "heard, not verified")
    try ada.program.type("j")
    _ = try await ada.program.wait(forText: "▸ Bo")
    try ada.program.press(.enter)
    try await bo.accept()
    try await ada.sees(bo)
    try await bo.sees(ada)
    // Whoever is here is not nearby as well.
    try ada.program.type("P")
    _ = try await ada.program.wait(for: "Bo among the people and not nearby") { lines in
      lines.contains { $0.contains("Bo") && $0.contains("here") }
        && !lines.contains { $0.contains("not verified") }
    }
  }

  @Test func `a name at the prompt means who was heard, also without IPv4`() async throws {
    let network = try TestHosts(2, hasIPv4: false)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let bo = try Person("Bo Lund", on: network.hosts[1], isFound: true)
    _ = try await ada.program.wait(forText: "heard nearby: Bo Lund")
    try await ada.invite("bo lund")
    try await bo.accept()
    try await ada.sees(bo)
  }

  @Test func `a name on the command line is heard, by join as by invite`() async throws {
    let network = try TestHosts(2)
    let bo = try Person("Bo", on: network.hosts[1], isFound: true)
    _ = try await bo.program.wait(forText: "BOARD")
    let ada = try Person("Ada", ["join", "Bo"], on: network.hosts[0], isFound: true)
    try await bo.accept()
    try await bo.sees(ada)
    try await ada.sees(bo)
  }

  @Test func `a member whose address changes is found at the new one`() async throws {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", on: network.hosts[1], isFound: true)
    _ = try await ada.program.wait(forText: "heard nearby: Bo")
    try await ada.invite("Bo")
    try await bo.accept()
    try await ada.sees(bo)
    try network.setLink(false, of: network.hosts[1])
    try await ada.sees(bo, as: "✕", within: .seconds(30))
    try network.setAddress("10.78.0.99", of: network.hosts[1])
    try network.setLink(true, of: network.hosts[1])
    try await ada.sees(bo, within: .seconds(30))
    try await bo.sees(ada, within: .seconds(30))
  }

  @Test func `that the system keeps the port of discovery is said once, and the board works`()
    async throws
  {
    let network = try TestHosts(1)
    let keeper = try PortKeeper(5353, on: network.hosts[0])
    try await eventually("the port to be taken") { keeper.isReady ? true : nil }
    let ada = try Person("Ada", on: network.hosts[0], isFound: true, columns: 120)
    _ = try await ada.program.wait(forText: "another program keeps port 5353 to itself")
    try await ada.makeNote("works")
    try ada.program.type("P")
    _ = try await ada.program.wait(forText: "discovery is off: another program keeps port 5353")
  }
}
