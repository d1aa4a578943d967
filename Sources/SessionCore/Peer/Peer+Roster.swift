extension Peer {
  /// Rosters that one link may bring in one second.
  static let rosterRate = 20

  /// The roster as one link may see it: loopback addresses mean something on this machine only.
  func rosterPage(for id: LinkID?) -> RosterPage {
    guard let session else { return RosterPage(entries: [], endpoints: []) }
    let isLocal = id.flatMap { links[$0]?.endpoint.isLoopback } ?? true
    let entries = session.roster.entries
    let endpoints = entries.map { entry in
      (entry.device == device ? ownPlaces : session.members[entry.device]?.known ?? []).filter {
        entry.isPresent && $0.scope == 0 && (isLocal || !$0.isLoopback)
      }
    }
    return RosterPage(
      entries: entries,
      endpoints: endpoints,
      records: session.admissions.records
    )
  }

  mutating func broadcast(_ frame: Frame, except exception: DeviceID?) {
    guard let session else { return }
    for device in session.devices where device != exception {
      if let link = session.members[device]?.link { write(frame, on: link) }
    }
  }

  mutating func broadcastRoster(except exception: DeviceID?) {
    guard let session else { return }
    let local = Frame.roster(rosterPage(for: nil))
    for device in session.devices where device != exception {
      guard let link = session.members[device]?.link else { continue }
      let isLocal = links[link]?.endpoint.isLoopback ?? false
      write(isLocal ? local : .roster(rosterPage(for: link)), on: link)
    }
  }

  /// A member's ping shows that it knows something else: tell it what we know.
  mutating func compareDigest(_ digest: UInt64, on id: LinkID) {
    guard case .member = links[id]?.stage, let session, session.digest != digest else { return }
    write(.roster(rosterPage(for: id)), on: id)
    write(.activity(session.activity), on: id)
  }

  mutating func memberRoster(_ page: RosterPage, from device: DeviceID, on id: LinkID) {
    guard let link = links[id] else { return }
    if now - link.rosterSecond >= .seconds(1) {
      links[id]?.rosterSecond = now
      links[id]?.rosterCount = 0
    }
    links[id]?.rosterCount += 1
    guard link.rosterCount < Peer.rosterRate else { return }
    guard merge(page) else { return close(id) }
    for (entry, places) in zip(page.entries, page.endpoints) where entry.device == device {
      session?.members[device]?.told = places.filter { $0.port != 0 }
    }
  }

  /// Takes what another member knows about the members; false when it passes on what nobody signed.
  mutating func merge(_ page: RosterPage) -> Bool {
    let merging = merge(page.records)
    guard merging != .forged else { return false }
    guard let session, var roster = self.session?.roster else { return true }
    let changed = roster.merge(page.entries, within: session.admissions) || merging == .new
    if changed { self.session?.roster = roster }
    if changed, !roster.isPresent(device) {
      // Somebody takes us for gone, and is wrong.
      self.session?.roster.admit(device, name: name, deviceName: deviceName)
      broadcastRoster(except: nil)
    }
    if changed { addMissingMembers() }
    for (entry, places) in zip(page.entries, page.endpoints) where entry.device != device {
      self.session?.members[entry.device]?.learn(places)
    }
    hearOfOneself(in: page)
    guard changed else { return true }
    forgetDeparted()
    admitParked()
    return true
  }

  /// Gives each present device of the roster its member.
  mutating func addMissingMembers() {
    guard let session else { return }
    for entry in session.roster.entries where entry.isPresent && entry.device != device {
      guard session.members[entry.device] == nil else { continue }
      var member = Member(
        device: entry.device,
        participant: participant(entry.device, in: session.id),
        endpoints: [],
        settings: settings,
        now: now
      )
      // A newcomer dials us first; we help when it does not.
      member.nextDial = now + .seconds(2)
      self.session?.members[entry.device] = member
    }
    self.session?.needsPeople = true
  }

  /// Drops the members that the roster says have left; a session may end with its founder.
  mutating func forgetDeparted() {
    guard let session else { return }
    let departed = session.devices.filter { !session.roster.isPresent($0) }
    for device in departed {
      abandonDial(.member(device))
      let link = session.members[device]?.link
      self.session?.members[device] = nil
      if let link { close(link) }
    }
    guard !departed.isEmpty else { return }
    self.session?.needsPublish = true
    self.session?.needsPeople = true
    if departed.contains(session.founder), session.activity.record.endsWhenInitiatorLeaves {
      sessionEnded(session.id, by: session.founder)
    }
  }
}

extension Endpoint {
  /// Whether the address means this very machine.
  var isLoopback: Bool {
    if address.count == 4 { return address[0] == 127 }
    let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127]
    return address == Array(repeating: 0, count: 15) + [1] || address.starts(with: mapped)
  }
}
