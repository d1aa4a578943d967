import CSystem
import Glibc
import SessionCore

/// The network interfaces of this machine, as the kernel lists them.
enum SystemInterfaces {
  /// How many interfaces and addresses are looked at: a machine full of containers has hundreds.
  private static let mostLinks = 1_024
  private static let mostAddresses = 4_096

  /// All interfaces by number, each with its addresses; empty when the kernel does not answer.
  ///
  /// Addresses that are still checked for being somebody else's come later, as a change.
  static func list() -> [LocalInterface] {
    let links = SystemLink.list(atMost: mostLinks)
    var addresses = [cs_link_address](repeating: cs_link_address(), count: mostAddresses)
    let count = cs_list_addresses(&addresses, Int32(addresses.count))
    var byLink: [UInt32: [LocalInterface.Address]] = [:]
    for address in addresses.prefix(Int(max(0, count))) {
      let bytes = withUnsafeBytes(of: address.bytes) { Array($0.prefix(Int(address.count))) }
      byLink[address.index, default: []].append(
        LocalInterface.Address(bytes, prefixLength: address.prefix)
      )
    }
    return links.map { link in
      LocalInterface(
        index: link.index,
        name: link.name,
        kind: link.kind(among: links),
        isRunning: link.isRunning,
        canMulticast: link.canMulticast,
        addresses: byLink[link.index] ?? []
      )
    }
    .sorted { $0.index < $1.index }
  }
}

/// One interface without its addresses.
struct SystemLink: Equatable {
  var index: UInt32
  var name = ""
  /// What made it: `bridge`, `tun`, `wireguard`; empty for hardware.
  var maker = ""
  /// The interface that this one is a port of; 0 for none.
  var master: UInt32 = 0
  var isEthernet = true
  var isLoopback = false
  var isPointToPoint = false
  var isRunning = true
  var canMulticast = true

  /// What it leads to, which may depend on the others.
  ///
  /// A bridge that hardware is a port of is how this machine reaches its network; one without leads
  /// to machines inside it.
  func kind(among links: [SystemLink]) -> LocalInterface.Kind {
    if isLoopback { return .loopback }
    if isPointToPoint || !isEthernet { return .tunnel }
    if maker == "bridge" {
      let ports = links.filter { $0.master == index }
      return ports.contains { $0.maker.isEmpty } ? .network : .bridge
    }
    let owner = links.first { $0.index == master }
    return owner?.maker == "bridge" ? .bridge : .network
  }

  static func list(atMost limit: Int) -> [SystemLink] {
    var links = [cs_link](repeating: cs_link(), count: limit)
    let count = cs_list_links(&links, Int32(limit))
    return links.prefix(Int(max(0, count))).map { SystemLink($0) }
  }
}

extension SystemLink {
  /// The number that the kernel has for Ethernet, and what looks like it.
  private static let ethernet: UInt16 = 1

  private init(_ link: cs_link) {
    func has(_ flag: Int) -> Bool { link.flags & UInt32(flag) != 0 }
    index = link.index
    name = Self.text(link.name)
    maker = Self.text(link.kind)
    master = link.master
    isEthernet = link.hardware == Self.ethernet
    isLoopback = has(CS_LINK_LOOPBACK)
    isPointToPoint = has(CS_LINK_POINT_TO_POINT)
    isRunning = has(CS_LINK_UP) && has(CS_LINK_RUNNING)
    canMulticast = has(CS_LINK_MULTICAST)
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
