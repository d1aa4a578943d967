import Glibc
import OpenGroupActivities

/// What the firewall lets in, as far as it can be seen.
extension Doctor {
  mutating func lookAtFirewall() {
    let port = options.port ?? PeopleSettings.defaultPort
    let ports = options.port == nil ? "\(port)-\(port + 40)" : "\(port)"
    let need = "allow TCP and UDP \(ports) and UDP 5353 from this network"
    if let manager = Self.manager(ports) {
      return report.add(
        .note,
        "firewall",
        "\(manager.name) is on",
        advice: "if others cannot reach you: \(manager.command)"
      )
    }
    let rules = ["nft list ruleset", "iptables -S INPUT", "ip6tables -S INPUT"].compactMap {
      ToolOutput.of($0.split(separator: " ").map(String.init))
    }
    guard geteuid() == 0, !rules.isEmpty else {
      return report.add(
        .note,
        "firewall",
        "its rules cannot be seen from here",
        advice: "if others cannot reach you, \(need)"
      )
    }
    switch FirewallRules(rules.joined(separator: "\n")).verdict(on: [port, 5353]) {
    case .open:
      report.add(.fine, "firewall", "no rule keeps others out")
    case .allowed:
      report.add(.fine, "firewall", "rules name the ports and let them in")
    case .refused(let rule):
      report.add(.problem, "firewall", "a rule refuses: \(rule)", advice: need)
    case .closed:
      report.add(
        .problem,
        "firewall",
        "what no rule allows is refused, and none names the ports",
        advice: need
      )
    }
  }

  /// Programs that manage a firewall and say so to everybody.
  private static func manager(_ ports: String) -> (name: String, command: String)? {
    if let ufw = ToolOutput.file("/etc/ufw/ufw.conf"), ufw.contains("ENABLED=yes") {
      let range = ports.replacing("-", with: ":")
      return (
        "ufw",
        "sudo ufw allow \(range)/tcp; sudo ufw allow \(range)/udp; sudo ufw allow 5353/udp"
      )
    }
    if access("/run/firewalld", F_OK) == 0 {
      return (
        "firewalld",
        "sudo firewall-cmd --permanent --add-port=\(ports)/tcp --add-port=\(ports)/udp"
          + " --add-service=mdns; sudo firewall-cmd --reload"
      )
    }
    return nil
  }
}

/// Rules as `nft list ruleset` and `iptables -S INPUT` print them.
struct FirewallRules {
  /// What they mean for a port; a rule that names neither it nor a range is not understood.
  enum Verdict: Equatable {
    case open
    case allowed
    case refused(rule: String)
    case closed
  }

  private let lines: [String]

  init(_ text: String) {
    var isInput = false
    lines = text.split(separator: "\n").compactMap { line in
      let line = line.split(separator: " ").joined(separator: " ").replacing("\t", with: "")
      if line.hasPrefix("chain ") { isInput = false }
      if line.contains("hook input") { isInput = true }
      return isInput || line.hasPrefix("-A INPUT") || line.hasPrefix("-P INPUT") ? line : nil
    }
  }

  func verdict(on ports: [UInt16]) -> Verdict {
    let named = lines.filter { line in ports.contains { names($0, line) } }
    if let rule = named.first(where: refuses) { return .refused(rule: rule) }
    let isClosed = lines.contains { line in
      line.contains("policy drop") || line.hasPrefix("-P INPUT DROP")
        || ["drop", "reject", "-A INPUT -j DROP", "-A INPUT -j REJECT"].contains(line)
    }
    if !isClosed { return .open }
    let allows = ports.allSatisfy { port in named.contains { names(port, $0) } }
    return allows ? .allowed : .closed
  }

  private func refuses(_ line: String) -> Bool {
    let words = line.lowercased().split(separator: " ")
    return words.contains("drop") || words.contains("reject")
  }

  private func names(_ port: UInt16, _ line: String) -> Bool {
    line.split { !$0.isNumber && $0 != "-" && $0 != ":" }.contains { word in
      let ends = word.split { $0 == "-" || $0 == ":" }.compactMap { UInt16($0) }
      return ends.first.map { ($0...max($0, ends.last ?? $0)).contains(port) } ?? false
    }
  }
}
