/// What the members agree on about one device of the session.
package struct RosterEntry: Equatable, Sendable {
  package var device: DeviceID
  /// Grows with each admission, rename and departure of the device.
  package var revision: UInt32
  package var isPresent: Bool
  package var name: String
  package var deviceName: String

  package init(
    device: DeviceID,
    revision: UInt32,
    isPresent: Bool,
    name: String,
    deviceName: String
  ) {
    self.device = device
    self.revision = revision
    self.isPresent = isPresent
    self.name = isPresent ? name.prefix(utf8Limit: WireLimits.name) : ""
    self.deviceName = isPresent ? deviceName.prefix(utf8Limit: WireLimits.name) : ""
  }

  /// Whether this one is kept when the two meet: the higher revision, then left, then by names.
  package func beats(_ other: RosterEntry) -> Bool {
    if revision != other.revision { return other.revision < revision }
    if isPresent != other.isPresent { return !isPresent }
    let mine = Array(name.utf8) + [0] + Array(deviceName.utf8)
    let theirs = Array(other.name.utf8) + [0] + Array(other.deviceName.utf8)
    return theirs.lexicographicallyPrecedes(mine)
  }

  init(from reader: inout ByteReader) throws(WireError) {
    let device = DeviceID(try reader.integer())
    let revision = try reader.integer(UInt32.self)
    let isPresent = try reader.flag()
    let name = try reader.text(limit: WireLimits.name * 3)
    self.init(
      device: device,
      revision: revision,
      isPresent: isPresent,
      name: name,
      deviceName: try reader.text(limit: WireLimits.name * 3)
    )
  }

  func encode(into writer: inout ByteWriter) {
    writer.integer(device.rawValue)
    writer.integer(revision)
    writer.flag(isPresent)
    writer.text(name, limit: WireLimits.name)
    writer.text(deviceName, limit: WireLimits.name)
  }
}
