import Glibc
import SessionCore

extension Endpoint {
  /// What precedes an IPv4 address in its IPv6 form.
  static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]

  static func isLinkLocal(_ address: [UInt8]) -> Bool {
    address.count == 16 && address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }

  /// The address without the port: `192.168.1.20`, `fe80::1%eth0`.
  var host: String {
    let family = address.count == 4 ? AF_INET : AF_INET6
    guard address.count == 4 || address.count == 16 else { return "?" }
    var buffer = [CChar](repeating: 0, count: 64)
    guard inet_ntop(family, address, &buffer, socklen_t(buffer.count)) != nil else { return "?" }
    let text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    return scope == 0 ? text : "\(text)%\(Self.interfaceName(scope))"
  }

  /// As somebody would type it: `192.168.1.20:26753`, `[fe80::1%eth0]:26752`.
  var text: String {
    address.count == 16 ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  private static func interfaceName(_ index: UInt32) -> String {
    var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
    guard if_indextoname(index, &buffer) != nil else { return String(index) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
