import SessionCore
import SessionSimulator
import Testing

/// How people leave, vanish and come back.
@Suite(.twice) struct PartingTests {
  @Test(arguments: UInt64(1)...20)
  func `the others see within a second that one left`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    let left = lan.participant(members[1])
    lan.leave(members[1])
    let rest = [members[0], members[2]]
    #expect(lan.run(within: .seconds(1)) { $0.areTogether(rest) })
    #expect(rest.allSatisfy { lan.hosts[$0].presence(of: left) == nil })
    #expect(lan.hosts[members[1]].session?.state == .invalidated(.left))
    #expect(lan.hosts[members[1]].record == nil)
  }

  @Test(arguments: UInt64(1)...20)
  func `the end is the end for everyone, also for one who missed it`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    let ender = lan.participant(members[2])
    lan.unplug(members[3])
    lan.input(.end(lan.hosts[members[2]].session?.id ?? SessionID(0)), to: members[2])
    lan.run(for: .seconds(1))
    let over = SessionSnapshot.State.invalidated(.ended(by: ender))
    #expect(members.prefix(3).map { lan.hosts[$0].session?.state } == [over, over, over])
    lan.run(for: .seconds(20))
    lan.heal()
    lan.run(for: .seconds(10))
    #expect(lan.hosts[members[3]].session?.state == over)
    #expect(members.map { lan.hosts[$0].record } == [nil, nil, nil, nil])
  }

  @Test func `a session may end when its initiator leaves`() {
    var lan = SimulatedLAN(seed: 4)
    var activity = SimulatedLAN.activity
    activity.endsWhenInitiatorLeaves = true
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada, activity)
    lan.run(for: .milliseconds(100))
    _ = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    let founder = lan.participant(ada)
    lan.leave(ada)
    lan.run(for: .seconds(1))
    #expect(lan.hosts[bo].session?.state == .invalidated(.ended(by: founder)))
  }

  @Test(arguments: UInt64(1)...20)
  func `who is unplugged is quiet within 4 seconds and gone within 9`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    lan.run(for: .milliseconds(Int(seed * 97 % 3_000)))
    let lost = lan.participant(members[2])
    lan.unplug(members[2])
    lan.run(for: .milliseconds(1_900))
    #expect(lan.hosts[members[0]].presence(of: lost) == .here)
    lan.run(for: .milliseconds(2_100))
    #expect(lan.hosts[members[0]].presence(of: lost) == .quiet)
    #expect(lan.hosts[members[0]].session?.activeParticipants.contains(lost) == true)
    lan.run(for: .seconds(5))
    #expect(lan.hosts[members[0]].presence(of: lost) == .gone)
    #expect(lan.areTogether([members[0], members[1]]))
  }

  @Test(arguments: UInt64(1)...20)
  func `who is killed is quiet at once and gone within 9 seconds`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    let lost = lan.participant(members[1])
    lan.kill(members[1])
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[members[0]].presence(of: lost) == .quiet)
    lan.run(for: .seconds(9))
    #expect(lan.hosts[members[0]].presence(of: lost) == .gone)
    #expect(lan.areTogether([members[0], members[2]]))
  }

  /// Sends numbered messages both ways while `disturb` does its work; gives what arrived.
  private func exchange(
    _ lan: inout SimulatedLAN,
    _ members: [Int],
    count: Int,
    disturb: (inout SimulatedLAN, Int) -> Void
  ) -> [[Int]] {
    for number in 0..<count {
      disturb(&lan, number)
      let payload = [UInt8(number >> 8), UInt8(number & 255)]
      lan.send(payload, from: members[0])
      lan.send(payload, from: members[1])
      lan.run(for: .milliseconds(20))
    }
    _ = lan.run(within: .seconds(20)) { lan in
      lan.areTogether(members)
        && members.allSatisfy { lan.hosts[$0].messages.count >= count }
    }
    return (0...1).map { index in
      lan.hosts[members[1 - index]].payloads(from: lan.participant(members[index]), .reliable)
        .map { Int($0[0]) << 8 | Int($0[1]) }
    }
  }

  @Test(arguments: UInt64(1)...30)
  func `a cable that is out for 2 seconds costs no message and no order`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    let before = members.map { lan.participant($0) }
    let arrived = exchange(&lan, members, count: 200) { lan, number in
      if number == 40 { lan.unplug(members[1]) }
      if number == 140 { lan.heal() }
    }
    #expect(arrived == [Array(0..<200), Array(0..<200)])
    #expect(members.map { lan.participant($0) } == before)
    #expect(activeChanges(lan.hosts[members[0]]) == [1, 2])
  }

  @Test(arguments: UInt64(1)...30)
  func `links that break again and again cost no message and no order`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    let arrived = exchange(&lan, members, count: 200) { lan, number in
      if number % 30 == 10 { lan.reset(members[0], members[1]) }
    }
    #expect(arrived == [Array(0..<200), Array(0..<200)])
    #expect(activeChanges(lan.hosts[members[0]]) == [1, 2])
  }

  /// The numbers of active participants that a host went through.
  private func activeChanges(_ host: SimulatedHost) -> [Int] {
    var counts: [Int] = []
    for entry in host.events {
      guard case .sessionChanged(let snapshot) = entry.event else { continue }
      if counts.last != snapshot.activeParticipants.count {
        counts.append(snapshot.activeParticipants.count)
      }
    }
    return counts
  }

  @Test(arguments: UInt64(1)...20)
  func `a cable that is out for 30 seconds brings the same people back`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    let before = members.map { lan.participant($0) }
    lan.unplug(members[2])
    lan.run(for: .seconds(30))
    #expect(lan.areTogether([members[0], members[1]]))
    #expect(lan.areTogether([members[2]]))
    lan.heal()
    #expect(lan.run(within: .seconds(9)) { $0.areTogether(members) })
    #expect(members.map { lan.participant($0) } == before)
    #expect(lan.hosts[members[2]].visitorCount == 1)
    lan.send([5], from: members[2])
    lan.run(for: .milliseconds(200))
    #expect(lan.hosts[members[0]].messages.map(\.payload) == [[5]])
  }

  @Test(arguments: UInt64(1)...20)
  func `a program that starts again comes back without a question`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    let before = lan.participant(members[1])
    let asked = members.map { lan.hosts[$0].visitorCount }
    lan.kill(members[1])
    lan.run(for: .seconds(Int(seed % 12)))
    lan.start(members[1])
    #expect(lan.run(within: .seconds(6)) { $0.areTogether(members) })
    lan.run(for: .seconds(1))
    #expect(lan.areTogether(members))
    #expect(lan.participant(members[1]) == before)
    #expect(members.map { lan.hosts[$0].visitorCount } == asked)
    lan.send([9], from: members[1])
    lan.send([8], from: members[0])
    lan.run(for: .milliseconds(200))
    #expect(lan.hosts[members[0]].payloads(from: before, .reliable) == [[9]])
    #expect(lan.hosts[members[1]].messages.map(\.payload) == [[8]])
  }

  @Test func `a program that starts again alone is joined at once`() {
    var lan = SimulatedLAN(seed: 6)
    let members = lan.gather(2)
    for member in members { lan.kill(member) }
    lan.run(for: .seconds(1))
    lan.start(members[0])
    lan.run(for: .milliseconds(50))
    #expect(lan.areTogether([members[0]]))
    #expect(lan.hosts[members[0]].session?.activity == SimulatedLAN.activity)
  }

  @Test(arguments: UInt64(1)...10)
  func `who left is asked again`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    lan.leave(members[2])
    lan.run(for: .seconds(1))
    _ = lan.invite(members[2], by: members[1])
    #expect(lan.run(within: .seconds(3)) { $0.areTogether(members) })
    #expect(lan.hosts[members[2]].visitorCount == 2)
    lan.send([3], from: members[2])
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[members[0]].messages.map(\.payload) == [[3]])
  }

  @Test func `stopping may keep the place, or give it up`() {
    for keeps in [true, false] {
      var lan = SimulatedLAN(seed: 8)
      let members = lan.gather(2)
      lan.input(.stop(keepSession: keeps), to: members[1])
      lan.run(for: .seconds(1))
      #expect((lan.hosts[members[1]].record != nil) == keeps)
      #expect(lan.hosts[members[0]].people.map(\.presence) == (keeps ? [.quiet] : []))
      #expect(lan.hosts[members[1]].session?.state == .invalidated(.stopped))
    }
  }
}
