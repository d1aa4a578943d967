/// Which of several addresses to try first, as the interfaces of this machine show it.
///
/// Same network, other IPv6, others, behind bridges and tunnels, this machine. Within each of these
/// the order stays. Left out: what leads to this very peer, link-local addresses without an
/// interface, and what was there before.
package struct DialOrder: Equatable, Sendable {
  /// How promising an address is; the first are tried first.
  package enum Rank: UInt8, Comparable, Sendable {
    case sameNetwork
    case otherIPv6
    case other
    case bridgeOrTunnel
    case thisMachine

    package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  package var interfaces: [LocalInterface]
  /// The port on which this peer listens.
  package var port: UInt16

  package init(interfaces: [LocalInterface] = [], port: UInt16) {
    self.interfaces = interfaces
    self.port = port
  }

  package func ordered(_ endpoints: [Endpoint]) -> [Endpoint] {
    var kept: [(place: Endpoint, rank: Rank)] = []
    for endpoint in endpoints where !kept.contains(where: { $0.place == endpoint }) {
      guard let rank = rank(endpoint), !isThisPeer(endpoint) else { continue }
      kept.append((endpoint, rank))
    }
    return kept.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.place)
  }

  /// Whether an address leads to this very peer.
  package func isThisPeer(_ endpoint: Endpoint) -> Bool {
    endpoint.port == port && isThisMachine(endpoint)
  }

  /// Nil for what cannot be dialled.
  package func rank(_ endpoint: Endpoint) -> Rank? {
    if isThisMachine(endpoint) { return .thisMachine }
    if Endpoint.isLinkLocalIPv6(endpoint.address) {
      guard endpoint.scope != 0 else { return nil }
      let interface = interfaces.first { $0.index == endpoint.scope }
      return rank(of: interface?.kind ?? .network)
    }
    let kinds = interfaces.filter { $0.isOnLink(endpoint.address) }.map(\.kind)
    if let best = kinds.min() { return rank(of: best) }
    return endpoint.address.count == 16 ? .otherIPv6 : .other
  }

  private func rank(of kind: LocalInterface.Kind) -> Rank {
    switch kind {
    case .network: .sameNetwork
    case .bridge, .tunnel: .bridgeOrTunnel
    case .loopback: .thisMachine
    }
  }

  private func isThisMachine(_ endpoint: Endpoint) -> Bool {
    if endpoint.isLoopback { return true }
    let isLinkLocal = Endpoint.isLinkLocalIPv6(endpoint.address)
    return interfaces.contains {
      $0.has(endpoint.address) && (!isLinkLocal || $0.index == endpoint.scope)
    }
  }
}
