/// A web address that somebody else wrote, if it is one that a person can judge.
///
/// Plain ASCII with `http` or `https`, a host of letters, digits, dots and hyphens, and nothing before
/// the host that looks like another one. International names come as `xn--…`, and stay so: letters
/// that look like others are not shown. The parts follow RFC 3986.
package struct WebLink: Equatable, Sendable {
  private let scheme: String
  private let host: String
  /// From the port on.
  private let rest: String

  /// Nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let end = text.firstRange(of: "://")
    else { return nil }
    scheme = text[..<end.lowerBound].lowercased()
    let behind = text[end.upperBound...]
    let authority = behind.prefix { !"/?#\\".contains($0) }
    host = String(authority.prefix { $0 != ":" }).lowercased()
    rest = String(behind.dropFirst(host.utf8.count))
    let port = authority.dropFirst(host.utf8.count)
    guard scheme == "http" || scheme == "https", !host.isEmpty, !rest.contains("\\"),
      host.utf8.allSatisfy(Self.isOfHost), port.dropFirst().utf8.allSatisfy(Self.isDigit)
    else { return nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E
  }

  /// The address within so many columns: the end of its host is always there, which says whose it is.
  package func shown(columns: Int) -> String {
    let head = scheme + "://"
    let room = max(8, columns - head.utf8.count)
    guard host.utf8.count <= room else {
      return head + "…" + host.suffix(room - 1)
    }
    let whole = head + host + rest
    return whole.utf8.count <= columns
      ? whole : whole.prefix(max(columns, head.utf8.count + host.utf8.count + 1) - 1) + "…"
  }
}
