/// An internet address with a port: 4 bytes for IPv4, 16 for IPv6, in network order.
package struct Endpoint: Hashable, Comparable, Sendable {
  package var address: [UInt8]
  /// The interface of a link-local IPv6 address, else 0.
  ///
  /// Means something on this machine only.
  package var scope: UInt32
  package var port: UInt16

  package init(address: [UInt8], scope: UInt32 = 0, port: UInt16) {
    self.address = address
    self.scope = scope
    self.port = port
  }

  package static func < (left: Endpoint, right: Endpoint) -> Bool {
    if left.address != right.address {
      return left.address.lexicographicallyPrecedes(right.address)
    }
    return left.scope == right.scope ? left.port < right.port : left.scope < right.scope
  }
}
