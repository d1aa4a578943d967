extension Peer {
  /// Lateness from which on the peer takes itself for having slept.
  static let sleepThreshold: Duration = .seconds(1)

  /// The deadline has come: does all that is due.
  mutating func woke() {
    for id in links.keys.sorted() { tend(id) }
    for goal in dials.keys.sorted() where dials[goal].map({ $0.nextDeadline <= now }) ?? false {
      advanceDial(goal)
    }
    expireTickets()
    guard let session else { return }
    for device in session.devices { tend(device) }
    joinIfReady()
  }

  /// Deadline, ping and silence of one link.
  private mutating func tend(_ id: LinkID) {
    guard let link = links[id] else { return }
    if let deadline = link.deadline, deadline <= now { return expire(id) }
    guard link.isPinged else { return }
    if case .member = link.stage {
    } else if now - link.lastHeard >= settings.goneAfter {
      return lose(id)
    }
    if nextPing(of: link) <= now { ping(on: id) }
  }

  /// The other side fell silent while one of us waits for an answer.
  private mutating func lose(_ id: LinkID) {
    guard let link = links[id] else { return }
    if case .ringing(let request) = link.stage { return fail(request, .lost) }
    let isVisitor = visitor?.link == id
    close(id)
    if isVisitor { withdrawVisitor() }
  }

  private func nextPing(of link: Link) -> Moment {
    (link.lastPing ?? link.openedAt) + settings.pingInterval
  }

  /// Silence, slowness, redialling and probing of one member.
  private mutating func tend(_ device: DeviceID) {
    guard let member = session?.members[device] else { return }
    if member.link != nil || member.isActive {
      let silence = member.liveness.presence(at: now, isLinked: member.link != nil)
      if silence == .gone || isStuck(member) { memberGone(device) }
    }
    if let member = session?.members[device], member.isListed(at: now, settings: settings),
      member.shownPresence != member.presence(at: now)
    {
      session?.needsPeople = true
    }
    redialIfDue(device)
    if let path = session?.members[device]?.path, path.nextProbe <= now { probe(device) }
  }

  /// It takes nothing although a link is up.
  private func isStuck(_ member: Member) -> Bool {
    member.isSynced && !member.queue.isEmpty
      && now - member.queue.lastProgress >= settings.goneAfter
  }

  /// The earliest moment at which something is due.
  var earliestDeadline: Moment? {
    var earliest: Moment?
    func consider(_ moment: Moment?) {
      guard let moment else { return }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    for link in links.values {
      consider(link.deadline)
      guard link.isPinged else { continue }
      consider(nextPing(of: link))
      if case .member = link.stage { continue }
      consider(link.lastHeard + settings.goneAfter)
    }
    for dial in dials.values { consider(dial.nextDeadline) }
    consider(tickets.nextEnd)
    guard let session else { return earliest }
    consider(session.joinDeadline)
    let dialsMembers = session.isJoined || session.joinDeadline != nil
    for member in session.members.values {
      if member.link != nil || member.isActive {
        consider(member.liveness.nextChange(after: now, isLinked: member.link != nil) ?? now)
      }
      if member.isSynced, !member.queue.isEmpty {
        consider(member.queue.lastProgress + settings.goneAfter)
      }
      if dialsMembers, member.link == nil { consider(member.nextDial) }
      if let listing = member.nextListing(settings), listing > now { consider(listing) }
      consider(member.path?.nextProbe)
    }
    return earliest
  }

  /// A peer that was not woken in time was asleep itself: the silence of others is not theirs.
  mutating func excuseLateness() {
    guard let due = nextDeadline, now - due > Peer.sleepThreshold else { return }
    let lateness = now - due
    for (id, link) in links { links[id]?.lastHeard = min(now, link.lastHeard + lateness) }
    guard let session else { return }
    for device in session.members.keys {
      self.session?.members[device]?.liveness.excuse(lateness, at: now)
    }
  }
}

extension Member {
  /// When a member that never came is shown as gone.
  func nextListing(_ settings: PeerSettings) -> Moment? {
    wasActive || link != nil ? nil : knownSince + settings.goneAfter
  }
}
