import Foundation
import Testing

/// Two programs behind packet filters, on hosts of each test's own.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Firewall.obstacle == nil, "needs root and iptables"))
struct FirewallTests {
  @Test func `with nothing open but 5353 and the program's port all works`() async throws {
    let network = try TestHosts(2)
    for host in network.hosts {
      let wall = Firewall(host)
      try wall.add("-i", "lo", "-j", "ACCEPT")
      for (kind, port) in [("udp", "5353"), ("udp", "26752"), ("tcp", "26752")] {
        try wall.add("-p", kind, "--dport", port, "-j", "ACCEPT")
      }
      try wall.add("-p", "tcp", "-m", "state", "--state", "ESTABLISHED", "-j", "ACCEPT")
      // Without the messages of neighbors there is no IPv6 at all.
      try wall.add(family: .ipv6, "-p", "ipv6-icmp", "-j", "ACCEPT")
      try wall.add("-j", "DROP")
    }
    let ada = try Person("Ada", ["--port", "26752"], on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", ["--port", "26752"], on: network.hosts[1], isFound: true)
    _ = try await ada.program.wait(forText: "heard nearby: Bo")
    try await ada.invite("Bo")
    try await bo.accept()
    try await ada.sees(bo)
  }

  @Test func `where calls are refused one way, the other side calls`() async throws {
    let network = try TestHosts(2)
    let wall = Firewall(network.hosts[1])
    try wall.add("-p", "tcp", "--syn", "--dport", "1024:65535", "-j", "REJECT")
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", on: network.hosts[1], isFound: true)
    _ = try await ada.program.wait(forText: "heard nearby: Bo")
    try await ada.invite("Bo")
    _ = try await ada.program.wait(forText: "nobody answers at “Bo”")
    _ = try await bo.program.wait(forText: "heard nearby: Ada")
    try await bo.invite("Ada")
    try await ada.accept()
    try await bo.sees(ada)
    // The link breaks: whoever can calls again.
    try network.setLink(false, of: network.hosts[1])
    try await ada.sees(bo, as: "✕", within: .seconds(30))
    try network.setLink(true, of: network.hosts[1])
    try await ada.sees(bo, within: .seconds(30))
  }
}

/// What a host lets in.
struct Firewall {
  enum Family: String, CaseIterable {
    case ipv4 = "iptables"
    case ipv6 = "ip6tables"

    var tool: String? {
      ["/usr/sbin/", "/sbin/", "/usr/bin/"].map { $0 + rawValue }
        .first { access($0, X_OK) == 0 }
    }
  }

  private let host: TestNetwork.Host

  init(_ host: TestNetwork.Host) { self.host = host }

  static var obstacle: String? {
    if let obstacle = TestNetwork.obstacle { return obstacle }
    return Family.allCases.allSatisfy { $0.tool != nil } ? nil : "packet filters need iptables"
  }

  /// Adds a rule for what comes in, to one family or to both.
  func add(family: Family? = nil, _ rule: String...) throws {
    for family in family.map({ [$0] }) ?? Family.allCases {
      let words = host.launcher + [family.tool ?? "", "-A", "INPUT"] + rule
      let result = try output(of: words, environment: [:])
      guard case .exited(0) = result.status else {
        throw Missing(description: "\(words.joined(separator: " ")): \(result.text)")
      }
    }
  }
}
