import SessionCore
import SessionSimulator
import Testing

/// Random trouble that ends in a network that works.
@Suite(.twice) struct ChaosTests {
  private func disturb(_ lan: inout SimulatedLAN, _ members: [Int]) {
    let one = members[lan.random.number(below: members.count)]
    let other = members[lan.random.number(below: members.count)]
    switch lan.random.number(below: 8) {
    case 0: lan.unplug(one)
    case 1: lan.plug(one)
    case 2: lan.sever(one, other)
    case 3: lan.heal()
    case 4: lan.reset(one, other)
    case 5: lan.kill(one)
    case 6: if lan.hosts[one].peer == nil { lan.start(one) }
    case 7: lan.send([1, 2, 3], from: one)
    case _: break
    }
  }

  @Test(arguments: UInt64(1)...30)
  func `when the network heals everyone sees everyone`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    lan.faults = .rough
    for _ in 0..<40 {
      disturb(&lan, members)
      lan.run(for: lan.random.duration(in: .milliseconds(1) ... .seconds(2)))
    }
    lan.heal()
    lan.faults = NetworkFaults()
    for member in members where lan.hosts[member].peer == nil { lan.start(member) }
    #expect(lan.run(within: .seconds(5)) { $0.haveEqualViews(members) })
    lan.run(for: .seconds(10))
    #expect(lan.haveEqualViews(members))
    let asked = members.reduce(0) { $0 + lan.hosts[$1].visitorCount }
    #expect(asked == 3)
  }

  @Test(arguments: UInt64(1)...20)
  func `flipped bits never stop a peer, and everyone comes back`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    lan.faults.streamCorruption = 100
    for number in 0..<200 {
      lan.send([UInt8(number)], from: members[number % 3])
      lan.run(for: .milliseconds(50))
    }
    lan.faults.streamCorruption = 0
    lan.run(for: .seconds(30))
    #expect(members.allSatisfy { lan.hosts[$0].peer?.linkCount ?? 0 <= 4 })
  }
}
