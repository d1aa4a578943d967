extension Peer {
  /// The machine's interfaces changed: whoever is away may be reached now.
  mutating func follow(_ interfaces: [LocalInterface]) {
    guard dialOrder.interfaces != interfaces else { return }
    dialOrder.interfaces = interfaces
    guard let session else { return }
    for device in session.devices {
      if let link = session.members[device]?.link { tellPlaces(on: link) }
      // Calls over a network that is gone only end when their time is over.
      let isCalling = dials[.member(device)] != nil
      abandonDial(.member(device))
      if isCalling { self.session?.members[device]?.nextDial = now }
      dialSoon(device)
    }
  }

  /// What was heard on the network: places to try, believed only when the device itself answers.
  mutating func heard(_ devices: [NearbyDevice]) {
    let last = heardPlaces
    heardPlaces = [:]
    for device in devices where device.device != self.device {
      heardPlaces[device.device] = device.endpoints
    }
    for device in devices where device.device == self.device {
      suspectCopy(at: device.endpoints)
    }
    guard let session else { return }
    for device in session.devices {
      let known = Set(last[device] ?? [])
      let isNew = heardPlaces[device]?.contains { !known.contains($0) } ?? false
      guard isNew, let member = session.members[device] else { continue }
      let places = dialOrder.ordered(places(of: member))
      dials[.member(device)]?.add(places, at: now, limit: Peer.memberDialLimit)
      if dials[.member(device)] != nil { advanceDial(.member(device)) }
      dialSoon(device)
    }
  }

  private mutating func dialSoon(_ device: DeviceID) {
    guard let member = session?.members[device], member.link == nil, let due = member.nextDial
    else { return }
    // The smaller device's link would win, so it starts first.
    let delay = self.device < device ? .zero : Member.firstBackoff
    session?.members[device]?.backoff = Member.firstBackoff
    session?.members[device]?.nextDial = min(due, now + delay)
    redialIfDue(device)
  }

  /// Where a member may be reached: where it was heard just now, then what was told of it.
  func places(of member: Member) -> [Endpoint] {
    member.known.prefix(1) + (heardPlaces[member.device] ?? []) + member.known.dropFirst()
  }

  // MARK: Own places

  /// Where members may reach this peer; no zones, no bridges, no tunnels.
  var ownPlaces: [Endpoint] {
    guard dialOrder.port != 0 else { return [] }
    let addresses = dialOrder.interfaces.filter { $0.kind == .network && $0.isRunning }
      .flatMap { $0.addresses.map(\.bytes) }
    let places = addresses.filter { !Endpoint.isLinkLocalIPv6($0) }
      .map { Endpoint(address: $0, port: dialOrder.port) }
    return Array(places.prefix(WireLimits.endpointsPerDevice))
  }

  /// Tells a member where this peer can be reached, too.
  mutating func tellPlaces(on id: LinkID) {
    let places = ownPlaces
    guard !places.isEmpty, let own = session?.roster[device] else { return }
    write(.roster(RosterPage(entries: [own], endpoints: [places])), on: id)
  }
}
