/// Invitation links: making them, and coming in by one.
extension Peer {
  // MARK: Their maker

  /// Makes a link for the session that this peer is in; listed by an event.
  mutating func makeTicket(_ token: [UInt8], uses: Int, life: Duration) {
    guard session?.isJoined ?? false, token.count == InvitationLink.tokenCount else { return }
    let name = TicketName(token: token, cryptography)
    if tickets.make(name, token: token, uses: uses, life: life, at: now) { tellTickets() }
  }

  mutating func revokeTicket(_ name: TicketName) {
    tickets.revoke(name)
    tellTickets()
  }

  /// The session is over: what was made for it lets nobody into the next.
  mutating func revokeTickets() {
    tickets.revokeAll()
    tellTickets()
  }

  /// Ends what has lasted long enough.
  mutating func expireTickets() {
    guard let end = tickets.nextEnd, end <= now else { return }
    tickets.expire(at: now)
    tellTickets()
  }

  /// Tells the list when links or uses are others than before.
  mutating func tellTickets() {
    let snapshots = tickets.snapshots(at: now)
    let facts = snapshots.map { [$0.name.rawValue, UInt64($0.usesLeft)] }
    guard facts != toldTickets else { return }
    toldTickets = facts
    effects.append(.event(.tickets(snapshots)))
  }

  /// Somebody wants to come in by a link: nobody is asked.
  mutating func redeemed(_ redemption: Redemption, _ hello: Hello, on id: LinkID) {
    guard hello.device != device else { return refuse(id, .oneself) }
    guard let session, session.isJoined else { return refuse(id, .sessionOver) }
    guard session.activity.record.identifier == redemption.activityIdentifier else {
      return refuse(id, .notOurKind)
    }
    if session.isMember(hello.device) {
      // Who is in already does not use it up.
      guard session.members[hello.device]?.link == nil else { return refuse(id, .alreadyHere) }
      admit(hello, on: id)
      return
    }
    guard hasRoom(for: hello.device) else { return refuse(id, .full) }
    guard let ends = links[id]?.exchange?.ends else { return close(id) }
    let isLetIn = tickets.redeem(redemption, on: ends, at: now, cryptography)
    tellTickets()
    guard isLetIn else { return refuse(id, .linkOver) }
    refusals.welcome(hello.device)
    admit(hello, on: id)
  }

  // MARK: Their holder

  mutating func redeem(_ id: RequestID, _ link: InvitationLink, _ identifier: String) {
    guard link.device != device else { return report(id, .failed(.oneself)) }
    begin(id, .redemption(link, activityIdentifier: identifier), link.places, link.device)
  }

  /// The link's maker answers: prove that we have the token.
  mutating func present(
    _ link: InvitationLink,
    _ identifier: String,
    for request: RequestID,
    on id: LinkID
  ) {
    guard let ends = links[id]?.exchange?.ends, ends.listener == link.device else {
      return fail(request, .otherDevice)
    }
    links[id]?.decoder.limit = WireLimits.memberFrame
    let proof = Redemption.proof(token: link.token, on: ends, cryptography)
    let redemption = Redemption(
      ticket: link.name(cryptography),
      proof: proof,
      activityIdentifier: identifier
    )
    write(.redeem(redemption), on: id)
  }
}
