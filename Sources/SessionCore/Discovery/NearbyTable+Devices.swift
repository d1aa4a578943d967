extension NearbyTable {
  /// What is heard within this was said at one time, by both families and on all interfaces.
  private static let sameTime: Duration = .seconds(3)

  /// The devices, each once, sorted by name.
  ///
  /// Services that claim one device are one row with the places of all of them in turn: a forged
  /// record can add places that prove to be somebody else's, and takes none away. The device itself is
  /// listed where somebody else claims to be it.
  var devices: [NearbyDevice] {
    let shown = services.filter { isShown($0.value) }
    var rows: [DeviceID: [(key: Key, service: NearbyService)]] = [:]
    for (key, service) in shown.sorted(by: { $0.value.order < $1.value.order }) {
      guard let device = service.text?.text.device else { continue }
      rows[device, default: []].append((key, service))
    }
    let devices = rows.compactMap { device, services in row(device, services) }
    return devices.sorted { ($0.name, $0.device) < ($1.name, $1.device) }
  }

  private func isShown(_ service: NearbyService) -> Bool {
    guard let text = service.text?.text else { return false }
    return settings.activities.isEmpty
      || !Set(settings.activities).isDisjoint(with: text.activities)
  }

  private func row(
    _ device: DeviceID,
    _ services: [(key: Key, service: NearbyService)]
  ) -> NearbyDevice? {
    let latest = services.map(\.service.lastHeard).max() ?? .start
    // Whoever moved is looked for first where they are now.
    let isNews = { (heard: Moment) in latest - heard <= NearbyTable.sameTime }
    let ordered =
      services.filter { isNews($0.service.lastHeard) }
      + services.filter { !isNews($0.service.lastHeard) }
    let places = ordered.map { endpoints($0.key, $0.service) }
    var all: [Endpoint] = []
    for turn in 0..<(places.map(\.count).max() ?? 0) {
      for list in places where turn < list.count && !all.contains(list[turn]) {
        all.append(list[turn])
      }
    }
    if device == settings.device {
      all.removeAll { $0.port == settings.port && ownAddresses.contains($0.address) }
    }
    guard let first = services.first?.service, !all.isEmpty else { return nil }
    return NearbyDevice(
      device: device,
      name: String(decoding: first.name.firstLabel, as: UTF8.self),
      deviceName: first.text?.text.deviceName ?? "",
      endpoints: Array(all.prefix(DiscoveryLimits.endpointsPerDevice)),
      lastHeard: latest
    )
  }

  private func endpoints(_ key: Key, _ service: NearbyService) -> [Endpoint] {
    guard let location = service.location, location.port != 0 else { return [] }
    let addresses = hosts[key.with(location.host)] ?? []
    return addresses.map { address in
      let isLinkLocal = Endpoint.isLinkLocalIPv6(address.bytes)
      let scope = isLinkLocal ? key.interface : 0
      return Endpoint(address: address.bytes, scope: scope, port: location.port)
    }
  }
}
