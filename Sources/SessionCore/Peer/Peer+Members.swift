extension Peer {
  /// A link leads to a member from now on; false when there is no such member.
  ///
  /// Whatever else led there is closed.
  mutating func becomeMember(_ device: DeviceID, on id: LinkID) -> Bool {
    guard let link = links[id], let hello = link.hello, hello.device == device,
      let old = session?.members[device]
    else { return false }
    links[id]?.stage = .member(device)
    links[id]?.deadline = nil
    links[id]?.decoder.limit = WireLimits.memberFrame
    links[id]?.lastPing = nil
    session?.members[device]?.link = id
    if let old = old.link, old != id { close(old) }
    abandonDial(.member(device))
    for other in links.keys.sorted() where links[other]?.stage == .asking(.member(device)) {
      close(other)
    }
    var place = link.endpoint
    place.port = hello.port
    if var member = session?.members[device] {
      member.isSynced = false
      member.liveness.hear(at: now)
      member.lastToken = hello.linkToken
      member.path = DatagramPath(index: hello.datagramIndex, endpoint: place, at: now)
      member.nextDial = nil
      if hello.port != 0 { member.prefer(place) }
      session?.members[device] = member
    }
    session?.needsPeople = true
    session?.needsStore = true
    sendState(to: device)
    ping(on: id)
    tellPlaces(on: id)
    tellSuspects(of: device, on: id)
    return true
  }

  /// Tells a linked member how far we have heard it, and whether we have joined.
  mutating func sendState(to device: DeviceID) {
    guard let session, let member = session.members[device], let link = member.link else { return }
    let state = MemberState(
      incarnation: session.incarnation,
      knownIncarnation: member.incarnation,
      received: member.received,
      firstAvailable: member.queue.firstAvailable,
      isJoined: session.isJoined
    )
    write(.state(state), on: link)
  }

  /// A member tells the same.
  ///
  /// Another incarnation, or messages that were dropped meanwhile, mean that it left and joined.
  mutating func memberState(_ state: MemberState, of device: DeviceID) {
    guard let session, var member = session.members[device] else { return }
    let restarted = member.incarnation != 0 && member.incarnation != state.incarnation
    if restarted || member.incarnation == 0 {
      if restarted { member.queue.drop() }
      member.incarnation = state.incarnation
      member.received = 0
    }
    let missed = state.firstAvailable > member.received &+ 1
    if missed { member.received = state.firstAvailable - 1 }
    if restarted || missed, member.isActive {
      member.isActive = false
      self.session?.members[device] = member
      self.session?.needsPublish = true
      publish()
    }
    if state.knownIncarnation == session.incarnation {
      member.queue.acknowledge(through: state.received, at: now)
    }
    if !member.isSynced {
      member.isSynced = true
      member.queue.restart(at: now)
    }
    member.isJoined = state.isJoined
    if state.isJoined, !member.isActive {
      member.isActive = true
      member.wasActive = true
      self.session?.needsPublish = true
    }
    member.backoff = Member.firstBackoff
    self.session?.members[device] = member
    self.session?.needsPeople = true
    joinIfReady()
    flushQueue(to: device)
  }

  /// The link to a member is gone; it is quiet at once and dialled again.
  mutating func unlink(_ device: DeviceID, from id: LinkID) {
    guard session?.members[device]?.link == id else { return }
    session?.members[device]?.link = nil
    session?.members[device]?.isSynced = false
    session?.members[device]?.path = nil
    session?.members[device]?.droppable = DroppableQueue()
    session?.needsPeople = true
    redialLater(device)
  }

  mutating func redialLater(_ device: DeviceID) {
    guard let member = session?.members[device], member.link == nil else { return }
    // The smaller device's link would win, so it starts first.
    let delay = random.jittered(self.device < device ? member.backoff : member.backoff * 3 / 2)
    session?.members[device]?.nextDial = now + delay
    session?.members[device]?.backoff = min(member.backoff * 2, Member.lastBackoff)
  }

  /// Dials a member whose time has come.
  mutating func redialIfDue(_ device: DeviceID) {
    guard let session, session.isJoined || session.joinDeadline != nil,
      let member = session.members[device], member.link == nil,
      let due = member.nextDial, due <= now
    else { return }
    self.session?.members[device]?.nextDial = nil
    let goal = Goal.member(device)
    let places = places(of: member)
    guard !places.isEmpty, dials[goal] == nil,
      !links.values.contains(where: { $0.stage == .asking(goal) })
    else { return redialLater(device) }
    dial(goal, places, limit: Peer.memberDialLimit)
  }

  mutating func hearMember(on id: LinkID) {
    guard case .member(let device) = links[id]?.stage else { return }
    session?.members[device]?.liveness.hear(at: now)
    if session?.members[device]?.shownPresence != .here { session?.needsPeople = true }
  }

  mutating func measure(_ device: DeviceID, _ roundTrip: Duration) {
    guard let member = session?.members[device] else { return }
    let smooth = member.roundTrip.map { $0 + (roundTrip - $0) / 4 } ?? roundTrip
    session?.members[device]?.roundTrip = smooth
    let shown = member.shownRoundTrip ?? .zero
    let change = smooth > shown ? smooth - shown : shown - smooth
    if member.shownRoundTrip == nil || change > max(shown / 4, .milliseconds(1)) {
      session?.members[device]?.shownRoundTrip = smooth
      session?.needsPeople = true
    }
  }

  /// A member said goodbye.
  mutating func memberLeft(_ device: DeviceID, revision: UInt32, on id: LinkID) {
    guard let session else { return close(id) }
    let known = session.roster[device]?.revision ?? 0
    self.session?.roster.depart(device, revision: min(max(revision, known), Roster.revisionLimit))
    forgetDeparted()
  }

  /// A member told us that it is not in the session any more.
  mutating func depart(_ device: DeviceID) {
    session?.roster.depart(device)
    forgetDeparted()
  }

  /// A member is silent, or does not take what we send: it is no longer active, and what waited for
  /// it is dropped.
  ///
  /// It may come back.
  mutating func memberGone(_ device: DeviceID) {
    guard let member = session?.members[device] else { return }
    session?.members[device]?.isActive = false
    session?.members[device]?.queue.drop()
    session?.needsPublish = true
    session?.needsPeople = true
    if let link = member.link { close(link) }
  }
}
