package import SessionCore

/// One machine of the simulated LAN: a peer, what its person does, and all that it reported.
package struct SimulatedHost {
  /// What the person does with a visitor.
  package enum Manners: Equatable, Sendable {
    case accepts
    case declines
    /// The banner stays.
    case ignores
  }

  /// A message as it was delivered.
  package struct Message: Equatable, Sendable {
    package var session: SessionID
    package var from: ParticipantID
    package var payload: [UInt8]
    package var delivery: Delivery
  }

  package let name: String
  package let device: DeviceID
  package var endpoint: Endpoint
  /// Joins every session that is offered.
  package var joinsOfferedSessions = true
  package var manners: Manners = .accepts

  /// Nil while the program does not run.
  package internal(set) var peer: Peer?
  /// Grows with each start of the program.
  package internal(set) var run = 0
  package internal(set) var record: SessionRecord?
  /// Every event since the first start, oldest first.
  package internal(set) var events: [(moment: Moment, event: PeerEvent)] = []
  /// The session that was offered last, as it is now.
  package internal(set) var session: SessionSnapshot?
  package internal(set) var people: [PersonSnapshot] = []
  package internal(set) var tickets: [TicketSnapshot] = []
  /// Where others with this host's key were met.
  package internal(set) var copies: [Endpoint] = []
  /// Devices that were let in here, or that let this one in.
  package internal(set) var met: [DeviceID] = []
  package internal(set) var removals: [Removal] = []
  package internal(set) var visitors: [Visitor] = []
  package internal(set) var messages: [Message] = []
  package internal(set) var requests: [RequestID: [RequestStatus]] = [:]
  /// Datagrams and bytes on links that the peer has sent.
  package internal(set) var datagramsSent = 0
  package internal(set) var bytesSent = 0

  var settings: PeerSettings
  /// When the line of this host is free again.
  var lineIsFree: Moment = .start
  /// What happens to the program while it sleeps; nil while it is awake.
  var missed: [PeerInput]?
  /// The streams that end here.
  var streams: [LinkID: Int] = [:]
  var nextAccepted: UInt64 = 1
  var wakesAt: Moment?

  /// The payloads of one delivery mode from one participant, in the order of their arrival.
  package func payloads(from participant: ParticipantID, _ delivery: Delivery) -> [[UInt8]] {
    messages.filter { $0.from == participant && $0.delivery == delivery }.map(\.payload)
  }

  package var visitorCount: Int {
    events.count { if case .visitor = $0.event { true } else { false } }
  }

  package func presence(of participant: ParticipantID) -> PersonSnapshot.Presence? {
    people.first { $0.participant == participant }?.presence
  }

  mutating func note(_ event: PeerEvent, at moment: Moment) {
    events.append((moment, event))
    switch event {
    case .sessionOffered(let snapshot): session = snapshot
    case .sessionChanged(let snapshot):
      if session?.id == snapshot.id { session = snapshot }
    case .message(let session, let from, let payload, let delivery):
      let message = Message(session: session, from: from, payload: payload, delivery: delivery)
      messages.append(message)
    case .request(let id, let status): requests[id, default: []].append(status)
    case .visitor(let visitor): visitors.append(visitor)
    case .visitorGone(let id): visitors.removeAll { $0.id == id }
    case .people(let people): self.people = people
    case .tickets(let tickets): self.tickets = tickets
    case .met(let device, _): met.append(device)
    case .removed(let removal): removals.append(removal)
    case .copyMet(let place): copies.append(place)
    }
  }
}
