/// A device that was heard on the network.
///
/// Every word of it may be forged: nothing is believed before TLS has shown who answers there. So
/// it says that somebody may be there, and never that they are.
package struct NearbyDevice: Equatable, Sendable {
  package var device: DeviceID
  /// What it calls its person; text from a stranger.
  package var name: String
  /// What it calls itself, likewise.
  package var deviceName: String
  /// Where it says it can be reached, with the interface where that was heard; at most 16.
  package var endpoints: [Endpoint]
  package var lastHeard: Moment

  package init(
    device: DeviceID,
    name: String,
    deviceName: String,
    endpoints: [Endpoint],
    lastHeard: Moment
  ) {
    self.device = device
    self.name = name
    self.deviceName = deviceName
    self.endpoints = endpoints
    self.lastHeard = lastHeard
  }
}
