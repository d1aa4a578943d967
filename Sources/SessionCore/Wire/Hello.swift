/// The first frame each way: who speaks, and which protocol.
///
/// The acceptor answers only a hello, so that a port scan learns nothing. Magic, version and their
/// place never change; everything after them belongs to the version.
package struct Hello: Equatable, Sendable {
  package static let magic: UInt32 = 0x4F47_4150

  package var device: DeviceID
  package var name: String
  package var deviceName: String
  /// Where the sender listens, TCP and UDP alike.
  package var port: UInt16
  /// Opens every datagram that the receiver of this hello sends back to its sender.
  package var datagramToken: UInt64
  /// The kind of the sender's session; empty when it is in none.
  package var activityIdentifier: String

  package init(
    device: DeviceID,
    name: String,
    deviceName: String,
    port: UInt16,
    datagramToken: UInt64,
    activityIdentifier: String
  ) {
    self.device = device
    self.name = name.prefix(utf8Limit: WireLimits.name)
    self.deviceName = deviceName.prefix(utf8Limit: WireLimits.name)
    self.port = port
    self.datagramToken = datagramToken
    self.activityIdentifier = activityIdentifier.prefix(utf8Limit: WireLimits.identifier)
  }

  init(from reader: inout ByteReader) throws(WireError) {
    device = DeviceID(try reader.integer())
    name = try reader.text(limit: WireLimits.name * 3).prefix(utf8Limit: WireLimits.name)
    deviceName = try reader.text(limit: WireLimits.name * 3).prefix(utf8Limit: WireLimits.name)
    port = try reader.integer()
    datagramToken = try reader.integer()
    activityIdentifier = try reader.text(limit: WireLimits.identifier)
  }

  func encode(into writer: inout ByteWriter, version: UInt16) {
    writer.integer(Hello.magic)
    writer.integer(version)
    writer.integer(device.rawValue)
    writer.text(name, limit: WireLimits.name)
    writer.text(deviceName, limit: WireLimits.name)
    writer.integer(port)
    writer.integer(datagramToken)
    writer.text(activityIdentifier, limit: WireLimits.identifier)
  }
}
