extension Peer {
  mutating func invited(_ invitation: Invitation, _ hello: Hello, on id: LinkID) {
    let kinds = settings.activityIdentifiers
    guard hello.device != device else { return refuse(id, .oneself) }
    guard session?.id != invitation.session else { return refuse(id, .alreadyHere) }
    guard kinds.isEmpty || kinds.contains(invitation.activity.identifier) else {
      return refuse(id, .notOurKind)
    }
    ask(.invitation, hello, invitation, on: id)
  }

  mutating func knocked(_ identifier: String, _ hello: Hello, on id: LinkID) {
    guard hello.device != device else { return refuse(id, .oneself) }
    guard let session, session.isJoined else { return refuse(id, .sessionOver) }
    guard session.activity.record.identifier == identifier else { return refuse(id, .notOurKind) }
    // Only a member's own deed brings back whom a member removed.
    guard !session.admissions.isRemoved(hello.device) else { return refuse(id, .declined) }
    if session.isMember(hello.device) {
      // Whoever is in the roster comes back without a question.
      guard session.members[hello.device]?.link == nil else { return refuse(id, .alreadyHere) }
      admit(hello, on: id)
      return
    }
    guard hasRoom(for: hello.device) else { return refuse(id, .full) }
    ask(.knock, hello, nil, on: id)
  }

  /// Asks the person, unless they are being asked already or have said no often enough.
  private mutating func ask(
    _ kind: Visitor.Kind,
    _ hello: Hello,
    _ invitation: Invitation?,
    on id: LinkID
  ) {
    guard !refusals.isMuted(hello.device, at: now) else { return refuse(id, .declined) }
    if let current = visitor {
      guard current.visitor.device == hello.device else { return refuse(id, .busy) }
      // The same device asks anew: its first question is void.
      refuse(current.link, .busy)
      withdrawVisitor()
    }
    guard let link = links[id] else { return }
    // Where they can be reached, not where the system let them dial from.
    var endpoint = link.endpoint
    endpoint.port = hello.port
    let visitor = Visitor(
      id: RequestID(nextVisitor),
      kind: kind,
      name: hello.name,
      deviceName: hello.deviceName,
      device: hello.device,
      endpoint: endpoint,
      words: link.words,
      activity: invitation?.activity,
      participantCount: Int(invitation?.participantCount ?? 0)
    )
    nextVisitor += 1
    self.visitor = (visitor, id)
    invitationAsked = invitation
    links[id]?.stage = .visitor(visitor.id)
    links[id]?.deadline = now + settings.answerLimit
    write(.answer(.ringing), on: id)
    effects.append(.event(.visitor(visitor)))
  }

  mutating func answer(_ id: RequestID, accept: Bool) {
    guard let (visitor, link) = visitor, visitor.id == id else { return }
    let invitation = invitationAsked
    self.visitor = nil
    invitationAsked = nil
    guard accept else {
      refusals.refuse(visitor.device, at: now)
      return refuse(link, .declined)
    }
    refusals.welcome(visitor.device)
    if let invitation {
      links[link]?.stage = .accepted(invitation)
      links[link]?.deadline = now + Peer.replyLimit
      links[link]?.decoder.limit = WireLimits.memberFrame
      write(.answer(.accepted), on: link)
    } else {
      acceptKnock(of: visitor.device, on: link)
    }
  }

  private mutating func acceptKnock(of device: DeviceID, on link: LinkID) {
    guard let session, session.isJoined, let hello = links[link]?.hello else {
      return refuse(link, .sessionOver)
    }
    guard hasRoom(for: device) else { return refuse(link, .full) }
    if admit(hello, on: link) { meet(hello) }
  }

  /// A person's wish on this machine came true: the device will be recognized.
  mutating func meet(_ hello: Hello) {
    effects.append(.event(.met(hello.device, name: hello.name)))
  }

  /// The question is void: the asker went away, or its time is over.
  mutating func withdrawVisitor() {
    guard let current = visitor else { return }
    visitor = nil
    invitationAsked = nil
    effects.append(.event(.visitorGone(current.visitor.id)))
  }

  /// Lets a device into the session, tells everyone, and hands the session over.
  ///
  /// False when there is no session or no room; the device has heard so.
  @discardableResult mutating func admit(_ hello: Hello, on id: LinkID) -> Bool {
    guard session != nil else {
      refuse(id, .sessionOver)
      return false
    }
    guard session?.admissions.admit(hello.device, by: signer) ?? false else {
      refuse(id, .full)
      return false
    }
    session?.roster.admit(hello.device, name: hello.name, deviceName: hello.deviceName)
    addMissingMembers()
    guard let session else { return false }
    write(.welcome(session.welcome(rosterPage(for: id))), on: id)
    if !becomeMember(hello.device, on: id) { close(id) }
    broadcastRoster(except: hello.device)
    return true
  }

  /// A member wants a link.
  mutating func memberCame(_ hello: Hello, to wanted: SessionID, on id: LinkID) {
    if let over = ended.first(where: { $0.session == wanted }) {
      write(.ended(wanted, by: over.by), on: id)
      return close(id)
    }
    guard let session, session.id == wanted else { return refuse(id, .sessionOver) }
    guard hello.device != device else { return refuse(id, .oneself) }
    if session.admissions.isRemoved(hello.device) { return turnAway(hello.device, on: id) }
    guard session.isMember(hello.device), let member = session.members[hello.device] else {
      links[id]?.stage = .parked
      links[id]?.deadline = now + Peer.strangerPatience
      return
    }
    guard isWelcome(member, on: id) else {
      tellSuspects(of: hello.device, on: id)
      return refuse(id, .duplicate)
    }
    if !becomeMember(hello.device, on: id) { close(id) }
  }

  /// Whether a second link to a member replaces what we have.
  ///
  /// It does when its dialler knew the first one and gave it up, when the first one is silent, or
  /// when the dialler is the smaller device. So of two links dialled at once, the smaller device's
  /// stays, and yet nobody who comes back waits for the other side to notice the loss.
  private func isWelcome(_ member: Member, on id: LinkID) -> Bool {
    if member.device < device { return true }
    if let current = member.link.flatMap({ links[$0] }) {
      if links[id]?.wish?.replacing == current.token { return true }
      return now - current.lastHeard >= settings.pingInterval * 2
    }
    let goal = Goal.member(member.device)
    return !links.values.contains { $0.stage == .asking(goal) && now - $0.openedAt < .seconds(2) }
  }

  /// The roster grew: those who waited for it may come in.
  mutating func admitParked() {
    guard let session else { return }
    for id in links.keys.sorted() {
      guard let link = links[id], link.stage == .parked, let hello = link.hello,
        session.isMember(hello.device) || session.admissions.isRemoved(hello.device)
      else { continue }
      memberCame(hello, to: session.id, on: id)
    }
  }
}
