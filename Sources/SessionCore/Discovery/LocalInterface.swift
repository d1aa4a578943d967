/// One network interface of this machine, as the system describes it.
package struct LocalInterface: Hashable, Sendable {
  /// What an interface leads to, best first.
  package enum Kind: UInt8, Comparable, Sendable {
    case network
    /// A bridge of this machine, or one of its ports: virtual machines and containers, as a rule.
    case bridge
    /// Point to point: tunnels, private networks over other networks, modems.
    case tunnel
    case loopback

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// An own address and how many of its first bits the network shares.
  package struct Address: Hashable, Sendable {
    package var bytes: [UInt8]
    package var prefixLength: UInt8

    package init(_ bytes: [UInt8], prefixLength: UInt8) {
      self.bytes = bytes
      self.prefixLength = prefixLength
    }

    /// Whether another address lies in the same network.
    package func covers(_ other: [UInt8]) -> Bool {
      guard other.count == bytes.count, Int(prefixLength) <= bytes.count * 8 else { return false }
      let whole = Int(prefixLength / 8)
      guard bytes.prefix(whole) == other.prefix(whole) else { return false }
      let rest = prefixLength % 8
      return rest == 0 || (bytes[whole] ^ other[whole]) >> (8 - rest) == 0
    }
  }

  package var index: UInt32
  package var name: String
  package var kind: Kind
  /// Up, with a carrier.
  package var isRunning: Bool
  package var canMulticast: Bool
  package var addresses: [Address]

  package init(
    index: UInt32,
    name: String,
    kind: Kind = .network,
    isRunning: Bool = true,
    canMulticast: Bool = true,
    addresses: [Address]
  ) {
    self.index = index
    self.name = name
    self.kind = kind
    self.isRunning = isRunning
    self.canMulticast = canMulticast
    self.addresses = addresses
  }

  /// Whether a device makes itself known here, and listens for others.
  package var isForDiscovery: Bool {
    kind == .network && isRunning && canMulticast && !addresses.isEmpty
  }

  package func has(_ address: [UInt8]) -> Bool { addresses.contains { $0.bytes == address } }

  /// Whether whoever has this address needs no router to send something here.
  package func isOnLink(_ address: [UInt8]) -> Bool {
    Endpoint.isLinkLocalIPv6(address) && families.contains(.ipv6)
      || addresses.contains { $0.covers(address) }
  }

  /// The families that the interface has addresses of.
  package var families: [AddressFamily] {
    AddressFamily.allCases.filter { family in
      addresses.contains { $0.bytes.count == family.byteCount }
    }
  }
}

/// The two kinds of internet addresses.
package enum AddressFamily: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  case ipv4
  case ipv6

  package var byteCount: Int {
    switch self {
    case .ipv4: 4
    case .ipv6: 16
    }
  }

  package static func < (left: AddressFamily, right: AddressFamily) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Endpoint {
  /// Whether an address is of `fe80::/10`, so that it means something on one interface only.
  package static func isLinkLocalIPv6(_ address: [UInt8]) -> Bool {
    address.count == 16 && address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }
}
