import SessionCore
import SessionSimulator
import Testing

/// Who is put out of a session stays out, everywhere.
@Suite(.twice) struct RemovalStories {
  private func ending(_ lan: SimulatedLAN, _ host: Int) -> SessionSnapshot.State? {
    lan.hosts[host].session?.state
  }

  @Test(arguments: UInt64(1)...20)
  func `who is removed is told by whom, and everyone closes the door`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    let remover = lan.participant(members[1])
    lan.remove(members[3], by: members[1])
    lan.run(for: .seconds(1))
    #expect(ending(lan, members[3]) == .invalidated(.removed(by: remover)))
    #expect(lan.areTogether(Array(members.dropLast())))
    #expect(lan.hosts[members[3]].record == nil)
    let before = lan.hosts[members[3]].messages.count
    lan.send([1], from: members[0])
    lan.send([2], from: members[0], .unreliable)
    lan.run(for: .seconds(30))
    #expect(lan.hosts[members[3]].messages.count == before)
    #expect(lan.areTogether(Array(members.dropLast())))
  }

  @Test(arguments: UInt64(1)...20)
  func `those who stay are told once who removed whom, also who was away`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    let removal = Removal(
      participant: lan.participant(members[3]),
      name: lan.hosts[members[3]].name,
      remover: lan.participant(members[1]),
      removerName: lan.hosts[members[1]].name
    )
    lan.unplug(members[2])
    lan.run(for: .seconds(20))
    lan.remove(members[3], by: members[1])
    lan.run(for: .seconds(5))
    #expect(members.map { lan.hosts[$0].removals } == [[removal], [removal], [], []])
    lan.plug(members[2])
    lan.run(for: .seconds(30))
    #expect(members.map { lan.hosts[$0].removals.count } == [1, 1, 1, 0])
    // Its name may be gone by then: the removed one's own program has said goodbye first.
    let heard = lan.hosts[members[2]].removals.first
    #expect(heard?.participant == removal.participant && heard?.remover == removal.remover)
    // Old news for a newcomer.
    let late = lan.addHost("Late")
    _ = lan.invite(late, by: members[0])
    #expect(lan.run(within: .seconds(5)) { $0.areTogether(members.dropLast() + [late]) })
    #expect(lan.hosts[late].removals == [])
    #expect(members.map { lan.hosts[$0].removals.count } == [1, 1, 1, 0])
  }

  @Test func `whom the removed one had let in stays`() {
    var lan = SimulatedLAN(seed: 3)
    let members = lan.gather(2)
    let cy = lan.addHost("Cy")
    _ = lan.invite(cy, by: members[1])
    #expect(lan.run(within: .seconds(5)) { $0.areTogether(members + [cy]) })
    lan.remove(members[1], by: members[0])
    #expect(lan.run(within: .seconds(5)) { $0.areTogether([members[0], cy]) })
    lan.run(for: .seconds(30))
    #expect(lan.areTogether([members[0], cy]))
  }

  @Test(arguments: UInt64(1)...10)
  func `who was away when it was removed hears of it when it comes back`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    lan.unplug(members[2])
    lan.run(for: .seconds(20))
    lan.remove(members[2], by: members[0])
    lan.run(for: .seconds(5))
    lan.plug(members[2])
    let remover = lan.participant(members[0])
    #expect(
      lan.run(within: .seconds(20)) {
        $0.hosts[members[2]].session?.state == .invalidated(.removed(by: remover))
      }
    )
    lan.run(for: .seconds(20))
    #expect(lan.areTogether([members[0], members[1]]))
  }

  @Test func `one who does not know of it yet closes the door when it hears`() {
    var lan = SimulatedLAN(seed: 5)
    let members = lan.gather(4)
    // Cy and the removed one are alone with each other, away from the two others.
    for near in members.prefix(2) { for far in members.suffix(2) { lan.sever(near, far) } }
    lan.run(for: .seconds(20))
    lan.remove(members[3], by: members[0])
    lan.run(for: .seconds(5))
    #expect(ending(lan, members[3]) == .joined)
    lan.heal()
    #expect(lan.run(within: .seconds(20)) { $0.areTogether(Array(members.dropLast())) })
    lan.run(for: .seconds(20))
    #expect(lan.areTogether(Array(members.dropLast())))
    #expect(ending(lan, members[3]) != .joined)
  }

  @Test func `a knock of a removed device is not even shown, an invitation brings it back`() {
    var lan = SimulatedLAN(seed: 6)
    let members = lan.gather(3)
    lan.remove(members[2], by: members[0])
    lan.run(for: .seconds(2))
    let shown = lan.hosts[members[1]].visitorCount
    let knock = lan.knock(at: members[1], by: members[2])
    lan.run(for: .seconds(2))
    #expect(lan.status(knock, of: members[2]) == .failed(.declined(by: "host1")))
    #expect(lan.hosts[members[1]].visitorCount == shown)
    _ = lan.invite(members[2], by: members[1])
    #expect(lan.run(within: .seconds(5)) { $0.areTogether(members) })
    lan.run(for: .seconds(20))
    #expect(lan.areTogether(members))
  }

  @Test func `a founder that comes back after a crash shows its chain`() {
    var lan = SimulatedLAN(seed: 7)
    let members = lan.gather(3)
    for host in members { lan.kill(host) }
    lan.run(for: .seconds(2))
    for host in members.reversed() { lan.start(host) }
    #expect(lan.run(within: .seconds(30)) { $0.areTogether(members) })
  }

  @Test func `a removed member that restarts is in no session`() {
    var lan = SimulatedLAN(seed: 8)
    let members = lan.gather(3)
    lan.kill(members[2])
    lan.remove(members[2], by: members[0])
    lan.run(for: .seconds(2))
    lan.start(members[2])
    lan.run(for: .seconds(20))
    #expect(lan.areTogether([members[0], members[1]]))
    #expect(lan.hosts[members[2]].record == nil)
  }

  @Test func `datagrams that are under way when their sender is removed are opened by nobody`() {
    var lan = SimulatedLAN(seed: 9)
    let members = lan.gather(3)
    lan.run(for: .seconds(3))
    lan.faults.datagramDelay = .seconds(2) ... .seconds(3)
    lan.send([9], from: members[2], .unreliable)
    lan.remove(members[2], by: members[0])
    lan.run(for: .seconds(20))
    for host in members.prefix(2) { #expect(lan.hosts[host].messages == []) }
    // Those of one who stays do come.
    lan.send([8], from: members[1], .unreliable)
    lan.run(for: .seconds(5))
    #expect(lan.hosts[members[0]].messages.map(\.payload) == [[8]])
  }

  @Test func `the simulation ends when a session is told to whom nobody let in`() async {
    await #expect(processExitsWith: .failure) {
      var lan = SimulatedLAN(seed: 1)
      let members = lan.gather(2)
      lan.guests = lan.guests.mapValues { $0.subtracting([lan.hosts[members[1]].device]) }
      lan.send([1], from: members[0])
    }
  }
}
