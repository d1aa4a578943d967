import Glibc
import SessionCore

/// The addresses of this machine.
enum InterfaceAddresses {
  /// What others can type, best first: IPv4, then IPv6, then link-local IPv6 with its interface;
  /// loopback when there is nothing else.
  static func current() -> [String] { found().map(\.host) }

  /// The same with a port, without those that mean something on this machine only, if others are
  /// there: for links.
  static func currentPlaces(port: UInt16) -> [Endpoint] {
    found().filter { $0.scope == 0 }
      .map { Endpoint(address: $0.address, port: port) }
  }

  private static func found() -> [Endpoint] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [Endpoint(address: [127, 0, 0, 1], port: 0)] }
    defer { freeifaddrs(list) }
    var found: [Endpoint] = []
    var next = list
    while let entry = next {
      next = entry.pointee.ifa_next
      guard entry.pointee.ifa_flags & UInt32(IFF_UP) != 0,
        let pointer = entry.pointee.ifa_addr,
        let endpoint = SocketAddress(copying: pointer)?.endpoint
      else { continue }
      if !found.contains(endpoint) { found.append(endpoint) }
    }
    return ordered(found)
  }

  static func ordered(_ found: [Endpoint]) -> [Endpoint] {
    let others = found.filter { rank($0) < 4 }
    let usable = others.isEmpty ? found : others
    // Stable: within a rank, the system's order of interfaces.
    return usable.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }

  private static func rank(_ endpoint: Endpoint) -> Int {
    let bytes = endpoint.address
    if bytes.count == 4 {
      if bytes[0] == 127 { return 4 }
      return bytes[0] == 169 && bytes[1] == 254 ? 2 : 0
    }
    if bytes == [UInt8](repeating: 0, count: 15) + [1] { return 5 }
    return Endpoint.isLinkLocal(bytes) ? 3 : 1
  }
}
