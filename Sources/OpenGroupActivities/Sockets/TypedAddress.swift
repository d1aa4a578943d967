import Glibc
import SessionCore

/// An address as a person types it: a literal or a name, with or without a port.
enum TypedAddress: Equatable, Sendable {
  case literal(Endpoint)
  case name(String, port: UInt16)

  /// Understands `192.168.1.20`, `192.168.1.20:26753`, `[fe80::1%eth0]`, `[::1]:26753`, `::1`,
  /// `bo-laptop` and `bo-laptop:26753`.
  ///
  /// - Throws: `InvitationError.malformedAddress`.
  init(_ text: String, defaultPort: UInt16) throws(InvitationError) {
    let trimmed = Self.trimmed(text)
    func fail(_ reason: String) -> InvitationError {
      .malformedAddress(String(trimmed.prefix(80)), reason: reason)
    }
    guard !trimmed.isEmpty else { throw fail("type an address such as 192.168.1.20 or bo-laptop") }
    guard trimmed.utf8.count <= 300 else { throw fail("it is too long") }
    if trimmed.first == "[" {
      guard let end = trimmed.firstIndex(of: "]") else { throw fail("the ] is missing") }
      let inner = String(trimmed[trimmed.index(after: trimmed.startIndex)..<end])
      let rest = trimmed[trimmed.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { throw fail("after ] comes :port or nothing") }
      let port = rest.isEmpty ? defaultPort : Self.port(rest.dropFirst())
      guard let port else { throw fail("a port is a number from 1 to 65535") }
      guard let literal = Self.ipv6(inner, port) else {
        throw fail("between [ and ] comes an IPv6 address")
      }
      self = .literal(literal)
      return
    }
    let colons = trimmed.count { $0 == ":" }
    if colons > 1 {
      guard let literal = Self.ipv6(trimmed, defaultPort) else {
        throw fail("an IPv6 address with a port is written [address]:port")
      }
      self = .literal(literal)
      return
    }
    let parts = trimmed.split(separator: ":", omittingEmptySubsequences: false)
    let port = parts.count == 2 ? Self.port(parts[1]) : defaultPort
    guard let port else { throw fail("a port is a number from 1 to 65535") }
    let host = String(parts[0])
    if let literal = Self.ipv4(host, port) {
      self = .literal(literal)
      return
    }
    if let reason = Self.complaint(aboutName: host) { throw fail(reason) }
    self = .name(host, port: port)
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    let start = text.drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }

  private static func port(_ text: Substring) -> UInt16? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(text), port > 0
    else { return nil }
    return port
  }

  private static func ipv4(_ text: String, _ port: UInt16) -> Endpoint? {
    var bytes = [UInt8](repeating: 0, count: 4)
    return inet_pton(AF_INET, text, &bytes) == 1 ? Endpoint(address: bytes, port: port) : nil
  }

  private static func ipv6(_ text: String, _ port: UInt16) -> Endpoint? {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, String(parts[0]), &bytes) == 1 else { return nil }
    if bytes.starts(with: Endpoint.mappedPrefix) {
      return Endpoint(address: Array(bytes[12...]), port: port)
    }
    guard parts.count == 2 else { return Endpoint(address: bytes, port: port) }
    let scope = UInt32(parts[1]) ?? if_nametoindex(String(parts[1]))
    guard scope != 0, Endpoint.isLinkLocal(bytes) else { return nil }
    return Endpoint(address: bytes, scope: scope, port: port)
  }

  /// What is wrong with a host name; nil when it may be one.
  private static func complaint(aboutName name: String) -> String? {
    if name.isEmpty { return "the machine's name is missing before the port" }
    if name.utf8.count > 253 { return "it is too long" }
    let isAllowed: (UInt8) -> Bool = { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
      default: false
      }
    }
    if !name.utf8.allSatisfy(isAllowed) { return "a name has letters, digits, - and . only" }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.dropLast().contains(where: \.isEmpty) { return "two dots stand side by side" }
    let isNumeric = name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    return isNumeric ? "an IPv4 address has four numbers from 0 to 255" : nil
  }
}
