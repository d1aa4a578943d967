import SessionCore
import Testing

/// Several addresses of one peer, and what was heard of it.
struct RacingTests {
  private static let dead = Endpoint(address: [192, 168, 56, 1], port: 26_752)
  private static let eth0 = LocalInterface(
    index: 2,
    name: "eth0",
    addresses: [LocalInterface.Address([10, 0, 0, 1], prefixLength: 24)]
  )

  private static func heard(_ device: UInt128, at places: [Endpoint]) -> PeerInput {
    .heard([
      NearbyDevice(
        device: DeviceID(device),
        name: "Bo",
        deviceName: "desk",
        endpoints: places,
        lastHeard: .start
      )
    ])
  }

  private var settings: PeerSettings {
    var settings = PeerSettings()
    settings.port = 26_752
    return settings
  }

  @Test func `addresses are tried 250 ms apart, the most promising first, and one wins`() {
    var peer = TestPeer(settings: settings)
    peer.give(.interfaces([Self.eth0]))
    peer.give(
      .knock(RequestID(1), activityIdentifier: "board", [Self.dead, TestPeer.place])
    )
    #expect(peer.opened.map(\.endpoint) == [TestPeer.place])
    peer.pass(.milliseconds(249))
    #expect(peer.opened.count == 1)
    peer.pass(.milliseconds(1))
    #expect(peer.opened.map(\.endpoint) == [TestPeer.place, Self.dead])
    let (first, second) = (peer.opened[0].link, peer.opened[1].link)
    peer.give(.linkOpened(first, device: DeviceID(2), binding: TestPeer.binding))
    peer.hear(.hello(TestPeer.hello(device: 2)), on: first)
    #expect(peer.closed == [second])
  }

  @Test func `of those who answer for a chosen device only that device will do`() {
    var peer = TestPeer(settings: settings)
    let places = [Self.dead, TestPeer.place]
    peer.give(
      .knock(RequestID(1), activityIdentifier: "board", places, expecting: DeviceID(2))
    )
    peer.pass(.milliseconds(250))
    #expect(peer.opened.map(\.expected) == [DeviceID(2), DeviceID(2)])
    // Somebody else answers at the first place, which a forged record named.
    peer.give(.linkReached(peer.opened[0].link))
    peer.give(.linkClosed(peer.opened[0].link, .otherDevice))
    peer.give(.linkOpened(peer.opened[1].link, device: DeviceID(2), binding: TestPeer.binding))
    peer.hear(.hello(TestPeer.hello(device: 2)), on: peer.opened[1].link)
    #expect(peer.frames.last?.frame == .knock(activityIdentifier: "board"))
    #expect(peer.opened.count == 2)
  }

  @Test func `where only others answer for a chosen device, nobody is there`() {
    var peer = TestPeer(settings: settings)
    let place = [TestPeer.place]
    peer.give(.knock(RequestID(1), activityIdentifier: "board", place, expecting: DeviceID(2)))
    peer.give(.linkReached(peer.opened[0].link))
    peer.give(.linkClosed(peer.opened[0].link, .otherDevice))
    #expect(peer.events.last == .request(RequestID(1), .failed(.nobodyThere)))
    #expect(peer.opened.count == 1)
  }

  @Test func `an own address is refused as oneself, without a call`() {
    var peer = TestPeer(settings: settings)
    peer.give(.interfaces([Self.eth0]))
    let own = Endpoint(address: [10, 0, 0, 1], port: 26_752)
    peer.give(.knock(RequestID(1), activityIdentifier: "board", [own]))
    #expect(peer.opened.isEmpty)
    #expect(peer.events.last == .request(RequestID(1), .failed(.oneself)))
  }

  @Test func `a member that is heard elsewhere is called there at once`() {
    var peer = TestPeer(settings: settings)
    peer.found()
    let link = peer.admit(1, device: 2)
    peer.give(.interfaces([Self.eth0]))
    peer.give(.linkClosed(link))
    peer.pass(.seconds(60))
    let before = peer.opened.count
    let elsewhere = Endpoint(address: [10, 0, 0, 77], port: 26_753)
    peer.give(Self.heard(2, at: [elsewhere]))
    peer.pass(.seconds(3.5))
    let tried = peer.opened.dropFirst(before)
    #expect(tried.map(\.endpoint).contains(elsewhere))
    #expect(tried.allSatisfy { $0.expected == DeviceID(2) })
    // What was heard of others is nobody's business.
    let count = peer.opened.count
    peer.give(Self.heard(9, at: [Self.dead]))
    #expect(peer.opened.count == count)
  }

  @Test func `a network that comes back brings a member back at once`() {
    var peer = TestPeer(settings: settings)
    peer.found()
    let link = peer.admit(1, device: 2)
    peer.give(.interfaces([]))
    peer.give(.linkClosed(link))
    for _ in 0..<12 {
      peer.pass(.seconds(5))
      for place in peer.opened { peer.give(.linkClosed(place.link)) }
    }
    let before = peer.opened.count
    peer.give(.interfaces([Self.eth0]))
    peer.pass(.milliseconds(300))
    #expect(peer.opened.count == before + 1)
  }

  private static func roster(_ device: UInt128, at places: [Endpoint]) -> Frame {
    let entry = RosterEntry(
      device: DeviceID(device),
      revision: 1,
      isPresent: true,
      name: "Bo",
      deviceName: "desk"
    )
    return .roster(RosterPage(entries: [entry], endpoints: [places]))
  }

  @Test func `members are told where else this peer can be reached, now and when it changes`() {
    var peer = TestPeer(settings: settings)
    var bridge = Self.eth0
    bridge.index = 3
    bridge.kind = .bridge
    bridge.addresses = [LocalInterface.Address([172, 17, 0, 1], prefixLength: 16)]
    var eth0 = Self.eth0
    let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    eth0.addresses.append(LocalInterface.Address(linkLocal, prefixLength: 64))
    peer.give(.interfaces([eth0, bridge]))
    peer.found()
    let link = peer.admit(1, device: 2)
    func told() -> [[Endpoint]] {
      peer.frames(on: link).compactMap {
        guard case .roster(let page) = $0, page.entries.count == 1 else { return nil }
        return page.endpoints[0]
      }
    }
    let place = Endpoint(address: [10, 0, 0, 1], port: 26_752)
    #expect(told() == [[place]])
    eth0.addresses = [LocalInterface.Address([10, 0, 0, 8], prefixLength: 24)]
    peer.give(.interfaces([eth0, bridge]))
    #expect(told() == [[place], [Endpoint(address: [10, 0, 0, 8], port: 26_752)]])
  }

  @Test
  func `what a member told of itself is tried, and passed on in place of what it told before`() {
    var peer = TestPeer(settings: settings)
    peer.found()
    let link = peer.admit(1, device: 2)
    let places = (1...9).map { Endpoint(address: [10, 0, 1, $0], port: 26_752) }
    peer.hear(Self.roster(2, at: [places[0]]), on: link)
    peer.hear(Self.roster(2, at: [places[1]]), on: link)
    let other = peer.admit(3, device: 3)
    let pages = peer.frames(on: other).compactMap {
      if case .welcome(let welcome) = $0 { welcome.roster } else { nil }
    }
    let passedOn = pages.last.map { page in
      zip(page.entries, page.endpoints).first { $0.0.device == DeviceID(2) }?.1
    }
    #expect(passedOn??.contains(places[1]) ?? false)
    peer.give(.linkClosed(link))
    peer.pass(.seconds(3))
    #expect(peer.opened.map(\.endpoint).contains(places[1]))
  }
}
