/// The first frame each way: who speaks, and which protocol.
///
/// The acceptor answers only a hello, so that a port scan learns nothing. Magic, version and their
/// place never change; everything after them belongs to the version.
package struct Hello: Equatable, Sendable {
  package static let magic: UInt32 = 0x4F47_4150

  /// Must be the one that the link's handshake proved.
  package var device: DeviceID
  package var name: String
  package var deviceName: String
  /// Where the sender listens, TCP and UDP alike.
  package var port: UInt16
  /// Drawn for this link, so that both sides can name it later.
  package var linkToken: UInt64
  /// The sender's number for the link: opens every datagram that the receiver sends back.
  package var datagramIndex: UInt32
  /// Of the dialler: what it commits itself to; of the listener: its nonce.
  ///
  /// See `WordExchange`.
  package var pledge: [UInt8]
  /// The kind of the sender's session; empty when it is in none.
  package var activityIdentifier: String

  package init(
    device: DeviceID,
    name: String,
    deviceName: String,
    port: UInt16,
    linkToken: UInt64,
    datagramIndex: UInt32,
    pledge: [UInt8],
    activityIdentifier: String
  ) {
    self.device = device
    self.name = name.prefix(utf8Limit: WireLimits.name)
    self.deviceName = deviceName.prefix(utf8Limit: WireLimits.name)
    self.port = port
    self.linkToken = linkToken
    self.datagramIndex = datagramIndex
    self.pledge = pledge
    self.activityIdentifier = activityIdentifier.prefix(utf8Limit: WireLimits.identifier)
  }

  init(from reader: inout ByteReader) throws(WireError) {
    device = DeviceID(try reader.integer())
    name = try reader.text(limit: WireLimits.name * 3).prefix(utf8Limit: WireLimits.name)
    deviceName = try reader.text(limit: WireLimits.name * 3).prefix(utf8Limit: WireLimits.name)
    port = try reader.integer()
    linkToken = try reader.integer()
    datagramIndex = try reader.integer()
    pledge = try reader.raw(WordExchange.byteCount)
    activityIdentifier = try reader.text(limit: WireLimits.identifier)
  }

  func encode(into writer: inout ByteWriter, version: UInt16) {
    writer.integer(Hello.magic)
    writer.integer(version)
    writer.integer(device.rawValue)
    writer.text(name, limit: WireLimits.name)
    writer.text(deviceName, limit: WireLimits.name)
    writer.integer(port)
    writer.integer(linkToken)
    writer.integer(datagramIndex)
    writer.raw(pledge)
    writer.text(activityIdentifier, limit: WireLimits.identifier)
  }
}
