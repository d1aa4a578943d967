extension Peer {
  /// Sessions that were ended for everyone and are remembered, so that who missed it is told.
  static let endedLimit = 64
  /// How long a newcomer tries to reach a member before it joins alone.
  static let joinPatience: Duration = .seconds(8)

  /// Founds a session.
  ///
  /// Ignored when the activity breaks a limit.
  mutating func activate(salt: UInt128, _ activity: ActivityRecord) {
    guard activity.content.count <= WireLimits.activityContent else { return }
    leaveCurrent(.replaced)
    var roster = Roster()
    roster.admit(device, name: name, deviceName: deviceName)
    let welcome = Welcome(
      session: SessionID(founder: device, salt: salt, cryptography),
      founder: device,
      salt: salt,
      activity: StampedActivity(revision: 1, writer: device, record: activity),
      roster: RosterPage(entries: roster.entries, endpoints: [[]])
    )
    guard let admissions = admissions(of: welcome) else { return }
    offer(welcome, admissions, joinsAlone: true)
  }

  /// What a session's members have signed; nil when this device was not let in by them, or the
  /// session was founded by somebody else.
  private func admissions(of welcome: Welcome) -> Admissions? {
    let founded = SessionID(founder: welcome.founder, salt: welcome.salt, cryptography)
    guard welcome.session == founded else { return nil }
    var admissions = Admissions(
      session: welcome.session,
      founder: welcome.founder,
      cryptography: cryptography
    )
    guard admissions.merge(welcome.roster.records) != .forged, admissions.isMember(device) else {
      return nil
    }
    return admissions
  }

  /// Takes a record of the last run; one that cannot be read, or of another version, is forgotten.
  ///
  /// What a later program added at its end is skipped.
  mutating func resume(_ record: SessionRecord) {
    guard session == nil else { return }
    var reader = ByteReader(record.bytes)
    guard let version = try? reader.integer(UInt16.self), version == WireLimits.version,
      let welcome = try? Welcome(from: &reader),
      welcome.roster.entries.contains(where: { $0.device == device && $0.isPresent }),
      let admissions = admissions(of: welcome)
    else { return effects.append(.store(nil)) }
    offer(welcome, admissions, joinsAlone: true)
  }

  /// A member handed us its session.
  mutating func enter(_ welcome: Welcome, on id: LinkID) {
    guard let hello = links[id]?.hello,
      welcome.roster.entries.contains(where: { $0.device == device && $0.isPresent }),
      welcome.roster.entries.contains(where: { $0.device == hello.device && $0.isPresent })
    else { return close(id) }
    if session?.id == welcome.session {
      guard merge(welcome.roster) else { return close(id) }
    } else {
      guard let admissions = admissions(of: welcome), admissions.isMember(hello.device) else {
        return close(id)
      }
      leaveCurrent(.replaced)
      ended.removeAll { $0.session == welcome.session }
      offer(welcome, admissions, joinsAlone: false)
    }
    meet(hello)
    if !becomeMember(hello.device, on: id) { close(id) }
  }

  private mutating func offer(
    _ welcome: Welcome,
    _ admissions: Admissions,
    joinsAlone: Bool
  ) {
    var session = LocalSession(
      welcome: welcome,
      admissions: admissions,
      localParticipant: participant(device, in: welcome.session),
      isLocallyInitiated: welcome.founder == device,
      joinsAlone: joinsAlone,
      incarnation: random.next() | 1
    )
    session.published = snapshot(of: session)
    self.session = session
    addMissingMembers()
    for (entry, places) in zip(welcome.roster.entries, welcome.roster.endpoints) {
      self.session?.members[entry.device]?.learn(places)
    }
    effects.append(.event(.sessionOffered(snapshot(of: session))))
  }

  /// The first 16 bytes of hash(session ‖ device).
  func participant(_ device: DeviceID, in session: SessionID) -> ParticipantID {
    var writer = ByteWriter()
    writer.integer(session.rawValue)
    writer.integer(device.rawValue)
    let hash = cryptography.hash(writer.bytes)
    return ParticipantID(hash.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }

  mutating func join(_ id: SessionID) {
    guard let session, session.id == id, !session.isJoined, session.joinDeadline == nil else {
      return
    }
    self.session?.joinDeadline = now + Peer.joinPatience
    for device in session.devices where session.members[device]?.link == nil {
      self.session?.members[device]?.nextDial = now
    }
    joinIfReady()
    for device in session.devices { redialIfDue(device) }
  }

  /// Joins once a member is reached, the patience is over, or nobody is needed.
  mutating func joinIfReady() {
    guard let session, !session.isJoined, let deadline = session.joinDeadline else { return }
    guard
      session.joinsAlone || deadline <= now || session.members.values.contains(where: \.isSynced)
    else { return }
    self.session?.isJoined = true
    self.session?.joinDeadline = nil
    self.session?.needsPublish = true
    self.session?.needsStore = true
    for device in session.devices { sendState(to: device) }
    publish()
    sendHeld()
  }

  mutating func leave(_ id: SessionID) {
    guard let session, session.id == id else { return }
    let endsForAll = session.activity.record.endsWhenInitiatorLeaves && session.founder == device
    if endsForAll {
      finish(.left) { .ended(id, by: $0.device) }
      remember(ended: id, by: device)
    } else {
      leaveCurrent(.left)
    }
  }

  mutating func end(_ id: SessionID) {
    guard session?.id == id else { return }
    sessionEnded(id, by: device)
  }

  /// The session is over for everyone: says so to all, whoever said it first.
  mutating func sessionEnded(_ id: SessionID, by other: DeviceID) {
    guard session?.id == id else { return }
    finish(.ended(by: participant(other, in: id))) { _ in .ended(id, by: other) }
    remember(ended: id, by: other)
  }

  private mutating func remember(ended id: SessionID, by other: DeviceID) {
    guard !ended.contains(where: { $0.session == id }) else { return }
    ended.append((id, other))
    if ended.count > Peer.endedLimit { ended.removeFirst() }
  }

  /// Leaves the session, if there is one, with a goodbye to every member.
  mutating func leaveCurrent(_ reason: InvalidationReason) {
    guard session != nil else { return }
    let revision = session?.roster.leave(device) ?? 0
    finish(reason) { _ in .goodbye(revision: revision) }
  }

  /// Takes the session down: last words, questions about it, timers, the record.
  mutating func finish(
    _ reason: InvalidationReason,
    keepingRecord: Bool = false,
    lastWord: (Peer) -> Frame?
  ) {
    guard let session else { return }
    let word = lastWord(self)
    for device in session.devices {
      abandonDial(.member(device))
      guard let link = session.members[device]?.link else { continue }
      if let word { write(word, on: link) }
      close(link)
    }
    self.session = nil
    revokeTickets()
    for id in links.keys.sorted() where links[id].map(isAboutSession) ?? false {
      refuse(id, .sessionOver)
    }
    for (id, request) in requests.sorted(by: { $0.key < $1.key }) {
      if case .invitation(session.id, _) = request.kind { fail(id, .sessionOver) }
    }
    if let visitor, invitationAsked == nil {
      refuse(visitor.link, .sessionOver)
      withdrawVisitor()
    }
    if !keepingRecord { effects.append(.store(nil)) }
    var last = snapshot(of: session)
    last.state = .invalidated(reason)
    last.activeParticipants = []
    effects.append(.event(.sessionChanged(last)))
    if !session.publishedPeople.isEmpty { effects.append(.event(.people([]))) }
  }

  private func isAboutSession(_ link: Link) -> Bool {
    switch link.stage {
    case .asking(.member), .parked: true
    case .asking(.request), .asking(.copy), .dialling, .ringing, .stranger, .visitor, .accepted,
      .member:
      false
    }
  }

  mutating func updateActivity(_ id: SessionID, _ activity: ActivityRecord) {
    guard let session, session.id == id, activity.content.count <= WireLimits.activityContent,
      activity != session.activity.record, session.activity.revision < Roster.revisionLimit
    else { return }
    let stamped = StampedActivity(
      revision: session.activity.revision + 1,
      writer: device,
      record: activity
    )
    self.session?.activity = stamped
    broadcast(.activity(stamped), except: nil)
  }

  mutating func memberActivity(_ activity: StampedActivity, from device: DeviceID) {
    guard let session, activity.beats(session.activity),
      activity.revision <= Roster.revisionLimit,
      activity.record.identifier == session.activity.record.identifier
    else { return }
    self.session?.activity = activity
    broadcast(.activity(activity), except: device)
  }

  mutating func rename(_ name: String) {
    self.name = name.prefix(utf8Limit: WireLimits.name)
    guard session != nil else { return }
    session?.roster.admit(device, name: self.name, deviceName: deviceName)
    broadcastRoster(except: nil)
  }

  /// The last input that has an effect.
  mutating func stop(keepSession: Bool) {
    for id in requests.keys.sorted() { fail(id, .cancelled) }
    if let visitor {
      refuse(visitor.link, .declined)
      withdrawVisitor()
    }
    if keepSession {
      storeIfNeeded()
      finish(.stopped, keepingRecord: true) { _ in nil }
    } else {
      leaveCurrent(.stopped)
    }
    for id in links.keys.sorted() { close(id) }
    isStopped = true
  }

  /// A stopped peer says nothing, not even that it is in no session: it may come back to it.
  mutating func turnAway(_ input: PeerInput) {
    if case .linkAccepted(let link, _, _, _, _) = input { effects.append(.closeLink(link)) }
  }
}
