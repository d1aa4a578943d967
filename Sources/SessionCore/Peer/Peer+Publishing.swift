extension Peer {
  func snapshot(of session: LocalSession) -> SessionSnapshot {
    var active = session.members.values.filter(\.isActive).map(\.participant)
    if session.isJoined { active.append(session.localParticipant) }
    return SessionSnapshot(
      id: session.id,
      state: session.isJoined ? .joined : .waiting,
      activity: session.activity.record,
      isLocallyInitiated: session.isLocallyInitiated,
      localParticipant: session.localParticipant,
      activeParticipants: active.sorted()
    )
  }

  /// Tells the outside what changed: the session first, then the people.
  mutating func publish() {
    if let session, session.needsPublish {
      self.session?.needsPublish = false
      self.session?.needsPeople = true
      let snapshot = snapshot(of: session)
      if snapshot != session.published {
        self.session?.published = snapshot
        effects.append(.event(.sessionChanged(snapshot)))
      }
    }
    publishPeople()
  }

  private mutating func publishPeople() {
    guard let session, session.needsPeople else { return }
    self.session?.needsPeople = false
    var people: [PersonSnapshot] = []
    for device in session.devices {
      guard let member = session.members[device], member.isListed(at: now, settings: settings)
      else { continue }
      let person = person(member, session.roster[device])
      self.session?.members[device]?.shownPresence = person.presence
      people.append(person)
    }
    people.sort { $0.participant < $1.participant }
    guard people != session.publishedPeople else { return }
    self.session?.publishedPeople = people
    effects.append(.event(.people(people)))
  }

  private func person(_ member: Member, _ entry: RosterEntry?) -> PersonSnapshot {
    PersonSnapshot(
      participant: member.participant,
      device: member.device,
      name: entry?.name ?? "",
      deviceName: entry?.deviceName ?? "",
      presence: member.presence(at: now),
      roundTrip: member.shownRoundTrip,
      datagramsArrive: member.path?.isUp ?? false,
      endpoint: member.endpoints.first,
      words: member.link.flatMap { links[$0]?.words }
    )
  }

  /// Keeps what is needed to come back, whenever it changed while joined.
  mutating func storeIfNeeded() {
    guard let session, session.needsStore, session.isJoined else { return }
    self.session?.needsStore = false
    var writer = ByteWriter()
    writer.integer(WireLimits.version)
    session.welcome(rosterPage(for: nil)).encode(into: &writer)
    let record = SessionRecord(bytes: writer.bytes)
    guard record != session.stored else { return }
    self.session?.stored = record
    effects.append(.store(record))
  }
}
