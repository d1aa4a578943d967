import Glibc
import SessionCore

/// A raw socket address of either family, and its endpoint.
struct SocketAddress {
  private var storage = sockaddr_in6()
  private(set) var length = socklen_t(MemoryLayout<sockaddr_in6>.size)

  /// Room for an address that the system will write.
  init() {}

  /// The address of an endpoint; in IPv6 form for a socket of that family.
  ///
  /// Nil when the family of the socket cannot reach it, or the endpoint has neither 4 nor 16 bytes.
  init?(_ endpoint: Endpoint, onIPv6Socket: Bool) {
    switch (endpoint.address.count, onIPv6Socket) {
    case (4, false): self.init(ipv4: endpoint)
    case (4, true):
      let mapped = Endpoint.mappedPrefix + endpoint.address
      self.init(ipv6: Endpoint(address: mapped, port: endpoint.port))
    case (16, true): self.init(ipv6: endpoint)
    default: return nil
    }
  }

  private init(ipv4 endpoint: Endpoint) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = endpoint.port.bigEndian
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: endpoint.address) }
    withUnsafeMutableBytes(of: &storage) { storage in
      withUnsafeBytes(of: address) { storage.copyMemory(from: $0) }
    }
    length = socklen_t(MemoryLayout<sockaddr_in>.size)
  }

  private init(ipv6 endpoint: Endpoint) {
    storage.sin6_family = sa_family_t(AF_INET6)
    storage.sin6_port = endpoint.port.bigEndian
    storage.sin6_scope_id = endpoint.scope
    withUnsafeMutableBytes(of: &storage.sin6_addr) { $0.copyBytes(from: endpoint.address) }
  }

  /// An address as the system hands it out in a list; nil for other families.
  init?(copying pointer: UnsafePointer<sockaddr>) {
    let size: Int
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
    withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    length = socklen_t(size)
  }

  /// The endpoint; an IPv4 address in IPv6 form has 4 bytes.
  ///
  /// Nil for other families.
  var endpoint: Endpoint? {
    switch Int32(storage.sin6_family) {
    case AF_INET:
      let address = withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in.self) }
      let bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
      return Endpoint(address: bytes, port: UInt16(bigEndian: address.sin_port))
    case AF_INET6:
      let bytes = withUnsafeBytes(of: storage.sin6_addr) { Array($0) }
      let port = UInt16(bigEndian: storage.sin6_port)
      if bytes.starts(with: Endpoint.mappedPrefix) {
        return Endpoint(address: Array(bytes[12...]), port: port)
      }
      let scope = Endpoint.isLinkLocal(bytes) ? storage.sin6_scope_id : 0
      return Endpoint(address: bytes, scope: scope, port: port)
    default: return nil
    }
  }

  /// Passes the address to a call that reads it.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Passes room for an address to a call that writes it.
  mutating func withMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
  ) -> Result {
    length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &length) { length in
      withUnsafeMutablePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
      }
    }
  }
}
