import SessionCore

/// The invariant that nobody gets a byte of a session whom no person let into it.
extension SimulatedLAN {
  /// A person founds a session, or says yes: what they are asked about is known from the banner.
  mutating func noteGuests(_ input: PeerInput, _ host: Int) {
    switch input {
    case .activate(let salt, _):
      let device = hosts[host].device
      let session = SessionID(founder: device, salt: salt, .simulated)
      guests[session, default: []].insert(device)
    case .answer(let id, accept: true):
      guard let visitor = hosts[host].visitors.first(where: { $0.id == id }) else { return }
      switch visitor.kind {
      case .knock:
        guard let session = hosts[host].session?.id else { return }
        guests[session, default: []].insert(visitor.device)
      case .invitation:
        let inviter = hosts.first { $0.device == visitor.device }
        guard let session = inviter?.session?.id else { return }
        guests[session, default: []].insert(hosts[host].device)
      }
    case .redeem(_, let link, _):
      let name = link.name(.simulated)
      for maker in hosts where maker.device == link.device {
        guard let session = maker.session?.id, maker.tickets.contains(where: { $0.name == name })
        else { continue }
        guests[session, default: []].insert(hosts[host].device)
      }
    case .answer, .makeTicket, .revokeTicket, .join, .leave, .end, .remove, .updateActivity, .send,
      .invite, .knock, .cancel,
      .rename, .resume, .stop, .linkAccepted, .linkReached, .linkOpened, .linkClosed, .received,
      .linkDrained, .datagram, .interfaces, .heard, .woke:
      break
    }
  }

  /// Ends the simulation when a peer writes a word of its session to somebody else.
  func expectGuest(_ bytes: [UInt8], on link: LinkID, from host: Int) {
    guard let session = hosts[host].session?.id, let stream = hosts[host].streams[link] else {
      return
    }
    var decoder = FrameDecoder(limit: WireLimits.memberFrame)
    decoder.append(bytes)
    guard let frame = try? decoder.next(), frame.isOfSession else { return }
    let other = streams[stream].ends[1 - streams[stream].end(of: link)].host
    precondition(
      guests[session]?.contains(hosts[other].device) ?? false,
      "somebody whom nobody let in is told of a session"
    )
  }

  /// The same for what goes out as a datagram.
  func expectGuest(on stream: Int, from host: Int) {
    guard let session = hosts[host].session?.id else { return }
    let other = streams[stream].ends.first { $0.host != host }?.host ?? host
    precondition(
      guests[session]?.contains(hosts[other].device) ?? false,
      "somebody whom nobody let in gets a datagram of a session"
    )
  }
}

extension Frame {
  /// Whether it says anything that only members may know.
  fileprivate var isOfSession: Bool {
    switch self {
    case .welcome, .state, .roster, .activity, .message, .acknowledge, .droppable, .goodbye: true
    case .ping(_, let digest): digest != 0
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .answer, .cancel, .pong,
      .ended:
      false
    }
  }
}
