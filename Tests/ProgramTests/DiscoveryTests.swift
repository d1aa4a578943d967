import Foundation
import Testing

/// Who is found on a network, with the real program on hosts of each test's own.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestNetwork.obstacle == nil, "needs root and ip"))
struct DiscoveryTests {
  /// What `corkboard peers --json` prints on a host, a line for each device.
  private func peers(on host: TestNetwork.Host) throws -> [String] {
    try Shell().run(["peers", "--json"], on: host).lines
  }

  /// Asks until a line holds all of the texts.
  private func found(_ texts: String..., on host: TestNetwork.Host) async throws -> String {
    var last: [String] = []
    return try await eventually("\(texts) among the peers", within: .seconds(30)) {
      last = try peers(on: host)
      return last.first { line in texts.allSatisfy { line.contains($0) } }
    } instead: {
      last.joined(separator: "\n")
    }
  }

  @Test func `peers finds a program on another host and on the same, by name and address`()
    async throws
  {
    let network = try TestHosts(2)
    let ada = try Person("Ada \u{202E}", ["--port", "26790"], on: network.hosts[0], isFound: true)
    _ = try await ada.program.wait(forText: "BOARD")
    for host in network.hosts {
      let line = try await found("\"name\":\"Ada ", "\"10.78.0.1\"", on: host)
      #expect(line.contains("\"port\":26790,\"age\":") && line.contains("fe80::"))
      #expect(line.contains("\\u202e") || line.contains("\\u202E"))
    }
    let plain = try Shell().run(["peers"], on: network.hosts[1])
    #expect(plain.status == 0)
    #expect(plain.output.contains("10.78.0.1") && !plain.output.contains("\u{202E}"))
    // One's own device is nobody else.
    let own = try Shell(ada.folders).run(["peers"], on: network.hosts[0])
    #expect(own.status == 3 && own.output == "")
    #expect(own.error.contains("nobody was heard in 2 seconds"))
  }

  @Test func `whoever leaves is gone at once, whoever is killed is not there for a newcomer`()
    async throws
  {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", on: network.hosts[0], isFound: true)
    _ = try await found("\"Ada\"", on: network.hosts[1])
    _ = try await found("\"Bo\"", on: network.hosts[1])
    try await ada.kill()
    try await bo.leave()
    #expect(try peers(on: network.hosts[1]) == [])
  }

  @Test func `without IPv4 the address has the zone of the host that heard it`() async throws {
    let network = try TestHosts(2, hasIPv4: false)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let line = try await found("\"Ada\"", "%eth0", on: network.hosts[1])
    #expect(!line.contains("10.78"))
    _ = ada
  }

  @Test func `a host that is unplugged and comes back elsewhere is found there`() async throws {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    _ = try await found("\"10.78.0.1\"", on: network.hosts[1])
    try network.setLink(false, of: network.hosts[0])
    try network.setAddress("10.78.0.77", of: network.hosts[0])
    try network.setLink(true, of: network.hosts[0])
    let line = try await found("\"Ada\"", "\"10.78.0.77\"", on: network.hosts[1])
    #expect(!line.contains("\"10.78.0.1\""))
    _ = ada
  }

  @Test func `a program that starts without any network is found once there is one`()
    async throws
  {
    let network = try TestHosts(2)
    try network.setLink(false, of: network.hosts[0])
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    try await ada.makeNote("alone")
    let alone = try Shell().run(["peers"], on: network.hosts[0])
    #expect(alone.status == 3 && alone.error.contains("there is no network"), "\(alone.error)")
    try network.setLink(true, of: network.hosts[0])
    _ = try await found("\"Ada\"", on: network.hosts[1])
  }

  @Test func `without discovery nothing is said`() async throws {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0])
    let bo = try Person("Bo", on: network.hosts[0], isFound: true)
    _ = try await ada.program.wait(forText: "BOARD")
    let line = try await found("\"Bo\"", on: network.hosts[1])
    #expect(try peers(on: network.hosts[1]).count == 1, "\(line)")
    let refused = try Shell().run(["peers", "--no-discovery"], on: network.hosts[1])
    #expect(refused.status == 2)
    _ = bo
  }

  @Test func `a port that another program keeps to itself stops nothing but discovery`()
    async throws
  {
    let network = try TestHosts(1)
    let host = network.hosts[0]
    let keeper = try PortKeeper(5353, on: host)
    try await eventually("the port to be taken") { keeper.isReady ? true : nil }
    let ada = try Person("Ada", on: host, isFound: true)
    try await ada.makeNote("works")
    let peers = try Shell().run(["peers"], on: host)
    #expect(peers.status == 1, "\(peers.error)")
    #expect(peers.error.contains("another program keeps port 5353 to itself"), "\(peers.error)")
  }
}
