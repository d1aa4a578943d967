import SessionCore

extension PeopleSettings {
  /// The device that the settings name, or a new one.
  func device() throws(PeopleError) -> DeviceID {
    let bytes = deviceID ?? SystemCryptography.randomBytes(16)
    guard let device = DeviceID(bytes: bytes) else {
      throw .malformedDeviceID(length: bytes.count)
    }
    return device
  }

  func peer(_ device: DeviceID, port: UInt16) -> Peer {
    var settings = PeerSettings()
    settings.port = port
    settings.activityIdentifiers = Set(activities.map { $0.activityIdentifier })
    return Peer(
      device: device,
      name: name,
      deviceName: deviceName,
      settings: settings,
      cryptography: SystemCryptography.functions,
      seed: SystemCryptography.random(UInt64.self)
    )
  }
}
