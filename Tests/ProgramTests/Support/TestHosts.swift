import Foundation

/// Hosts on one switch: network namespaces of this test's own.
///
/// Needs root and `ip`; removed at the end.
final class TestHosts {
  let hosts: [TestNetwork.Host]
  private let hub: String

  /// - Parameters:
  ///   - count: How many hosts.
  ///   - hasIPv4: Whether they have addresses like 10.78.0.1; else link-local ones of IPv6 alone.
  /// - Throws: `Missing` with what the system refused.
  init(_ count: Int, hasIPv4: Bool = true) throws {
    let tag = UInt16.random(in: .min ... .max)
    hub = "cork\(tag)hub"
    hosts = (1...count).map { TestNetwork.Host(name: "cork\(tag)h\($0)", address: "10.78.0.\($0)") }
    try Self.ip("netns", "add", hub)
    try Self.ip("-n", hub, "link", "add", "hub", "type", "bridge")
    try Self.ip("-n", hub, "link", "set", "hub", "up")
    for (number, host) in hosts.enumerated() {
      try Self.ip("netns", "add", host.name)
      try Self.ip("-n", host.name, "link", "set", "lo", "up")
      try Self.ip(
        "-n",
        host.name,
        "link",
        "add",
        "eth0",
        "type",
        "veth",
        "peer",
        "name",
        "port\(number)",
        "netns",
        hub
      )
      try Self.ip("-n", hub, "link", "set", "port\(number)", "master", "hub", "up")
      if hasIPv4 { try setAddress(host.address, of: host) }
      try setLink(true, of: host)
    }
  }

  deinit {
    for name in hosts.map(\.name) + [hub] { try? Self.ip("netns", "del", name) }
  }

  /// Unplugs a host, or plugs it in.
  func setLink(_ isUp: Bool, of host: TestNetwork.Host) throws {
    try Self.ip("-n", host.name, "link", "set", "eth0", isUp ? "up" : "down")
  }

  /// Gives a host this address of IPv4 and takes away any other.
  func setAddress(_ address: String, of host: TestNetwork.Host) throws {
    try Self.ip("-n", host.name, "-4", "addr", "flush", "dev", "eth0")
    try Self.ip("-n", host.name, "addr", "add", address + "/24", "dev", "eth0")
  }

  static func ip(_ words: String...) throws {
    let result = try output(of: [TestNetwork.tool] + words, environment: [:])
    guard case .exited(0) = result.status else {
      throw Missing(description: "ip \(words.joined(separator: " ")): \(result.text)")
    }
  }
}
