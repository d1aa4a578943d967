extension Peer {
  /// A person's dial hears hello within this, or nobody is there.
  static let requestDialLimit: Duration = .seconds(5)
  /// A member is dialled again soon, so each attempt may be short.
  static let memberDialLimit: Duration = .seconds(3)
  /// How long the other side's program may take to react to our wish.
  static let replyLimit: Duration = .seconds(8)

  /// Tries addresses, the most promising first.
  mutating func dial(
    _ goal: Goal,
    _ endpoints: [Endpoint],
    limit: Duration,
    expecting device: DeviceID? = nil
  ) {
    let ordered = dialOrder.ordered(endpoints)
    if case .request(let request) = goal, ordered.isEmpty,
      endpoints.contains(where: dialOrder.isThisPeer)
    {
      return fail(request, .oneself)
    }
    dials[goal] = Dial(ordered, at: now, limit: limit, expecting: device ?? goal.device)
    advanceDial(goal)
  }

  /// Opens the next link if it is time; gives up when there is nothing left.
  mutating func advanceDial(_ goal: Goal) {
    if let dial = dials[goal], dial.deadline <= now { return dialFailed(goal) }
    while let endpoint = dials[goal]?.nextEndpoint(at: now) {
      let link = openLink(endpoint, for: goal, expecting: dials[goal]?.expected)
      dials[goal]?.links.append(link)
    }
    if let dial = dials[goal], dial.isExhausted { dialFailed(goal) }
  }

  mutating func attemptFailed(_ goal: Goal, isForeign: Bool) {
    if isForeign { dials[goal]?.foundStranger = true }
    advanceDial(goal)
  }

  /// One link said hello: the others are not needed.
  mutating func dialSucceeded(_ goal: Goal, on id: LinkID) {
    guard let dial = dials.removeValue(forKey: goal) else { return }
    for link in dial.links where link != id { close(link) }
  }

  mutating func abandonDial(_ goal: Goal) {
    guard let dial = dials.removeValue(forKey: goal) else { return }
    for link in dial.links { close(link) }
  }

  private mutating func dialFailed(_ goal: Goal) {
    let foundStranger = dials[goal]?.foundStranger ?? false
    let foundOther = dials[goal]?.foundOther ?? false
    abandonDial(goal)
    switch goal {
    case .request(let request):
      let isByLink = if case .redemption = requests[request]?.kind { true } else { false }
      fail(
        request,
        foundOther && isByLink ? .otherDevice : foundStranger ? .notOurKind : .nobodyThere
      )
    case .member(let device): redialLater(device)
    case .copy: lookForCopy()
    }
  }

  mutating func foreignVersion(_ version: UInt16, _ goal: Goal) {
    switch goal {
    case .request(let request):
      fail(request, .versionMismatch(theirs: version, ours: WireLimits.version))
    case .member(let device): redialLater(device)
    case .copy: lookForCopy()
    }
  }

  /// The winner of a dial said hello: say what we want.
  mutating func won(_ goal: Goal, on id: LinkID, _ hello: Hello) {
    dialSucceeded(goal, on: id)
    links[id]?.hello = hello
    links[id]?.stage = .asking(goal)
    links[id]?.deadline = now + Peer.replyLimit
    switch goal {
    case .request(let request): ask(request, hello, on: id)
    case .member(let device): comeBack(to: device, hello, on: id)
    case .copy:
      close(id)
      lookForCopy()
    }
  }

  /// Asks a member for a link.
  private mutating func comeBack(to device: DeviceID, _ hello: Hello, on id: LinkID) {
    guard let session, let member = session.members[device], member.link == nil else {
      return close(id)
    }
    guard hello.device == device else {
      close(id)
      return redialLater(device)
    }
    links[id]?.decoder.limit = WireLimits.memberFrame
    write(
      .member(
        session.id,
        replacing: member.lastToken,
        revision: session.roster[self.device]?.revision ?? 0
      ),
      on: id
    )
  }

  /// A member answers our wish for a link.
  mutating func handleReply(_ frame: Frame, from device: DeviceID, on id: LinkID) {
    switch frame {
    case .state(let state):
      guard becomeMember(device, on: id) else { return close(id) }
      memberState(state, of: device)
    case .ended(let ended, let by):
      close(id)
      sessionEnded(ended, by: by)
    case .answer(.sessionOver):
      close(id)
      depart(device)
    case .answer(.leftBefore):
      close(id)
      leaveCurrent(.left)
    case .answer:
      close(id)
      redialLater(device)
    case .roster(let page):
      // Why this peer is no member any more, or who else has its key.
      if merge(page.records) == .forged { close(id) }
      hearOfOneself(in: page)
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .cancel, .welcome,
      .activity,
      .ping, .pong, .message, .acknowledge, .droppable, .goodbye:
      break
    }
  }
}
