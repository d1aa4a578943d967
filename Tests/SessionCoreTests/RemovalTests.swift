import SessionCore
import SessionSimulator
import Testing

/// One member against those who do not belong to the session, frame by frame.
struct RemovalTests {
  private func entry(_ device: UInt128, revision: UInt32 = 1) -> RosterEntry {
    RosterEntry(
      device: DeviceID(device),
      revision: revision,
      isPresent: true,
      name: "Cy",
      deviceName: ""
    )
  }

  private func page(_ device: UInt128, _ records: [MembershipRecord] = []) -> Frame {
    .roster(RosterPage(entries: [entry(device)], endpoints: [[]], records: records))
  }

  /// What a device hears that comes as a member.
  private func answers(_ peer: inout TestPeer, _ link: UInt64, device: UInt128) -> [Answer] {
    let id = peer.accept(link, device: device)
    peer.hear(.member(TestPeer.session, replacing: 0, revision: 1), on: id)
    peer.pass(.seconds(5))
    return peer.answers(on: id)
  }

  private func rosters(_ peer: TestPeer, on link: LinkID) -> [RosterPage] {
    peer.frames(on: link).compactMap { if case .roster(let page) = $0 { page } else { nil } }
  }

  @Test func `a roster entry that nobody signed lets nobody in`() {
    var peer = TestPeer()
    peer.found()
    let member = peer.admit(1, device: 2)
    peer.hear(page(3, TestPeer.admissions(letting: 2).records), on: member)
    #expect(!peer.closed.contains(member))
    #expect(answers(&peer, 3, device: 3) == [.notAdmitted])
  }

  @Test func `who passes on a forged record is cut off, and nothing comes of it`() {
    var peer = TestPeer()
    peer.found()
    let member = peer.admit(1, device: 2)
    var forged = Admissions(
      session: TestPeer.session,
      founder: DeviceID(3),
      cryptography: .simulated
    )
    _ = forged.admit(DeviceID(4), by: .simulated(DeviceID(3)))
    peer.hear(page(4, forged.records), on: member)
    #expect(peer.closed.contains(member))
    #expect(answers(&peer, 3, device: 4) == [.notAdmitted])
  }

  @Test func `a removal by a member closes the link at once, with the reason as last word`() {
    var peer = TestPeer()
    peer.found()
    let bo = peer.admit(1, device: 2)
    let cy = peer.admit(3, device: 3)
    var admissions = TestPeer.admissions(letting: 2)
    _ = admissions.admit(DeviceID(3), by: .simulated(DeviceID(1)))
    _ = admissions.remove(DeviceID(3), by: .simulated(DeviceID(2)))
    let page = RosterPage(entries: [], endpoints: [], records: admissions.records)
    peer.hear(.roster(page), on: bo)
    #expect(peer.closed.contains(cy))
    #expect(rosters(peer, on: cy).last?.records.contains { $0.deed == .removal } == true)
    #expect(peer.snapshot?.activeParticipants.count == 2)
    peer.give(.received(cy, Frame.message(sequence: 1, payload: [1]).encoded()))
    #expect(!peer.events.contains { if case .message = $0 { true } else { false } })
  }

  @Test func `a removed device that comes back hears why, and nothing else`() {
    var peer = TestPeer()
    peer.found()
    let bo = peer.admit(1, device: 2)
    _ = peer.admit(3, device: 3)
    peer.give(.remove(TestPeer.session, peer.participant(2)))
    #expect(peer.closed.contains(bo))
    let again = peer.accept(5, device: 2)
    peer.hear(.member(TestPeer.session, replacing: 0, revision: 1), on: again)
    #expect(peer.answers(on: again) == [.notAdmitted])
    #expect(peer.closed.contains(again))
    let told = rosters(peer, on: again)
    #expect(told.map(\.entries) == [[]])
    #expect(told.first?.records.map(\.subject) == [DeviceID(2), DeviceID(2)])
  }

  @Test func `this device was removed: the session is over, and not kept`() {
    var peer = TestPeer()
    peer.found()
    let bo = peer.admit(1, device: 2)
    var admissions = TestPeer.admissions(letting: 2)
    _ = admissions.remove(DeviceID(1), by: .simulated(DeviceID(2)))
    let page = RosterPage(entries: [], endpoints: [], records: admissions.records)
    peer.hear(.roster(page), on: bo)
    #expect(peer.snapshot?.state == .invalidated(.removed(by: peer.participant(2))))
    #expect(peer.closed.contains(bo))
    #expect(peer.peer.linkCount == 0)
  }

  @Test func `a welcome with another founder, or without a chain to us, is none`() {
    let records = TestPeer.admissions(letting: 2, 1).records
    for (founder, records) in [(UInt128(2), records), (1, []), (1, records)] {
      var peer = TestPeer(device: 3)
      let inviter = peer.accept(1, device: 2)
      let invitation = Invitation(
        session: TestPeer.session,
        participantCount: 1,
        activity: TestPeer.activity
      )
      peer.hear(.invite(invitation), on: inviter)
      if let visitor = peer.visitor { peer.give(.answer(visitor.id, accept: true)) }
      let welcome = Welcome(
        session: TestPeer.session,
        founder: DeviceID(founder),
        salt: 77,
        activity: StampedActivity(revision: 1, writer: DeviceID(1), record: TestPeer.activity),
        roster: RosterPage(
          entries: [entry(2), entry(3)],
          endpoints: [[], []],
          records: records
        )
      )
      peer.hear(.welcome(welcome), on: inviter)
      #expect(peer.snapshot == nil)
      #expect(peer.closed.contains(inviter))
    }
  }

  @Test func `somebody at the door is not told even a hash of the session`() {
    var peer = TestPeer()
    peer.found()
    let link = peer.accept(1, device: 2)
    peer.hear(.knock(activityIdentifier: "board"), on: link)
    peer.pass(.seconds(4))
    let digests = peer.frames(on: link).compactMap { frame -> UInt64? in
      if case .ping(_, let digest) = frame { digest } else { nil }
    }
    #expect(digests.count >= 2)
    #expect(digests.allSatisfy { $0 == 0 })
  }
}
