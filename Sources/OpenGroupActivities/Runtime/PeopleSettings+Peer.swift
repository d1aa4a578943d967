import SessionCore

extension PeopleSettings {
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
      seed: SystemCryptography.random(UInt64.self),
      secret: SystemCryptography.randomBytes(32)
    )
  }
}
