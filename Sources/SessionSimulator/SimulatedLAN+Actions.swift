package import SessionCore

/// What people do, in one call each.
extension SimulatedLAN {
  /// The activity that the simulated programs share.
  package static let activity = ActivityRecord(
    identifier: "org.example.board",
    content: [1, 2, 3],
    title: "Retro"
  )

  /// Founds a session on a host; it joins by itself when it is so inclined.
  package mutating func found(
    _ host: Int,
    _ activity: ActivityRecord = SimulatedLAN.activity
  ) -> SessionID {
    let salt = UInt128(random.next()) << 64 | UInt128(random.next())
    input(.activate(salt: salt, activity), to: host)
    return SessionID(founder: hosts[host].device, salt: salt, .simulated)
  }

  /// One host invites another into its session.
  package mutating func invite(_ guest: Int, by host: Int) -> RequestID {
    let request = newRequest()
    let session = hosts[host].session
    input(
      .invite(
        request,
        session?.id ?? SessionID(0),
        session?.activity ?? SimulatedLAN.activity,
        [hosts[guest].endpoint]
      ),
      to: host
    )
    return request
  }

  package mutating func knock(at host: Int, by guest: Int) -> RequestID {
    let request = newRequest()
    let identifier = SimulatedLAN.activity.identifier
    let knock = PeerInput.knock(
      request,
      activityIdentifier: identifier,
      [hosts[host].endpoint]
    )
    input(knock, to: guest)
    return request
  }

  private mutating func newRequest() -> RequestID { RequestID(random.next() >> 1) }

  package mutating func send(
    _ payload: [UInt8],
    from host: Int,
    to recipients: Recipients = .all,
    _ delivery: Delivery = .reliable
  ) {
    guard let session = hosts[host].session else { return }
    let send = PeerInput.send(session.id, payload: payload, to: recipients, delivery: delivery)
    input(send, to: host)
  }

  package mutating func leave(_ host: Int) {
    guard let session = hosts[host].session else { return }
    input(.leave(session.id), to: host)
  }

  /// One host puts another out of their session.
  package mutating func remove(_ other: Int, by host: Int) {
    guard let session = hosts[host].session?.id else { return }
    input(.remove(session, participant(other)), to: host)
  }

  /// Which participant a host is in its session.
  package func participant(_ host: Int) -> ParticipantID {
    hosts[host].session?.localParticipant ?? ParticipantID(0)
  }

  package func status(_ request: RequestID, of host: Int) -> RequestStatus? {
    hosts[host].requests[request]?.last
  }

  /// Whether these hosts, and nobody else, see each other in one joined session.
  package func areTogether(_ members: [Int]) -> Bool {
    let everyone = members.map { participant($0) }.sorted()
    let session = members.first.flatMap { hosts[$0].session?.id }
    return members.allSatisfy {
      hosts[$0].session?.id == session && hosts[$0].session?.state == .joined
        && hosts[$0].session?.activeParticipants == everyone
    }
  }

  /// Whether these hosts are together and agree on everything: all here and by name, one link a
  /// pair, and the same activity.
  package func haveEqualViews(_ members: [Int]) -> Bool {
    guard areTogether(members) else { return false }
    let activity = members.first.flatMap { hosts[$0].session?.activity }
    let names = members.map { hosts[$0].name }.sorted()
    return members.allSatisfy { member in
      let people = hosts[member].people
      return people.allSatisfy { $0.presence == .here }
        && (people.map(\.name) + [hosts[member].name]).sorted() == names
        && hosts[member].session?.activity == activity
        && hosts[member].peer?.linkCount == members.count - 1
    }
  }

  /// Hosts of which the first founds a session and invites the others one by one.
  package mutating func gather(_ count: Int, settings: PeerSettings = PeerSettings()) -> [Int] {
    let members = (0..<count).map { addHost("host\($0)", settings: settings) }
    _ = found(members[0])
    run(for: .milliseconds(50))
    for guest in members.dropFirst() {
      _ = invite(guest, by: members[0])
      _ = run(within: .seconds(5)) { lan in
        lan.hosts[guest].session?.state == .joined
      }
    }
    _ = run(within: .seconds(5)) { $0.areTogether(members) }
    return members
  }
}
