import SessionCore
import SessionSimulator
import Testing

/// Faults of a network, one by one, and what a session makes of each.
@Suite(.twice) struct MatrixStories {
  /// Seeds, and for how many seconds the network is cut.
  private static let cuts: [(UInt64, Int)] =
    (UInt64(1)...5).map { ($0, 5) } + (UInt64(1)...5).map { ($0, 60) } + [(1, 3_600)]
  /// Seeds, and for how many seconds somebody sleeps.
  private static let naps: [(UInt64, Int)] =
    (UInt64(1)...5).map { ($0, 10) } + (UInt64(1)...5).map { ($0, 100) } + [(1, 28_800)]

  /// Sends numbered messages of both kinds from everyone, and lets `disturb` do its work meanwhile.
  private func talk(
    _ lan: inout SimulatedLAN,
    _ members: [Int],
    count: Int = 100,
    pause: Duration = .milliseconds(20),
    disturb: (inout SimulatedLAN, Int) -> Void = { _, _ in }
  ) {
    for number in 0..<count {
      disturb(&lan, number)
      for member in members {
        lan.send([1, UInt8(number)], from: member)
        lan.send([2, UInt8(number)], from: member, .unreliable)
      }
      lan.run(for: pause)
    }
  }

  /// Whether something becomes so within a limit; looks every 50 ms.
  private func becomes(
    _ lan: inout SimulatedLAN,
    within limit: Duration,
    _ condition: (SimulatedLAN) -> Bool
  ) -> Bool {
    let end = lan.now + limit
    while !condition(lan) {
      guard lan.now < end else { return false }
      lan.run(for: .milliseconds(50))
    }
    return true
  }

  /// Whether everyone got all reliable messages of all others in order.
  private func allArrived(_ lan: SimulatedLAN, _ members: [Int], count: Int = 100) -> Bool {
    let all = (0..<count).map { [1, UInt8($0)] }
    return members.allSatisfy { one in
      members.allSatisfy { other in
        one == other || lan.hosts[one].payloads(from: lan.participant(other), .reliable) == all
      }
    }
  }

