import SessionCore
import SessionSimulator
import Testing

/// One peer, frame by frame.
struct PeerTests {
  @Test func `another version is a clear failure for both`() {
    var peer = TestPeer()
    peer.found()
    peer.give(.invite(RequestID(1), TestPeer.session, TestPeer.activity, [TestPeer.place]))
    let link = peer.opened[0].link
    peer.give(.linkOpened(link, device: DeviceID(2), binding: TestPeer.binding))
    let newer = Frame.hello(TestPeer.hello(device: 2)).encoded(version: 9)
    peer.give(.received(link, newer))
    let mismatch = RequestFailure.versionMismatch(theirs: 9, ours: WireLimits.version)
    #expect(peer.events.last == .request(RequestID(1), .failed(mismatch)))

    let accepted = LinkID(1)
    peer.take(accepted)
    peer.give(.received(accepted, newer))
    guard case .hello = peer.frames(on: accepted).first else { return #expect(Bool(false)) }
    #expect(peer.closed.contains(accepted))
  }

  @Test func `a stranger who says nothing hears nothing and is closed after 5 seconds`() {
    var peer = TestPeer()
    peer.take(LinkID(1))
    peer.pass(.seconds(4.9))
    #expect(peer.closed == [])
    peer.pass(.seconds(0.2))
    #expect(peer.closed == [LinkID(1)])
    #expect(peer.frames.isEmpty)
    #expect(peer.peer.nextDeadline == nil)
  }

  @Test func `of 17 strangers the oldest makes room`() {
    var peer = TestPeer()
    for number in 0..<17 {
      peer.take(LinkID(UInt64(2 * number + 1)))
    }
    #expect(peer.closed == [LinkID(1)])
  }

  @Test func `the one about whom a person is asked does not count as a stranger`() {
    var peer = TestPeer()
    peer.found()
    let asker = peer.accept(1, device: 2)
    peer.hear(.knock(activityIdentifier: "board"), on: asker)
    for number in 1...20 {
      peer.take(LinkID(UInt64(2 * number + 1)))
    }
    #expect(!peer.closed.contains(asker))
    #expect(peer.answers(on: asker) == [.ringing])
  }

  @Test func `garbage closes a link and nothing else`() {
    var peer = TestPeer()
    peer.take(LinkID(1))
    peer.give(.received(LinkID(1), Array("GET / HTTP/1.1\r\n\r\n".utf8)))
    #expect(peer.closed == [LinkID(1)])
    #expect(peer.frames.isEmpty)
    #expect(peer.events == [])
  }

  @Test func `what answers without our protocol is not our kind`() {
    var peer = TestPeer()
    peer.give(.knock(RequestID(1), activityIdentifier: "board", [TestPeer.place]))
    let link = peer.opened[0].link
    peer.give(.linkOpened(link, device: DeviceID(2), binding: TestPeer.binding))
    peer.give(.received(link, Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)))
    #expect(peer.events.last == .request(RequestID(1), .failed(.notOurKind)))
  }

  @Test func `who takes the call and hangs up is called again, a few times and not at once`() {
    var peer = TestPeer()
    peer.give(.knock(RequestID(1), activityIdentifier: "board", [TestPeer.place]))
    var hungUp = 0
    while hungUp < 100, peer.opened.count > hungUp {
      let link = peer.opened[hungUp].link
      peer.give(.linkReached(link))
      peer.give(.linkClosed(link))
      hungUp += 1
      let before = peer.now
      peer.pass(.milliseconds(249))
      #expect(peer.opened.count == hungUp, "called \(peer.now) after \(before)")
      peer.pass(.milliseconds(1))
    }
    #expect(hungUp == 9)
    #expect(peer.events.last == .request(RequestID(1), .failed(.nobodyThere)))
  }

  @Test func `nobody who refuses the call is called again`() {
    var peer = TestPeer()
    peer.give(.knock(RequestID(1), activityIdentifier: "board", [TestPeer.place]))
    peer.give(.linkClosed(peer.opened[0].link))
    #expect(peer.opened.count == 1)
    #expect(peer.events.last == .request(RequestID(1), .failed(.nobodyThere)))
  }

  @Test func `a wish before the hello closes the link`() {
    var peer = TestPeer()
    peer.found()
    peer.take(LinkID(1))
    peer.hear(.knock(activityIdentifier: "board"), on: LinkID(1))
    #expect(peer.closed == [LinkID(1)])
    #expect(peer.visitor == nil)
  }

