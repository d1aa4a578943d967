/// All that can happen to a discoverer.
package enum DiscoveryInput: Sendable {
  /// The machine's interfaces, all of them, whenever anything about them changed.
  case interfaces([LocalInterface])
  /// A packet on the port of multicast DNS.
  case packet([UInt8], DiscoveryChannel, from: Endpoint)
  /// The name that others see.
  case rename(String)
  /// Take back what was announced. Nothing happens after it.
  case stop
  /// The deadline has come.
  case woke
}

/// All that a discoverer can ask of its shell; carried out in order.
package enum DiscoveryEffect: Equatable, Sendable {
  /// To the group of multicast DNS, through one interface.
  case send([UInt8], DiscoveryChannel)
  /// Who was heard, sorted by name: whenever anything about them changed, at most every 250 ms.
  case nearby([NearbyDevice])
}

/// One family on one interface: what has a socket of its own.
package struct DiscoveryChannel: Hashable, Comparable, Sendable {
  package var interface: UInt32
  package var family: AddressFamily

  package init(_ interface: UInt32, _ family: AddressFamily) {
    self.interface = interface
    self.family = family
  }

  package static func < (left: DiscoveryChannel, right: DiscoveryChannel) -> Bool {
    (left.interface, left.family) < (right.interface, right.family)
  }
}