  @Test(arguments: UInt64(1)...5, [50, 200, 300, 500])
  func `whatever part of the packets is lost, everything arrives in order`(
    seed: UInt64,
    loss: Int
  ) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    lan.faults = .losing(loss)
    talk(&lan, members)
    #expect(becomes(&lan, within: .seconds(40)) { allArrived($0, members) })
  }

  @Test(arguments: UInt64(1)...10)
  func `at twenty percent of loss a newcomer is in within ten seconds`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada)
    lan.run(for: .seconds(1))
    lan.faults = .losing(200)
    _ = lan.invite(bo, by: ada)
    #expect(becomes(&lan, within: .seconds(10)) { $0.areTogether([ada, bo]) })
  }

  @Test(arguments: UInt64(1)...5)
  func `bursts in which nearly everything is lost cost nothing`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    talk(&lan, members) { lan, number in
      lan.faults = .losing(number % 20 < 8 ? 900 : 0)
    }
    lan.faults = NetworkFaults()
    #expect(becomes(&lan, within: .seconds(10)) { allArrived($0, members) })
    #expect(becomes(&lan, within: .seconds(5)) { $0.haveEqualViews(members) })
  }

  @Test(arguments: UInt64(1)...5)
  func `doubled, out of order and half a second late, each message comes once`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    lan.run(for: .seconds(2))
    lan.faults.datagramDuplication = 500
    lan.faults.datagramDelay = .milliseconds(1) ... .milliseconds(500)
    lan.faults.streamDelay = .milliseconds(1) ... .milliseconds(500)
    talk(&lan, members)
    #expect(becomes(&lan, within: .seconds(60)) { allArrived($0, members) })
    lan.run(for: .seconds(1))
    let got = lan.hosts[members[1]].payloads(from: lan.participant(members[0]), .unreliable)
    #expect(got.count == 100)
    #expect(Set(got).count == 100)
  }

  @Test(arguments: UInt64(1)...5)
  func `on a line of 64 kbit a second moves give way, and nobody is taken for gone`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    lan.run(for: .seconds(2))
    lan.faults.bitsPerSecond = 64_000
    let events = lan.hosts[members[0]].events.count
    for number in 0..<400 {
      lan.send([UInt8](repeating: UInt8(number % 251), count: 1_000), from: members[0], .unreliable)
      if number % 20 == 0 { lan.send([1, UInt8(number / 20)], from: members[0]) }
      lan.run(for: .milliseconds(25))
    }
    #expect(becomes(&lan, within: .seconds(20)) { allArrived($0, [members[1]], from: members[0]) })
    let gone = lan.hosts[members[0]].events[events...].contains {
      guard case .people(let people) = $0.event else { return false }
      return people.contains { $0.presence == .gone }
    }
    #expect(!gone)
  }

  private func allArrived(_ lan: SimulatedLAN, _ readers: [Int], from sender: Int) -> Bool {
    let all = (0..<20).map { [1, UInt8($0)] }
    return readers.allSatisfy {
      lan.hosts[$0].payloads(from: lan.participant(sender), .reliable) == all
    }
  }

  @Test(arguments: cuts)
  func `after a cut of any length all see the same within five seconds`(seed: UInt64, length: Int) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(length < 1_000 ? 4 : 2)
    let (here, there) = (members.prefix(members.count / 2), members.suffix(members.count / 2))
    for left in here { for right in there { lan.sever(left, right) } }
    lan.run(for: .seconds(length))
    if length > 9 {
      #expect(lan.areTogether(Array(here)))
      #expect(lan.areTogether(Array(there)))
    }
    let names = members.map { lan.participant($0) }
    lan.heal()
    #expect(becomes(&lan, within: .seconds(5)) { $0.haveEqualViews(members) })
    #expect(members.map { lan.participant($0) } == names)
  }

  @Test(arguments: UInt64(1)...5)
  func `two of three that do not reach each other both stay with the third`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    lan.sever(members[0], members[2])
    lan.run(for: .seconds(9))
    #expect(lan.hosts[members[0]].presence(of: lan.participant(members[2])) == .gone)
    #expect(lan.hosts[members[2]].presence(of: lan.participant(members[0])) == .gone)
    let middle = lan.hosts[members[1]].people.map(\.presence)
    #expect(middle == [.here, .here])
    lan.heal()
    #expect(becomes(&lan, within: .seconds(5)) { $0.haveEqualViews(members) })
  }

  @Test(arguments: UInt64(1)...10)
  func `when one direction is dead both know it, and nobody comes and goes`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    lan.run(for: .seconds(2))
    let events = members.map { lan.hosts[$0].events.count }
    lan.deafen(members[0], to: members[1])
    lan.run(for: .seconds(9))
    #expect(lan.hosts[members[0]].people.map(\.presence) == [.gone])
    lan.run(for: .seconds(3))
    #expect(lan.hosts[members[1]].people.map(\.presence) == [.gone])
    lan.run(for: .seconds(60))
    for (member, start) in zip(members, events) {
      #expect(presences(lan.hosts[member], since: start) == [.here, .quiet, .gone])
    }
    lan.heal()
    #expect(becomes(&lan, within: .seconds(5)) { $0.haveEqualViews(members) })
  }

  /// The presences of the one other that a host went through.
  private func presences(
    _ host: SimulatedHost,
    since start: Int
  ) -> [PersonSnapshot.Presence] {
    var all: [PersonSnapshot.Presence] = [.here]
    for entry in host.events[start...] {
      guard case .people(let people) = entry.event, let presence = people.first?.presence,
        presence != all.last
      else { continue }
      all.append(presence)
    }
    return all
  }

  @Test(arguments: naps)
  func `who slept is back within three seconds, with new keys, and blames nobody`(
    seed: UInt64,
    length: Int
  ) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(length < 1_000 ? 3 : 2)
    lan.run(for: .seconds(2))
    lan.sleep(members[1], isUnplugged: seed % 2 == 0)
    lan.run(for: .seconds(length))
    let others = members.filter { $0 != members[1] }
    #expect(lan.areTogether(others))
    let events = others.map { lan.hosts[$0].events.count }
    let keys = lan.usedKeys.count
    lan.awaken(members[1])
    #expect(becomes(&lan, within: .seconds(3)) { $0.haveEqualViews(members) })
    lan.run(for: .seconds(2))
    #expect(lan.haveEqualViews(members))
    #expect(lan.usedKeys.count - keys >= 2 * others.count)
    for (place, other) in others.enumerated() where others.count > 1 {
      let third = lan.participant(others[1 - place])
      let blamed = lan.hosts[other].events[events[place]...].contains {
        guard case .people(let people) = $0.event else { return false }
        return people.contains { $0.participant == third && $0.presence != .here }
      }
      #expect(!blamed)
    }
  }

  @Test(arguments: UInt64(1)...5)
  func `one who joins while all send, or leaves in the midst of it, is in nobody's way`(
    seed: UInt64
  ) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    let cy = lan.addHost("Cy")
    let di = lan.addHost("Di")
    talk(&lan, members) { lan, number in
      if number == 20 { _ = lan.invite(cy, by: members[0]) }
      if number == 30 { _ = lan.invite(di, by: members[1]) }
      if number == 32 { lan.kill(di) }
    }
    #expect(becomes(&lan, within: .seconds(5)) { allArrived($0, members) })
    #expect(becomes(&lan, within: .seconds(9)) { $0.areTogether(members + [cy]) })
  }

  @Test(arguments: UInt64(1)...3)
  func `of much data that is cut at each tenth little is sent again`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    lan.faults.chopsStreams = false
    let members = lan.gather(2)
    let size = 50_000
    for number in 0..<100 {
      lan.send([UInt8](repeating: UInt8(number), count: size), from: members[0])
      if number % 10 == 9 { lan.reset(members[0], members[1]) }
      lan.run(for: .milliseconds(20))
    }
    let isComplete = becomes(&lan, within: .seconds(9)) {
      $0.hosts[members[1]].messages.count == 100
    }
    #expect(isComplete)
    let got = lan.hosts[members[1]].messages
    #expect(got.map { $0.payload.first } == (UInt8(0)..<100).map { $0 })
    // What was under way at a cut is sent again once a link is back, and nothing else.
    #expect(lan.hosts[members[0]].bytesSent < 110 * size)
  }
}
