import FoundationEssentials
import SessionCore

extension People {
  /// A device that was heard on the network.
  ///
  /// A hint, never a fact: anybody on the network can send such words. Nothing is believed before the
  /// device has proved who it is, which it does when it is invited or asked.
  public struct Nearby: Identifiable, Hashable, Sendable {
    /// The device that it claims to be, as 16 bytes.
    public let device: [UInt8]
    /// The name that it gives its person.
    ///
    /// Text from another machine: make it harmless before showing it.
    public let name: String
    /// The name of the machine, likewise.
    public let deviceName: String
    /// Where it says it can be reached, as somebody would type it, without the port.
    public let addresses: [String]
    /// The port that it listens on.
    public let port: UInt16
    /// When it was last heard; it may be gone since, and is forgotten after two minutes.
    public let lastHeard: ContinuousClock.Instant

    let endpoints: [Endpoint]

    /// The device.
    public var id: [UInt8] { device }

    init(_ nearby: NearbyDevice, at now: Moment) {
      device = nearby.device.bytes
      name = nearby.name
      deviceName = nearby.deviceName
      endpoints = nearby.endpoints
      addresses = nearby.endpoints.reduce(into: []) { hosts, endpoint in
        if !hosts.contains(endpoint.host) { hosts.append(endpoint.host) }
      }
      port = nearby.endpoints.first?.port ?? 0
      lastHeard = ContinuousClock.now - (now - nearby.lastHeard)
    }
  }

  /// Who was heard on the network: the current list at once, then always the latest.
  ///
  /// Each device once, sorted by name; empty when discovery is off. Only programs of the same service
  /// type with an activity in common.
  public var nearby: LatestValues<[Nearby]> {
    LatestValues(events.nearby, isSame: { $0 == $1 }) { $0 }
  }

  /// What others can type to reach this machine, best first, without a port: also before `start`.
  ///
  /// Loopback when there is nothing else.
  public static var ownAddresses: [String] { InterfaceAddresses.current() }

  /// Whether a port could be listened on now, TCP and UDP: it is let go at once.
  ///
  /// - Throws: `PeopleError`: why it could not.
  public static func checkPort(_ port: UInt16) throws(PeopleError) {
    let sockets = try BoundSockets.bind(.fixed(port), loopbackOnly: false)
    sockets.release()
  }

  /// How discovery stands: now, and whenever that changes.
  public var discovery: LatestValues<DiscoveryState> {
    LatestValues(events.discovery, isSame: { $0 == $1 }) { $0 }
  }
}
