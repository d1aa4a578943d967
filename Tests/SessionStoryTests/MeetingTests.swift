import SessionCore
import SessionSimulator
import Testing

/// How people come together.
struct MeetingTests {
  @Test(arguments: UInt64(1)...40)
  func `an invitation that is accepted brings two together`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    let request = lan.invite(bo, by: ada)
    #expect(lan.run(within: .seconds(1)) { $0.areTogether([ada, bo]) })
    let words = lan.hosts[bo].visitors.first?.words
    #expect(words != nil)
    #expect(
      lan.hosts[ada].requests[request] == [
        .dialling, .ringing(by: "Bo", lan.hosts[bo].device, words: words), .accepted(by: "Bo"),
      ]
    )
    #expect(lan.hosts[bo].session?.activity == SimulatedLAN.activity)
    #expect(lan.hosts[bo].session?.isLocallyInitiated == false)
    lan.send([1], from: ada)
    lan.send([2], from: bo)
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[bo].payloads(from: lan.participant(ada), .reliable) == [[1]])
    #expect(lan.hosts[ada].payloads(from: lan.participant(bo), .reliable) == [[2]])
    #expect(lan.hosts[ada].people.map(\.name) == ["Bo"])
    #expect(lan.hosts[bo].people.map(\.name) == ["Ada"])
  }

  @Test(arguments: UInt64(1)...40)
  func `a knock that is accepted brings two together`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    let request = lan.knock(at: ada, by: bo)
    #expect(lan.run(within: .seconds(1)) { $0.areTogether([ada, bo]) })
    let words = lan.hosts[ada].visitors.first?.words
    #expect(words != nil)
    #expect(
      lan.hosts[bo].requests[request] == [
        .dialling, .ringing(by: "Ada", lan.hosts[ada].device, words: words), .accepted(by: "Ada"),
      ]
    )
    #expect(lan.hosts[bo].session?.isLocallyInitiated == false)
    #expect(lan.hosts[ada].session?.isLocallyInitiated == true)
  }

  @Test(arguments: UInt64(0)..<100)
  func `of ten thousand times that two dial each other at once, one link is left each time`(
    seed: UInt64
  ) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    for round in 0..<100 {
      lan.reset(members[0], members[1])
      // Both ends hear of the break in the same instant, and both dial.
      lan.run(for: .milliseconds(5))
      let isSettled = lan.run(within: .seconds(5)) { lan in
        members.allSatisfy {
          lan.hosts[$0].peer?.linkCount == 1 && lan.hosts[$0].people.map(\.presence) == [.here]
        }
      }
      #expect(isSettled, "round \(round)")
      // A link that is one too many ends now.
      lan.run(for: .milliseconds(300))
      #expect(members.map { lan.hosts[$0].peer?.linkCount } == [1, 1], "round \(round)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a third and a fourth join the mesh with one link a pair`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    lan.run(for: .seconds(3))
    #expect(lan.areTogether(members))
    #expect(members.map { lan.hosts[$0].peer?.linkCount } == [3, 3, 3, 3])
  }

  @Test(arguments: UInt64(1)...30)
  func `two that dial each other at once keep exactly one link`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    let before = members.map { lan.participant($0) }
    for _ in 0..<3 {
      lan.reset(members[0], members[1])
      lan.run(for: .seconds(2))
    }
    #expect(members.map { lan.hosts[$0].peer?.linkCount } == [1, 1])
    #expect(members.map { lan.participant($0) } == before)
    #expect(lan.hosts[members[0]].people.map(\.presence) == [.here])
    lan.send([7], from: members[0])
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[members[1]].messages.map(\.payload) == [[7]])
  }

  @Test(arguments: UInt64(1)...20)
  func `two invite each other and end in one session`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada)
    _ = lan.found(bo)
    lan.run(for: .milliseconds(100))
    lan.hosts[ada].manners = .ignores
    _ = lan.invite(bo, by: ada)
    let other = lan.invite(ada, by: bo)
    #expect(lan.run(within: .seconds(2)) { $0.areTogether([ada, bo]) })
    #expect(lan.status(other, of: bo) == .failed(.sessionOver))
    lan.run(for: .seconds(1))
    #expect(lan.hosts[ada].visitors == [])
  }

  @Test func `accepting an invitation leaves one's own session for the other`() {
    var lan = SimulatedLAN(seed: 3)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada)
    let own = lan.found(bo)
    lan.run(for: .milliseconds(100))
    _ = lan.invite(bo, by: ada)
    #expect(lan.run(within: .seconds(2)) { $0.areTogether([ada, bo]) })
    let over = lan.hosts[bo].events.compactMap { entry -> InvalidationReason? in
      guard case .sessionChanged(let snapshot) = entry.event, snapshot.id == own,
        case .invalidated(let reason) = snapshot.state
      else { return nil }
      return reason
    }
    #expect(over == [.replaced])
  }

  @Test(arguments: UInt64(1)...10)
  func `what is sent before joining reaches those who are there at the join`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    lan.hosts[bo].joinsOfferedSessions = false
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    _ = lan.invite(bo, by: ada)
    #expect(lan.run(within: .seconds(1)) { $0.hosts[bo].session != nil })
    lan.send([1], from: bo)
    lan.send([2], from: bo)
    lan.run(for: .seconds(1))
    #expect(lan.hosts[ada].messages == [])
    #expect(lan.hosts[ada].session?.activeParticipants == [lan.participant(ada)])
    lan.input(.join(lan.hosts[bo].session?.id ?? SessionID(0)), to: bo)
    lan.run(for: .seconds(1))
    #expect(lan.hosts[ada].payloads(from: lan.participant(bo), .reliable) == [[1], [2]])
  }

  @Test(arguments: UInt64(1)...20)
  func `who joins late while messages flow gets each later one once and in order`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    var members = lan.gather(3)
    let late = lan.addHost("Late")
    _ = lan.invite(late, by: members[1])
    for number in 0..<100 {
      lan.send([UInt8(number)], from: members[number % 3])
      lan.run(for: .milliseconds(2))
    }
    members.append(late)
    #expect(lan.run(within: .seconds(5)) { $0.areTogether(members) })
    lan.run(for: .milliseconds(200))
    for (index, member) in members.prefix(3).enumerated() {
      let got = lan.hosts[late].payloads(from: lan.participant(member), .reliable).map { $0[0] }
      let all = (0..<100).filter { $0 % 3 == index }.map { UInt8($0) }
      #expect(Array(all.suffix(got.count)) == got)
      #expect(!got.isEmpty)
    }
  }

  @Test func `the same seed gives the same transcript`() {
    func hash(_ seed: UInt64) -> UInt64 {
      var lan = SimulatedLAN(seed: seed)
      lan.faults = .rough
      _ = lan.gather(4)
      lan.run(for: .seconds(5))
      return lan.transcript.hash
    }
    #expect(hash(11) == hash(11))
    #expect(hash(11) != hash(12))
  }

  @Test func `a session has room for 32, and the 33rd is told so`() {
    var lan = SimulatedLAN(seed: 5)
    let members = lan.gather(32)
    #expect(lan.areTogether(members))
    #expect(lan.hosts[members[0]].session?.activeParticipants.count == 32)
    let extra = lan.addHost("Extra")
    let invitation = lan.invite(extra, by: members[4])
    let knock = lan.knock(at: members[9], by: extra)
    lan.run(for: .seconds(1))
    #expect(lan.status(invitation, of: members[4]) == .failed(.full))
    #expect(lan.status(knock, of: extra) == .failed(.full))
  }
}