  @Test func `a member unknown to the roster waits 5 seconds for it`() {
    var peer = TestPeer()
    peer.found()
    let early = peer.accept(1, device: 3)
    peer.hear(.member(TestPeer.session, replacing: 0, revision: 1), on: early)
    #expect(peer.answers(on: early) == [])
    let member = peer.admit(3, device: 2)
    let entry = RosterEntry(
      device: DeviceID(3),
      revision: 1,
      isPresent: true,
      name: "Cy",
      deviceName: ""
    )
    let records = TestPeer.admissions(letting: 2, 3).records
    peer.hear(.roster(RosterPage(entries: [entry], endpoints: [[]], records: records)), on: member)
    guard peer.frames(on: early).contains(where: { if case .state = $0 { true } else { false } })
    else { return #expect(Bool(false)) }
    let never = peer.accept(5, device: 4)
    peer.hear(.member(TestPeer.session, replacing: 0, revision: 1), on: never)
    peer.pass(.seconds(5))
    #expect(peer.answers(on: never) == [.notAdmitted])
  }

  @Test func `a wish for another session hears that it is over`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.accept(1, device: 2)
    peer.hear(.member(SessionID(1), replacing: 0, revision: 1), on: link)
    #expect(peer.answers(on: link) == [.sessionOver])
    #expect(peer.closed == [link])
  }

