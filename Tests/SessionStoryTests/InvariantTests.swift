import Testing

@testable import SessionCore
@testable import SessionSimulator

/// What every simulation looks for by itself ends it when it happens.
struct InvariantTests {
  @Test func `the simulation ends when a message comes twice`() async {
    await #expect(processExitsWith: .failure) {
      var lan = SimulatedLAN(seed: 1)
      let members = lan.gather(2)
      lan.send([1], from: members[0])
      lan.run(for: .seconds(1))
      lan.expectSent(Self.message([1], in: lan, members), members[1])
    }
  }

  @Test func `the simulation ends when a message was never sent`() async {
    await #expect(processExitsWith: .failure) {
      var lan = SimulatedLAN(seed: 1)
      let members = lan.gather(2)
      lan.expectSent(Self.message([7], in: lan, members, .unreliable), members[1])
    }
  }

  private static func message(
    _ payload: [UInt8],
    in lan: SimulatedLAN,
    _ members: [Int],
    _ delivery: Delivery = .reliable
  ) -> PeerEvent {
    let session = lan.hosts[members[0]].session?.id ?? SessionID(0)
    let from = lan.participant(members[0])
    return .message(session, from: from, payload: payload, delivery: delivery)
  }

  @Test func `the ledger takes each message once, reliable ones in order, by whom it is for`() {
    let (ada, bo) = (ParticipantID(1), ParticipantID(2))
    for delivery in [Delivery.reliable, .unreliable] {
      let way = MessageLedger.Way(session: SessionID(1), from: ada, delivery: delivery)
      let listener = MessageLedger.Listener(way: way, host: 1, run: 1)
      var ledger = MessageLedger()
      for number in UInt8(0)..<3 { ledger.say([number], on: way, to: .all) }
      ledger.say([3], on: way, to: .only([ada]))
      let heard = [1, 1, 0, 3, 2].map { ledger.hear([$0], by: listener, as: bo) }
      #expect(heard == [true, false, delivery == .unreliable, false, true])
    }
  }

  @Test func `a trace shows whose bytes came, which, and when`() {
    func hash(_ host: String, _ byte: UInt8, _ moment: Moment) -> UInt64 {
      var transcript = Transcript()
      transcript.note(moment, host, .received(LinkID(1), [byte]))
      return transcript.hash
    }
    let later = Moment.start + .milliseconds(1)
    let all = [
      hash("Ada", 1, .start), hash("Bo", 1, .start), hash("Ada", 2, .start), hash("Ada", 1, later),
    ]
    #expect(Set(all).count == 4)
  }

  @Test func `a peer says what it keeps too much of`() {
    var lan = SimulatedLAN(seed: 1)
    let members = lan.gather(2)
    #expect(members.map { lan.hosts[$0].peer?.excess } == [nil, nil])
    let other = lan.hosts[members[1]].device
    let place = Endpoint(address: [10, 0, 0, 9], port: 5)
    lan.hosts[members[0]].peer?.session?.members[other]?.endpoints = Array(
      repeating: place,
      count: 9
    )
    #expect(lan.hosts[members[0]].peer?.excess == "9 places")
    let held = LocalSession.HeldMessage(payload: [1], recipients: .all, delivery: .reliable)
    lan.hosts[members[1]].peer?.session?.held = [held, held]
    lan.hosts[members[1]].peer?.session?.heldBytes = WireLimits.heldMessages + 1
    #expect(lan.hosts[members[1]].peer?.excess == "1048577 bytes before joining")
  }
}
