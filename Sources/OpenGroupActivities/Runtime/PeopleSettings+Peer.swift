import SessionCore

extension PeopleSettings {
  func peer(_ key: DeviceKey, port: UInt16) -> Peer {
    var settings = PeerSettings()
    settings.port = port
    settings.activityIdentifiers = Set(activities.map { $0.activityIdentifier })
    return Peer(
      signer: Signer(key),
      name: name,
      deviceName: deviceName,
      settings: settings,
      cryptography: SystemCryptography.functions,
      seed: SystemCryptography.random(UInt64.self),
      secret: SystemCryptography.randomBytes(32)
    )
  }

  /// What is watched and made known; nil with loopback alone.
  func discoveryPlan(_ device: DeviceID, port: UInt16, _ events: PeerEvents) -> DiscoveryPlan? {
    guard !loopbackOnly else { return nil }
    return DiscoveryPlan(
      settings: discovery(device, port: port),
      nearby: events.nearby,
      state: events.discovery,
      addresses: events.addresses
    )
  }

  private func discovery(_ device: DeviceID, port: UInt16) -> DiscoverySettings? {
    guard usesDiscovery else { return nil }
    var settings = DiscoverySettings(
      device: device,
      name: name,
      deviceName: deviceName,
      port: port
    )
    settings.serviceType = serviceType
    settings.activities = activities.map { ActivityMark.of($0.activityIdentifier) }
    return settings
  }
}