  @Test func `a stranger learns nothing of the session`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.accept(1, device: 2)
    for frame: Frame in [
      .state(TestPeer.state()), .ping(stamp: 1, digest: 0), .message(sequence: 1, payload: [1]),
    ] {
      peer.hear(frame, on: link)
    }
    let others = peer.frames(on: link).filter { frame in
      if case .hello = frame { return false }
      if case .pong = frame { return false }
      return true
    }
    #expect(others == [])
  }

  @Test func `a member that restarted left and joined, and hears no old message`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    peer.give(.send(TestPeer.session, payload: [1], to: .all, delivery: .reliable))
    peer.give(.linkClosed(link))
    peer.events = []
    let again = peer.accept(3, device: 2)
    peer.hear(.member(TestPeer.session, replacing: 0, revision: 1), on: again)
    peer.hear(.state(TestPeer.state(incarnation: 6)), on: again)
    let counts = peer.events.compactMap { event -> Int? in
      guard case .sessionChanged(let snapshot) = event else { return nil }
      return snapshot.activeParticipants.count
    }
    #expect(counts == [1, 2])
    #expect(!peer.frames(on: again).contains(.message(sequence: 1, payload: [1])))
  }

  @Test func `a repeated message is acknowledged and not delivered, a gap closes the link`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    peer.events = []
    peer.hear(.message(sequence: 1, payload: [1]), on: link)
    peer.hear(.message(sequence: 1, payload: [1]), on: link)
    #expect(peer.events.count == 1)
    #expect(
      peer.frames(on: link).suffix(2) == [.acknowledge(through: 1), .acknowledge(through: 1)]
    )
    peer.hear(.message(sequence: 3, payload: [3]), on: link)
    #expect(peer.closed == [link])
  }

  @Test func `a peer taken for gone says that it is here`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    let gone = RosterEntry(
      device: DeviceID(1),
      revision: 40,
      isPresent: false,
      name: "",
      deviceName: ""
    )
    peer.hear(.roster(RosterPage(entries: [gone], endpoints: [[]])), on: link)
    guard case .roster(let page) = peer.frames(on: link).last else { return #expect(Bool(false)) }
    #expect(page.entries.first?.isPresent == true)
    #expect(page.entries.first?.revision == 41)
  }

  @Test func `datagrams are heard over the link of a member alone`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    let stranger = peer.accept(3, device: 3)
    guard case .hello(let hello) = peer.frames(on: link).first else { return #expect(Bool(false)) }
    #expect(peer.peer.link(named: hello.datagramIndex) == link)
    peer.datagrams = []
    let probe = Datagram(kind: .probe, payload: [8])
    for other in [stranger, LinkID(99)] {
      peer.give(.datagram(other, probe, isNewest: true, from: TestPeer.place))
    }
    #expect(peer.datagrams.isEmpty)
    peer.give(.datagram(link, probe, isNewest: true, from: TestPeer.place))
    #expect(peer.datagrams.map(\.datagram) == [Datagram(kind: .echo, payload: [8])])
    #expect(peer.datagrams.map(\.link) == [link])
  }

  @Test func `the newest datagram tells where a member is`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    let probe = Datagram(kind: .probe, payload: [])
    var places: [Endpoint] = []
    for (port, isNewest) in [(UInt16(5), true), (6, false), (7, true)] {
      let place = Endpoint(address: [10, 0, 0, 9], port: port)
      peer.give(.datagram(link, probe, isNewest: isNewest, from: place))
      places += peer.datagrams.suffix(1).map(\.endpoint)
    }
    #expect(places.map(\.port) == [5, 5, 7])
  }

  @Test func `a hello that claims another device than the handshake proved is no hello`() {
    var peer = TestPeer()
    peer.found()
    peer.take(LinkID(1), device: 3)
    peer.hear(.hello(TestPeer.hello(device: 2)), on: LinkID(1))
    #expect(peer.closed == [LinkID(1)])
    #expect(peer.frames.isEmpty)

    peer.give(.knock(RequestID(1), activityIdentifier: "board", [TestPeer.place]))
    let link = peer.opened[0].link
    peer.give(.linkOpened(link, device: DeviceID(3), binding: TestPeer.binding))
    peer.hear(.hello(TestPeer.hello(device: 2)), on: link)
    #expect(peer.events.last == .request(RequestID(1), .failed(.notOurKind)))
  }

  @Test func `the time of a handshake counts among a stranger's 5 seconds`() {
    var peer = TestPeer()
    peer.now = .seconds(10)
    let device = DeviceID(2)
    peer.give(
      .linkAccepted(
        LinkID(1),
        from: TestPeer.place,
        device: device,
        binding: TestPeer.binding,
        since: .seconds(6)
      )
    )
    peer.pass(.seconds(0.9))
    #expect(peer.closed == [])
    peer.pass(.seconds(0.2))
    #expect(peer.closed == [LinkID(1)])
  }

  @Test func `another device at a member's address is forgotten as a place to find it`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    peer.give(.linkClosed(link))
    peer.pass(.seconds(1))
    #expect(peer.opened.map(\.expected) == [DeviceID(2)])
    peer.give(.linkClosed(peer.opened[0].link, .otherDevice))
    peer.pass(.seconds(6))
    #expect(peer.opened.count == 1)
  }

  @Test func `unreliable messages wait while a link is full, and the oldest give way`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    peer.frames = []
    for number in 0..<200 {
      let payload = [UInt8(number)] + [UInt8](repeating: 0, count: 1_999)
      peer.give(.send(TestPeer.session, payload: payload, to: .all, delivery: .unreliable))
    }
    func numbers() -> [UInt8] {
      peer.frames(on: link).compactMap {
        if case .droppable(let payload) = $0 { payload.first } else { nil }
      }
    }
    #expect(numbers().count < 40)
    peer.give(.linkDrained(link, waitingBytes: 0))
    #expect(numbers().last == 199)
    #expect(numbers().count < 80)
    #expect(numbers() == numbers().sorted())
  }

  @Test func `a roster that floods is taken 20 times a second`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.admit(1, device: 2)
    var admissions = TestPeer.admissions(letting: 2)
    for number in 0..<100 {
      _ = admissions.admit(DeviceID(UInt128(number + 10)), by: .simulated(DeviceID(2)))
      let entry = RosterEntry(
        device: DeviceID(UInt128(number + 10)),
        revision: 1,
        isPresent: true,
        name: "",
        deviceName: ""
      )
      let page = RosterPage(
        entries: [entry],
        endpoints: [[]],
        records: admissions.records
      )
      peer.hear(.roster(page), on: link)
    }
    peer.pass(.seconds(1))
    peer.hear(.ping(stamp: 1, digest: 0), on: link)
    let rosters = peer.frames(on: link).compactMap {
      if case .roster(let page) = $0 { page.entries.count } else { nil }
    }
    #expect(rosters.last == 22)
  }

  @Test func `every question is answered, also one too many`() {
    var peer = TestPeer()
    for number in 1...65 {
      let request = RequestID(UInt64(number))
      peer.give(.knock(request, activityIdentifier: "board", [TestPeer.place]))
    }
    #expect(peer.events.last == .request(RequestID(65), .failed(.cancelled)))
    peer.pass(.seconds(5))
    let failures = peer.events.count { event in
      if case .request(_, .failed(.nobodyThere)) = event { true } else { false }
    }
    #expect(failures == 64)
    #expect(peer.peer.linkCount == 0)
  }

  @Test func `an unreadable record is forgotten`() {
    var peer = TestPeer()
    var effects: [PeerEffect] = []
    peer.peer.receive(.resume(SessionRecord(bytes: [1, 2, 3])), at: .start, into: &effects)
    #expect(effects == [.store(nil)])
  }
}
