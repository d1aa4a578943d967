import SessionCore
import SessionSimulator
import Testing

/// The words of connections, while people come, stay and come back.
@Suite(.twice) struct WordStories {
  /// The words that one host shows of another.
  private func words(_ lan: SimulatedLAN, _ host: Int, of other: Int) -> FourWords? {
    lan.hosts[host].people.first { $0.participant == lan.participant(other) }?.words
  }

  private func expectEqual(_ lan: SimulatedLAN, _ members: [Int]) {
    var all: Set<FourWords> = []
    for (place, one) in members.enumerated() {
      for other in members.dropFirst(place + 1) {
        let shown = words(lan, one, of: other)
        #expect(shown != nil && shown == words(lan, other, of: one))
        if let shown { all.insert(shown) }
      }
    }
    #expect(all.count == members.count * (members.count - 1) / 2)
  }

  @Test(arguments: UInt64(1)...10)
  func `each pair of members shows the same words, also after coming back`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    lan.run(for: .seconds(3))
    expectEqual(lan, members)
    let before = words(lan, members[1], of: members[2])
    lan.reset(members[1], members[2])
    lan.kill(members[3])
    lan.start(members[3])
    lan.run(for: .seconds(10))
    #expect(lan.areTogether(members))
    expectEqual(lan, members)
    #expect(words(lan, members[1], of: members[2]) != before)
  }

  @Test func `without a connection there are no words`() {
    var lan = SimulatedLAN(seed: 1)
    let members = lan.gather(2)
    lan.unplug(members[1])
    lan.run(for: .seconds(20))
    #expect(lan.hosts[members[0]].people.map(\.presence) == [.gone])
    #expect(lan.hosts[members[0]].people.map(\.words) == [nil])
  }
}
