import SessionCore

/// What a runtime does about discovery, and who hears of it.
struct DiscoveryPlan: Sendable {
  /// Nil: discovery is off, the interfaces alone are watched.
  var settings: DiscoverySettings?
  var nearby: Broadcast<[People.Nearby]>
  var state: Broadcast<DiscoveryState>
  var addresses: Broadcast<[String]>
}
