import SessionCore
import SessionSimulator
import Testing

/// Who is told of as met: whom a person here let in, or who let this person in.
@Suite(.twice) struct AcquaintanceStories {
  private func met(_ lan: SimulatedLAN, _ host: Int) -> [DeviceID] { lan.hosts[host].met }

  @Test(arguments: [true, false])
  func `both sides of an invitation or a knock that is accepted have met`(isKnock: Bool) {
    var lan = SimulatedLAN(seed: 5)
    let (ada, bo) = (lan.addHost("Ada"), lan.addHost("Bo"))
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    lan.hosts[ada].manners = .ignores
    lan.hosts[bo].manners = .ignores
    let asked = isKnock ? ada : bo
    _ = isKnock ? lan.knock(at: ada, by: bo) : lan.invite(bo, by: ada)
    lan.run(for: .seconds(2))
    #expect(lan.hosts[asked].visitors.count == 1)
    #expect(met(lan, ada) == [] && met(lan, bo) == [])
    for visitor in lan.hosts[asked].visitors {
      lan.input(.answer(visitor.id, accept: true), to: asked)
    }
    #expect(lan.run(within: .seconds(2)) { $0.areTogether([ada, bo]) })
    #expect(met(lan, ada) == [lan.hosts[bo].device])
    #expect(met(lan, bo) == [lan.hosts[ada].device])
    // Coming back is nobody's decision.
    lan.reset(ada, bo)
    lan.run(for: .seconds(5))
    #expect(lan.areTogether([ada, bo]))
    #expect(met(lan, ada).count == 1 && met(lan, bo).count == 1)
  }

  @Test func `who is declined, or let in by somebody else, was not met`() {
    var lan = SimulatedLAN(seed: 6)
    let (ada, bo, cy) = (lan.addHost("Ada"), lan.addHost("Bo"), lan.addHost("Cy"))
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    lan.hosts[bo].manners = .declines
    _ = lan.invite(bo, by: ada)
    lan.run(for: .seconds(2))
    #expect(met(lan, ada) == [] && met(lan, bo) == [])
    lan.hosts[bo].manners = .accepts
    _ = lan.invite(bo, by: ada)
    #expect(lan.run(within: .seconds(2)) { $0.areTogether([ada, bo]) })
    _ = lan.invite(cy, by: bo)
    #expect(lan.run(within: .seconds(5)) { $0.areTogether([ada, bo, cy]) })
    #expect(met(lan, ada) == [lan.hosts[bo].device])
    #expect(met(lan, cy) == [lan.hosts[bo].device])
    #expect(met(lan, bo) == [lan.hosts[ada].device, lan.hosts[cy].device])
  }

  @Test func `who comes by a link was not met, but whoever follows it met its maker`() {
    var lan = SimulatedLAN(seed: 7)
    let (ada, bo) = (lan.addHost("Ada"), lan.addHost("Bo"))
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    let token = [UInt8](1...16)
    lan.input(.makeTicket(token, uses: 1, life: .seconds(60)), to: ada)
    let link = InvitationLink(
      device: lan.hosts[ada].device,
      token: token,
      endHint: 0,
      places: [lan.hosts[ada].endpoint]
    )
    let identifier = SimulatedLAN.activity.identifier
    lan.input(.redeem(RequestID(9), link, activityIdentifier: identifier), to: bo)
    #expect(lan.run(within: .seconds(5)) { $0.areTogether([ada, bo]) })
    #expect(met(lan, ada) == [])
    #expect(met(lan, bo) == [lan.hosts[ada].device])
  }
}
