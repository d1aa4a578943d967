/// What the TXT record of a service says: `v`, `id`, `a`, `d`.
struct ServiceText: Equatable {
  static let version = "1"

  var device: DeviceID
  /// Hashes of the kinds of activity.
  var activities: [String]
  var deviceName: String

  init(device: DeviceID, activities: [String], deviceName: String) {
    self.device = device
    self.activities = activities
    self.deviceName = deviceName
  }

  /// Reads the strings of a record; nil when they name no device.
  ///
  /// Of a key that comes twice the first counts.
  init?(_ strings: [[UInt8]]) {
    var fields: [String: String] = [:]
    for string in strings.prefix(16) {
      guard let equals = string.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: string[..<equals], as: UTF8.self).lowercased()
      let value = String(decoding: string[(equals + 1)...], as: UTF8.self)
      if fields[key] == nil { fields[key] = value }
    }
    guard let id = fields["id"], id.utf8.count == 32, let number = UInt128(id, radix: 16),
      id.utf8.first != UInt8(ascii: "+"), id.utf8.first != UInt8(ascii: "-")
    else { return nil }
    device = DeviceID(number)
    activities = (fields["a"] ?? "").split(separator: ",").prefix(8).map(String.init)
    deviceName = (fields["d"] ?? "").prefix(utf8Limit: WireLimits.name)
  }

  var strings: [[UInt8]] {
    let id = String(device.rawValue, radix: 16)
    let padded = String(repeating: "0", count: 32 - id.utf8.count) + id
    var fields = ["v=\(ServiceText.version)", "id=\(padded)"]
    if !activities.isEmpty { fields.append("a=" + activities.prefix(8).joined(separator: ",")) }
    if !deviceName.isEmpty { fields.append("d=" + deviceName.prefix(utf8Limit: WireLimits.name)) }
    return fields.map { Array($0.utf8.prefix(255)) }
  }
}
