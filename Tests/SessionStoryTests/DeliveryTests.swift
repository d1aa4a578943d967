import SessionCore
import SessionSimulator
import Testing

/// The two channels.
@Suite(.twice) struct DeliveryTests {
  @Test(arguments: UInt64(1)...20)
  func `unreliable messages travel as datagrams, each at most once`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    lan.faults = .rough
    lan.run(for: .seconds(2))
    let bytes = lan.hosts[members[0]].bytesSent
    for number in 0..<200 {
      lan.send([UInt8(number)], from: members[0], .unreliable)
      lan.run(for: .milliseconds(1))
    }
    lan.run(for: .milliseconds(100))
    let got = lan.hosts[members[1]].payloads(from: lan.participant(members[0]), .unreliable)
    #expect(Set(got).count == got.count)
    #expect(got.count > 100)
    #expect(lan.hosts[members[0]].bytesSent - bytes < 200)
  }

  @Test func `people say whether datagrams arrive, and messages arrive either way`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(2)
    lan.run(for: .seconds(2))
    #expect(lan.hosts[members[0]].people.map(\.datagramsArrive) == [true])
    lan.faults.datagramLoss = 1_000
    lan.run(for: .seconds(7))
    #expect(lan.hosts[members[0]].people.map(\.datagramsArrive) == [false])
    lan.send([1], from: members[0], .unreliable)
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[members[1]].messages.map(\.payload) == [[1]])
    lan.faults.datagramLoss = 0
    lan.run(for: .seconds(2))
    #expect(lan.hosts[members[0]].people.map(\.datagramsArrive) == [true])
  }

  @Test func `an unreliable message too long for a datagram travels over TCP`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(2)
    lan.run(for: .seconds(2))
    let lengths = [1_171, 1_172, 262_144]
    for length in lengths {
      lan.send(Array(repeating: 7, count: length), from: members[0], .unreliable)
    }
    lan.run(for: .seconds(1))
    #expect(lan.hosts[members[1]].messages.map(\.payload.count).sorted() == lengths)
  }

  @Test func `messages go to the chosen ones and never back`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(3)
    let chosen: Set = [lan.participant(members[0]), lan.participant(members[2])]
    lan.send([1], from: members[0], to: .only(chosen))
    lan.send([2], from: members[0], to: .only([]))
    lan.run(for: .seconds(1))
    #expect(members.map { lan.hosts[$0].messages.map(\.payload) } == [[], [], [[1]]])
  }

  @Test func `the longest message arrives whole`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(2)
    let payload = (0..<262_144).map { UInt8($0 % 251) }
    lan.send(payload, from: members[1])
    lan.run(for: .seconds(1))
    #expect(lan.hosts[members[0]].messages.map(\.payload) == [payload])
  }

  @Test func `a receiver that takes nothing is cut as slow, and comes back as one who joined`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(3)
    let slow = lan.participant(members[1])
    lan.sever(members[0], members[1])
    let payload = [UInt8](repeating: 1, count: 262_144)
    for _ in 0..<33 { lan.send(payload, from: members[0], to: .only([slow])) }
    #expect(lan.hosts[members[0]].session?.activeParticipants.contains(slow) == false)
    lan.send([2], from: members[0])
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[members[2]].messages.map(\.payload) == [[2]])
    lan.heal()
    #expect(lan.run(within: .seconds(6)) { $0.areTogether(members) })
    lan.send([3], from: members[0])
    lan.run(for: .seconds(1))
    #expect(lan.hosts[members[1]].messages.map(\.payload).last == [3])
  }

  @Test(arguments: UInt64(1)...10)
  func `the last one to change the activity wins, also for who comes later`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    var members = lan.gather(3)
    let session = lan.hosts[members[0]].session?.id ?? SessionID(0)
    for (index, member) in members.enumerated() {
      var activity = SimulatedLAN.activity
      activity.title = "Title \(index)"
      lan.input(.updateActivity(session, activity), to: member)
    }
    members.append(lan.addHost("Late"))
    _ = lan.invite(members[3], by: members[0])
    #expect(lan.run(within: .seconds(3)) { $0.areTogether(members) })
    lan.run(for: .seconds(2))
    let titles = Set(members.map { lan.hosts[$0].session?.activity.title })
    #expect(titles.count == 1)
    #expect(titles != ["Retro"])
  }

  @Test func `a new name is seen by everyone`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(3)
    lan.input(.rename("Zoe"), to: members[1])
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[members[0]].people.map(\.name).contains("Zoe"))
    #expect(lan.hosts[members[2]].people.map(\.name).contains("Zoe"))
  }

  @Test func `alone, a peer wants nothing`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(2)
    lan.leave(members[1])
    lan.run(for: .seconds(30))
    #expect(members.map { lan.hosts[$0].peer?.nextDeadline } == [nil, nil])
    #expect(members.map { lan.hosts[$0].peer?.linkCount } == [0, 0])
  }

  @Test func `an idle pair sends less than 100 bytes a second each way`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(2)
    lan.run(for: .seconds(10))
    let before = members.map { lan.hosts[$0].bytesSent }
    lan.run(for: .seconds(60))
    for (index, member) in members.enumerated() {
      #expect(lan.hosts[member].bytesSent - before[index] < 6_000)
    }
  }

  @Test func `a peer that slept blames nobody`() {
    var lan = SimulatedLAN(seed: 2)
    let members = lan.gather(2)
    guard var peer = lan.hosts[members[0]].peer, let due = peer.nextDeadline else {
      return #expect(Bool(false))
    }
    var effects: [PeerEffect] = []
    peer.receive(.woke, at: due + .seconds(3_600), into: &effects)
    let changes = effects.filter { if case .event(.sessionChanged) = $0 { true } else { false } }
    #expect(changes == [])
  }
}
