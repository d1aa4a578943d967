extension Peer {
  /// Links on which nobody has been admitted, at most.
  static let strangerLimit = 16
  /// How long each of them has to say what it wants.
  static let strangerPatience: Duration = .seconds(5)

  /// Links of every kind that are open or being opened.
  package var linkCount: Int { links.count }

  mutating func linkAccepted(
    _ id: LinkID,
    _ endpoint: Endpoint,
    _ device: DeviceID,
    _ binding: [UInt8],
    since: Moment
  ) {
    let strangers = links.values.filter(\.isStranger)
    if strangers.count >= Peer.strangerLimit {
      let oldest = strangers.min { ($0.openedAt, $0.id) < ($1.openedAt, $1.id) }
      if let oldest { close(oldest.id) }
    }
    addLink(id, endpoint, isDialled: false, stage: .stranger)
    links[id]?.device = device
    let exchange = exchange(dialler: device, listener: self.device, binding)
    links[id]?.exchange = exchange
    links[id]?.deadline = min(since, now) + Peer.strangerPatience
  }

  /// Opens a link towards a goal.
  mutating func openLink(
    _ endpoint: Endpoint,
    for goal: Goal,
    expecting device: DeviceID?
  ) -> LinkID {
    let id = LinkID(nextLink)
    nextLink += 2
    addLink(id, endpoint, isDialled: true, stage: .dialling(goal))
    effects.append(.openLink(id, endpoint, expecting: device))
    return id
  }

  private mutating func addLink(
    _ id: LinkID,
    _ endpoint: Endpoint,
    isDialled: Bool,
    stage: Link.Stage
  ) {
    links[id] = Link(
      id: id,
      endpoint: endpoint,
      isDialled: isDialled,
      openedAt: now,
      token: secrets.nextNumber(cryptography),
      stage: stage,
      lastHeard: now
    )
  }

  mutating func linkOpened(_ id: LinkID, _ device: DeviceID, _ binding: [UInt8]) {
    guard var link = links[id], link.isDialled else { return }
    link.isOpen = true
    link.device = device
    link.exchange = exchange(dialler: self.device, listener: device, binding)
    links[id] = link
    noteOwnToken(of: link)
    write(.hello(hello(on: link)), on: id)
  }

  private mutating func exchange(
    dialler: DeviceID,
    listener: DeviceID,
    _ binding: [UInt8]
  ) -> WordExchange {
    let ends = WordExchange.Ends(dialler: dialler, listener: listener, binding: binding)
    return WordExchange(ends: ends, nonce: secrets.next(cryptography))
  }

  /// The other side has said its nonce: now it hears ours, and both have the words.
  mutating func reveal(answering hello: Hello, on id: LinkID) {
    guard let exchange = links[id]?.exchange else { return }
    links[id]?.words = exchange.words(answeredBy: hello.pledge, cryptography)
    write(.reveal(exchange.nonce), on: id)
  }

  /// The dialler opens its pledge, once; another nonce than the one it pledged cuts the link.
  mutating func opened(_ nonce: [UInt8], on id: LinkID) {
    guard let link = links[id], link.words == nil, let hello = link.hello,
      let words = link.exchange?.words(opening: nonce, of: hello.pledge, cryptography)
    else { return close(id) }
    links[id]?.words = words
  }

  func hello(on link: Link) -> Hello {
    Hello(
      device: device,
      name: name,
      deviceName: deviceName,
      port: settings.port,
      linkToken: link.token,
      datagramIndex: datagramIndex(of: link.id),
      pledge: pledge(on: link),
      activityIdentifier: session?.activity.record.identifier ?? ""
    )
  }

  private func pledge(on link: Link) -> [UInt8] {
    guard let exchange = link.exchange else {
      return [UInt8](repeating: 0, count: WordExchange.byteCount)
    }
    return link.isDialled ? exchange.commitment(cryptography) : exchange.nonce
  }

  mutating func write(_ frame: Frame, on id: LinkID) {
    let bytes = frame.encoded()
    guard links[id] != nil else { return }
    links[id]?.waitingBytes += bytes.count
    links[id]?.bytesSincePing += bytes.count
    effects.append(.write(id, bytes))
  }

  /// Says a last word and closes.
  mutating func refuse(_ id: LinkID, _ answer: Answer) {
    write(.answer(answer), on: id)
    close(id)
  }

  /// Closes our side; what hangs on the link is the caller's to settle.
  mutating func close(_ id: LinkID) {
    guard forget(id) != nil else { return }
    effects.append(.closeLink(id))
  }

  /// The link as it was; it and its traces are gone.
  private mutating func forget(_ id: LinkID) -> Link? {
    guard let link = links.removeValue(forKey: id) else { return nil }
    if case .member(let device) = link.stage { unlink(device, from: id) }
    if case .dialling(let goal) = link.stage { dials[goal]?.lost(id, at: now) }
    return link
  }

  mutating func linkClosed(_ id: LinkID, _ ending: LinkEnding) {
    guard let link = forget(id) else { return }
    if ending == .otherDevice, case .dialling(let goal) = link.stage {
      if case .member(let device) = goal {
        session?.members[device]?.endpoints.removeAll { $0 == link.endpoint }
      }
      dials[goal]?.foundOther = true
    }
    linkLost(link, ending)
  }

  /// The other side speaks no protocol of ours.
  mutating func closeForeign(_ id: LinkID) {
    guard let link = forget(id) else { return }
    effects.append(.closeLink(id))
    linkLost(link, .foreign)
  }

  /// A link broke without a last word.
  private mutating func linkLost(_ link: Link, _ ending: LinkEnding) {
    switch link.stage {
    case .dialling(let goal):
      if link.isOpen, ending == .lost { dials[goal]?.repeatLater(link.endpoint, at: now) }
      attemptFailed(goal, isForeign: ending == .foreign)
    case .asking(.request(let request)): fail(request, ending == .lost ? .lost : .notOurKind)
    case .asking(.member(let device)): redialLater(device)
    case .ringing(let request): fail(request, .lost)
    case .visitor: withdrawVisitor()
    case .asking(.copy), .stranger, .parked, .accepted, .member: break
    }
  }

  mutating func received(_ id: LinkID, _ bytes: [UInt8]) {
    guard links[id] != nil else { return }
    links[id]?.lastHeard = now
    hearMember(on: id)
    links[id]?.decoder.append(bytes)
    do {
      while let frame = try links[id]?.decoder.next() {
        handle(frame, on: id)
      }
      acknowledge(on: id)
    } catch {
      closeForeign(id)
    }
  }

  mutating func linkDrained(_ id: LinkID, _ waitingBytes: Int) {
    guard links[id] != nil else { return }
    links[id]?.waitingBytes = max(0, waitingBytes)
    flushDroppable(on: id)
  }

  /// A stage lasted too long.
  mutating func expire(_ id: LinkID) {
    guard let link = links[id] else { return }
    switch link.stage {
    case .asking(.copy), .stranger, .accepted, .dialling: close(id)
    case .parked:
      let known = hostedRevision(of: link)
      refuse(id, known >= (link.wish?.revision ?? 0) && known > 0 ? .leftBefore : .notAdmitted)
    case .asking(.request(let request)): fail(request, .lost)
    case .asking(.member(let device)):
      close(id)
      redialLater(device)
    case .ringing(let request): fail(request, .unanswered)
    case .visitor:
      refuse(id, .unanswered)
      withdrawVisitor()
    case .member: links[id]?.deadline = nil
    }
  }

  private func hostedRevision(of link: Link) -> UInt32 {
    link.hello.flatMap { session?.roster[$0.device]?.revision } ?? 0
  }
}
