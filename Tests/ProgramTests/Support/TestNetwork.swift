import Foundation

/// Two hosts with a cable between them: network namespaces of this test's own.
///
/// Needs root and `ip`; removed at the end.
final class TestNetwork {
  let hosts: [Host]

  struct Host {
    let name: String
    let address: String
    /// What stands before a command that is to run on this host.
    var launcher: [String] { [TestNetwork.tool, "netns", "exec", name] }
  }

  static let tool: String = {
    let places: [String] = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"]
    return places.first { access($0, X_OK) == 0 } ?? ""
  }()

  /// Why there can be no such network here; nil when there can.
  static var obstacle: String? {
    if getuid() != 0 { return "network namespaces need root" }
    return tool.isEmpty ? "network namespaces need ip: apt-get install -y iproute2" : nil
  }

  /// - Throws: `Missing` with what the system refused.
  init() throws {
    let tag = UInt16.random(in: .min ... .max)
    hosts = [
      Host(name: "cork\(tag)a", address: "10.77.0.1"),
      Host(name: "cork\(tag)b", address: "10.77.0.2"),
    ]
    let (a, b) = (hosts[0].name, hosts[1].name)
    try TestNetwork.ip("netns", "add", a)
    try TestNetwork.ip("netns", "add", b)
    try TestNetwork.ip(
      ["-n", a, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", b]
    )
    for host in hosts {
      try TestNetwork.ip("-n", host.name, "addr", "add", host.address + "/24", "dev", "cable")
      try TestNetwork.ip("-n", host.name, "link", "set", "lo", "up")
      try TestNetwork.ip("-n", host.name, "link", "set", "cable", "up")
    }
  }

  deinit {
    for host in hosts { try? TestNetwork.ip("netns", "del", host.name) }
  }

  /// Takes the cable out, or puts it back in.
  func setCable(_ isIn: Bool) throws {
    try TestNetwork.ip("-n", hosts[0].name, "link", "set", "cable", isIn ? "up" : "down")
  }

  /// Takes the cable and its addresses from the first host, or gives both back.
  func setAddress(_ isThere: Bool) throws {
    let host = hosts[0]
    try setCable(isThere)
    let change = isThere ? "add" : "del"
    try TestNetwork.ip("-n", host.name, "addr", change, host.address + "/24", "dev", "cable")
  }

  private static func ip(_ words: String...) throws { try ip(words) }

  private static func ip(_ words: [String]) throws {
    let result = try output(of: [tool] + words, environment: [:])
    guard case .exited(0) = result.status else {
      throw Missing(description: "ip \(words.joined(separator: " ")): \(result.text)")
    }
  }
}
