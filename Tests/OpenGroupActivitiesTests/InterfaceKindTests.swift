import SessionCore
import Testing

@testable import OpenGroupActivities

/// What an interface leads to, from what the kernel says of it.
struct InterfaceKindTests {
  private static let wire = SystemLink(index: 2, name: "eth0")
  private static let loopback = SystemLink(index: 1, name: "lo", isLoopback: true)
  private static let docker = SystemLink(index: 3, name: "docker0", maker: "bridge")
  private static let port = SystemLink(index: 4, name: "veth1", maker: "veth", master: 3)
  private static let hostBridge = SystemLink(index: 5, name: "br0", maker: "bridge")
  private static let bridgedWire = SystemLink(index: 6, name: "eth1", master: 5)
  private static let tap = SystemLink(index: 7, name: "tap0", maker: "tun")
  private static let vpn = SystemLink(index: 8, name: "tun0", maker: "tun", isPointToPoint: true)
  private static let wireguard = SystemLink(index: 9, maker: "wireguard", isEthernet: false)
  private static let container = SystemLink(index: 10, name: "eth0", maker: "veth")
  private static let bond = SystemLink(index: 11, name: "bond0", maker: "bond")
  private static let bonded = SystemLink(index: 12, name: "eth2", master: 11)

  @Test(arguments: [
    (wire, LocalInterface.Kind.network), (loopback, .loopback), (docker, .bridge),
    (port, .bridge), (hostBridge, .network), (bridgedWire, .bridge), (tap, .network),
    (vpn, .tunnel), (wireguard, .tunnel), (container, .network), (bond, .network),
    (bonded, .network),
  ])
  func `hardware and what stands for it is a network, the inside of this machine is not`(
    link: SystemLink,
    kind: LocalInterface.Kind
  ) {
    let all = [
      Self.wire, Self.loopback, Self.docker, Self.port, Self.hostBridge, Self.bridgedWire,
      Self.tap, Self.vpn, Self.wireguard, Self.container, Self.bond, Self.bonded,
    ]
    #expect(link.kind(among: all) == kind)
  }

  @Test func `this machine's interfaces are listed with their addresses, loopback first`() throws {
    let list = SystemInterfaces.list()
    let first = try #require(list.first)
    #expect(first.kind == .loopback && first.index == 1)
    #expect(!first.isForDiscovery)
    #expect(first.addresses.isEmpty || first.has([127, 0, 0, 1]))
    #expect(list == SystemInterfaces.list())
  }

  @Test func `a refusal says what it means and what to do`() {
    #expect(
      "\(DiscoveryState.refused(SystemError.inUse))"
        == "discovery is off: another program keeps port 5353 to itself; invite by address"
    )
    #expect("\(DiscoveryState.refused(13))".contains("Permission denied"))
  }

  @Test func `a kind of activity is named by a hash that does not tell it`() {
    #expect(ActivityMark.of("corkboard.board").count == 16)
    #expect(ActivityMark.of("corkboard.board") != ActivityMark.of("corkboard.boare"))
    #expect(ActivityMark.of("") == "e3b0c44298fc1c14")
  }
}
