import BoardCore
import BoardUI
import FoundationEssentials
import OpenGroupActivities

/// Who is there, who asks, and whom this person asks.
extension EventLoop {
  func beginPeople() {
    Task { await watchSessions() }
    Task { await watchVisitors() }
    Task { await watchParticipants() }
    Task { await watchNearby() }
    Task { await watchDiscovery() }
    Task { await watchAddresses() }
    Task { await watchLinks() }
    Task { await watchCopies() }
    recordsTask = Task { for await record in records.all { shelf.keep(session: record) } }
    if shelf.storedSession == nil { activateHome() } else { expectSession() }
    switch options.action {
    case .invite(let address): invite(address)
    case .join(let address): knock(address)
    case .joinByLink: follow(options.link ?? "")
    case .open, .command, .doctor, .peers, .showHelp, .showVersion: break
    }
  }

  func showIdentity() {
    var identity = IdentityPicture(
      name: ownName,
      port: people.port,
      addresses: people.addresses,
      isGuest: shelf.isGuest,
      peer: sync.map { PeerKey($0.session.localParticipant) } ?? PeerKey(0)
    )
    identity.isNamesake = shelf.isNamesake
    take(.identityChanged(identity))
  }

  // MARK: Visitors

  private func watchVisitors() async {
    for await event in people.visitors {
      switch event {
      case .arrived(let visitor):
        if visitor.kind == .invitation { inviters.insert(visitor.id) }
        take(.visitorArrived(banner(visitor)))
      case .left(let id):
        take(.visitorGone(id))
        inviters.remove(id)
      case .met(let device, let name):
        shelf.meet(device, as: name)
        warnOfKnown()
      case .removed(let removal):
        tell(removal)
      }
    }
  }

  private func tell(_ removal: People.Removal) {
    let isOwn = removal.remover == sync?.session.localParticipant
    // Whoever has left by now may have been seen before.
    func name(_ name: String, _ participant: Participant) -> String {
      name.isEmpty ? knownNames[participant] ?? "" : name
    }
    let words = RemovalWords.others(
      name: name(removal.name, removal.participant),
      remover: isOwn ? nil : name(removal.removerName, removal.remover)
    )
    take(.notice(words, isError: false))
  }

  private func banner(_ visitor: Visitor) -> VisitorBanner {
    let isInvitation = visitor.kind == .invitation
    return VisitorBanner(
      id: visitor.id,
      kind: isInvitation ? .invitation : .knock,
      name: visitor.name,
      device: visitor.deviceName,
      address: visitor.address,
      words: visitor.words,
      boardTitle: visitor.activityTitle,
      boardSummary: visitor.activitySubtitle,
      purpose: visitor.activityType.meaning,
      link: visitor.fallbackURL,
      participantCount: visitor.participantCount,
      leavesSession: isInvitation && lastPeople.contains { $0.presence != .gone },
      acquaintance: shelf.acquaintance(of: visitor.device, named: visitor.name)
    )
  }

  // MARK: Participants

  private func watchParticipants() async {
    for await persons in people.participants {
      lastPeople = persons
      missing.keep(Set(persons.map { PeerKey($0.participant) }))
      showPeople()
    }
  }

  func showPeople() {
    for person in lastPeople { knownNames[person.participant] = person.name }
    showParticipants()
    showNearby()
    showSync()
  }

  /// As they are now: what they have of the board changes with every edit.
  func showParticipants() {
    let now = LoopExecutor.now
    let shown = lastPeople.map { person in
      let peer = PeerKey(person.participant)
      let count = replicator.missingCount(of: peer)
      return Person(
        peer: peer,
        name: person.name,
        device: person.deviceName,
        presence: Person.Presence(person.presence),
        roundTripMilliseconds: person.roundTrip.map { $0 / .milliseconds(1) },
        datagramsArrive: person.datagramsArrive,
        address: person.address ?? "",
        words: person.words,
        replica: replicator.replica(of: peer),
        missingCount: missing.shown(count, of: peer, isHere: person.presence == .here, at: now)
      )
    }
    if shown != state.people { take(.peopleChanged(shown)) }
  }

  func remove(_ peer: PeerKey) {
    guard let person = lastPeople.first(where: { PeerKey($0.participant) == peer }) else { return }
    people.remove(person.id)
    shelf.forget(person.device)
    warnOfKnown()
  }

  // MARK: Asking

  func invite(_ address: String) {
    // Whoever is invited enters the session that this program has: there must be one.
    guard sync != nil else {
      pendingInvitation = address
      return
    }
    ask(address, isKnock: false) { people, progress in
      try await people.invite(address, showing: self.activity.metadata, progress: progress)
    }
  }

  private func knock(_ address: String) {
    mayBringNotes = true
    ask(address, isKnock: true) { people, progress in
      try await people.knock(address, for: BoardActivity.self, progress: progress)
    }
  }

  func ask(
    _ address: String,
    isKnock: Bool,
    _ request:
      @escaping (People, @escaping @Sendable (InvitationProgress) -> Void) async throws -> Void
  ) {
    requestTask?.cancel()
    show(.dialling, address, isKnock)
    requestTask = Task {
      do {
        try await request(people) { progress in
          Task { await self.showIfAsking(progress, address, isKnock) }
        }
        finishAsking(nil, isKnock)
      } catch {
        finishAsking(error, isKnock)
      }
    }
  }

  /// Progress travels by itself and may come behind the end, when that is there at once.
  private func showIfAsking(_ progress: InvitationProgress, _ address: String, _ isKnock: Bool) {
    if requestTask != nil { show(progress, address, isKnock) }
  }

  private func show(_ progress: InvitationProgress, _ address: String, _ isKnock: Bool) {
    let picture =
      switch progress {
      case .dialling: RequestPicture(isKnock: isKnock, target: address, phase: .dialling)
      case .ringing(let name, let words, let device):
        RequestPicture(
          isKnock: isKnock,
          target: name,
          phase: .ringing,
          words: words,
          acquaintance: shelf.acquaintance(of: device, named: name)
        )
      }
    take(.requestChanged(picture))
  }

  private func finishAsking(_ error: (any Error)?, _ isKnock: Bool) {
    requestTask = nil
    take(.requestChanged(nil))
    guard let error, !(error is CancellationError) else { return }
    let failure = error as? InvitationError
    guard failure != .cancelled else { return }
    // Two invitations crossed and both were accepted: they are together now.
    if failure == .sessionOver, lastPeople.contains(where: { $0.presence == .here }) { return }
    let line = "\(error)"
    guard isKnock, ending == nil else { return take(.notice(line, isError: true)) }
    end(
      Ending(status: Main.Status.of(failure), message: "corkboard: \(line)", isError: true),
      staying: false
    )
  }

  var activity: BoardActivity {
    let picture = replicator.picture
    return BoardActivity(board: picture.id, title: picture.title, noteCount: picture.notes.count)
  }
}

extension Person.Presence {
  init(_ presence: People.Person.Presence) {
    self =
      switch presence {
      case .here: .here
      case .quiet: .quiet
      case .gone: .gone
      }
  }
}
