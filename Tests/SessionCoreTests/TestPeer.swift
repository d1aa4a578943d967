import SessionCore
import SessionSimulator

/// A peer on a bench: frames and moments in, frames and events out.
struct TestPeer {
  var peer: Peer
  var now: Moment = .start
  var events: [PeerEvent] = []
  var opened: [(link: LinkID, endpoint: Endpoint, expected: DeviceID?)] = []
  var closed: [LinkID] = []
  var frames: [(link: LinkID, frame: Frame)] = []
  var datagrams: [(link: LinkID, datagram: Datagram, endpoint: Endpoint)] = []
  private var decoders: [LinkID: FrameDecoder] = [:]

  static let place = Endpoint(address: [10, 0, 0, 2], port: 26_752)
  static let activity = ActivityRecord(identifier: "board", content: [1], title: "Retro")
  static let cryptography = Cryptography.simulated
  /// What device 1 founds.
  static let session = SessionID(founder: DeviceID(1), salt: 77, cryptography)

  init(device: UInt128 = 1, settings: PeerSettings = PeerSettings()) {
    peer = Peer(
      signer: .simulated(DeviceID(device)),
      name: "Ada",
      deviceName: "laptop",
      settings: settings,
      cryptography: TestPeer.cryptography,
      seed: 9,
      secret: [9]
    )
  }

  mutating func give(_ input: PeerInput) {
    var effects: [PeerEffect] = []
    peer.receive(input, at: now, into: &effects)
    for effect in effects {
      switch effect {
      case .openLink(let link, let endpoint, let device): opened.append((link, endpoint, device))
      case .write(let link, let bytes):
        decoders[link, default: FrameDecoder(limit: WireLimits.memberFrame)].append(bytes)
        while let frame = try? decoders[link]?.next() { frames.append((link, frame)) }
      case .closeLink(let link): closed.append(link)
      case .sendDatagram(let link, let datagram, _, let endpoint):
        datagrams.append((link, datagram, endpoint))
      case .store: break
      case .event(let event): events.append(event)
      }
    }
  }

  /// Lets time pass, waking the peer whenever it asks for it.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let deadline = peer.nextDeadline, deadline <= end {
      now = max(now, deadline)
      give(.woke)
    }
    now = end
  }

  mutating func hear(_ frame: Frame, on link: LinkID) { give(.received(link, frame.encoded())) }

  static let binding: [UInt8] = [4, 2]

  /// A device dials us.
  mutating func take(_ link: LinkID, device: UInt128 = 2) {
    let device = DeviceID(device)
    give(
      .linkAccepted(
        link,
        from: TestPeer.place,
        device: device,
        binding: TestPeer.binding,
        since: now
      )
    )
  }

  /// A device dials us, says hello and opens its pledge.
  mutating func accept(_ link: UInt64, device: UInt128, name: String = "Bo") -> LinkID {
    let id = LinkID(link)
    take(id, device: device)
    let exchange = TestPeer.exchange(DeviceID(device), dials: peer.device)
    let pledge = exchange.commitment(TestPeer.cryptography)
    hear(.hello(TestPeer.hello(device: device, name: name, pledge: pledge)), on: id)
    hear(.reveal(exchange.nonce), on: id)
    return id
  }

  mutating func found() {
    give(.activate(salt: 77, TestPeer.activity))
    give(.join(TestPeer.session))
  }

  /// Another device becomes a joined member by knocking.
  mutating func admit(_ link: UInt64, device: UInt128) -> LinkID {
    let id = accept(link, device: device)
    hear(.knock(activityIdentifier: "board"), on: id)
    if let visitor { give(.answer(visitor.id, accept: true)) }
    hear(.state(TestPeer.state()), on: id)
    return id
  }

  /// What members have signed in a session of device 1: each lets the next one in.
  static func admissions(letting devices: UInt128...) -> Admissions {
    var admissions = Admissions(
      session: session,
      founder: DeviceID(1),
      cryptography: cryptography
    )
    for (inviter, device) in zip([1] + devices, devices) {
      _ = admissions.admit(DeviceID(device), by: .simulated(DeviceID(inviter)))
    }
    return admissions
  }

  var visitor: Visitor? {
    events.compactMap { if case .visitor(let visitor) = $0 { visitor } else { nil } }.last
  }

  /// Which participant a device is in the session of device 1.
  func participant(_ device: UInt128) -> ParticipantID {
    let people = events.compactMap { if case .people(let people) = $0 { people } else { nil } }
    return people.joined().first { $0.device == DeviceID(device) }?.participant
      ?? ParticipantID(0)
  }

  var snapshot: SessionSnapshot? {
    events.compactMap {
      switch $0 {
      case .sessionChanged(let snapshot), .sessionOffered(let snapshot): snapshot
      case .message, .request, .visitor, .visitorGone, .people, .tickets, .copyMet, .met, .removed:
        nil
      }
    }.last
  }

  func frames(on link: LinkID) -> [Frame] { frames.filter { $0.link == link }.map(\.frame) }

  func answers(on link: LinkID) -> [Answer] {
    frames(on: link).compactMap { if case .answer(let answer) = $0 { answer } else { nil } }
  }

  static let nonce = [UInt8](repeating: 7, count: WordExchange.byteCount)

  static func exchange(_ dialler: DeviceID, dials listener: DeviceID) -> WordExchange {
    let ends = WordExchange.Ends(dialler: dialler, listener: listener, binding: binding)
    return WordExchange(ends: ends, nonce: nonce)
  }

  static func hello(
    device: UInt128,
    name: String = "Bo",
    pledge: [UInt8] = nonce
  ) -> Hello {
    Hello(
      device: DeviceID(device),
      name: name,
      deviceName: "desk",
      port: 26_752,
      linkToken: 4_242,
      datagramIndex: 17,
      pledge: pledge,
      activityIdentifier: ""
    )
  }

  static func state(incarnation: UInt64 = 5, joined: Bool = true, first: UInt64 = 1) -> MemberState
  {
    MemberState(
      incarnation: incarnation,
      knownIncarnation: 0,
      received: 0,
      firstAvailable: first,
      isJoined: joined
    )
  }
}

/// SplitMix64, for tests that draw by seed.
struct TestGenerator: RandomNumberGenerator {
  var stream: RandomStream

  init(seed: UInt64) { stream = RandomStream(seed: seed) }

  mutating func next() -> UInt64 { stream.next() }
}
