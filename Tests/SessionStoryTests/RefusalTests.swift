import SessionCore
import SessionSimulator
import Testing

/// How people do not come together, and what each side is told.
@Suite(.twice) struct RefusalTests {
  /// Ada in a session of her own, and Bo.
  private func twoHosts(seed: UInt64 = 1) -> (lan: SimulatedLAN, ada: Int, bo: Int) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let bo = lan.addHost("Bo")
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    return (lan, ada, bo)
  }

  @Test func `nobody there is said within 5 seconds`() {
    var (lan, ada, _) = twoHosts()
    let request = RequestID(7)
    let session = lan.hosts[ada].session?.id ?? SessionID(0)
    let nowhere = Endpoint(address: [10, 9, 9, 9], port: 1)
    lan.input(.invite(request, session, SimulatedLAN.activity, [nowhere]), to: ada)
    #expect(
      lan.run(within: .seconds(5)) { $0.status(request, of: ada) == .failed(.nobodyThere) }
    )
  }

  @Test func `a program that does not run is nobody, at once`() {
    var (lan, ada, bo) = twoHosts()
    lan.kill(bo)
    let request = lan.invite(bo, by: ada)
    #expect(
      lan.run(within: .milliseconds(100)) {
        $0.status(request, of: ada) == .failed(.nobodyThere)
      }
    )
  }

  @Test func `the second address is tried while the first one is silent`() {
    var (lan, ada, bo) = twoHosts()
    let session = lan.hosts[ada].session?.id ?? SessionID(0)
    let places = [Endpoint(address: [10, 9, 9, 9], port: 1), lan.hosts[bo].endpoint]
    lan.input(.invite(RequestID(7), session, SimulatedLAN.activity, places), to: ada)
    #expect(lan.run(within: .seconds(1)) { $0.areTogether([ada, bo]) })
  }

  @Test func `a refusal is told by name`() {
    var (lan, ada, bo) = twoHosts()
    lan.hosts[bo].manners = .declines
    let request = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    #expect(lan.status(request, of: ada) == .failed(.declined(by: "Bo")))
    #expect(lan.hosts[bo].session == nil)
  }

  @Test func `after three refusals a device is not shown for 10 minutes`() {
    var (lan, ada, bo) = twoHosts()
    lan.hosts[bo].manners = .declines
    var shown: [Int] = []
    for _ in 0..<5 {
      let request = lan.invite(bo, by: ada)
      lan.run(for: .seconds(1))
      #expect(lan.status(request, of: ada) == .failed(.declined(by: "Bo")))
      shown.append(lan.hosts[bo].visitorCount)
    }
    lan.run(for: .seconds(600))
    _ = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    shown.append(lan.hosts[bo].visitorCount)
    #expect(shown == [1, 2, 3, 3, 3, 4])
  }

  @Test func `busy means that another question waits for an answer`() {
    var (lan, ada, bo) = twoHosts()
    lan.hosts[bo].manners = .ignores
    let cy = lan.addHost("Cy")
    _ = lan.found(cy)
    _ = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    let second = lan.invite(bo, by: cy)
    lan.run(for: .seconds(1))
    #expect(lan.status(second, of: cy) == .failed(.busy(by: "Bo")))
    #expect(lan.hosts[bo].visitors.map(\.name) == ["Ada"])
  }

  @Test func `an unanswered question ends on both sides after 2 minutes`() {
    var (lan, ada, bo) = twoHosts()
    lan.hosts[bo].manners = .ignores
    let request = lan.invite(bo, by: ada)
    lan.run(for: .seconds(119))
    guard case .ringing(by: "Bo", _, _) = lan.status(request, of: ada) else {
      Issue.record("\(String(describing: lan.status(request, of: ada)))")
      return
    }
    #expect(lan.hosts[bo].visitors.count == 1)
    lan.run(for: .seconds(2))
    #expect(lan.status(request, of: ada) == .failed(.unanswered))
    #expect(lan.hosts[bo].visitors == [])
    lan.run(for: .seconds(20))
    #expect([ada, bo].map { lan.hosts[$0].peer?.linkCount } == [0, 0])
  }

  @Test func `a cancelled question leaves the screen`() {
    var (lan, ada, bo) = twoHosts()
    lan.hosts[bo].manners = .ignores
    let request = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    #expect(lan.hosts[bo].visitors.count == 1)
    lan.input(.cancel(request), to: ada)
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[bo].visitors == [])
    #expect(lan.status(request, of: ada) == .failed(.cancelled))
  }

  @Test func `an asker that falls silent leaves the screen, and who was asked is lost`() {
    var (lan, ada, bo) = twoHosts()
    lan.hosts[bo].manners = .ignores
    let request = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    lan.unplug(ada)
    lan.run(for: .seconds(10))
    #expect(lan.hosts[bo].visitors == [])
    #expect(lan.status(request, of: ada) == .failed(.lost))
  }

  @Test func `one cannot invite oneself`() {
    var (lan, ada, _) = twoHosts()
    let request = lan.invite(ada, by: ada)
    lan.run(for: .seconds(1))
    #expect(lan.status(request, of: ada) == .failed(.oneself))
  }

  @Test func `one who is here is here already`() {
    var (lan, ada, bo) = twoHosts()
    _ = lan.invite(bo, by: ada)
    lan.run(for: .seconds(1))
    let again = lan.invite(bo, by: ada)
    let knock = lan.knock(at: ada, by: bo)
    lan.run(for: .seconds(1))
    #expect(lan.status(again, of: ada) == .failed(.alreadyHere))
    #expect(lan.status(knock, of: bo) == .failed(.alreadyHere))
    #expect(lan.areTogether([ada, bo]))
  }

  @Test func `a knock for another kind of activity is not our kind`() {
    var (lan, ada, bo) = twoHosts()
    let request = RequestID(7)
    let places = [lan.hosts[ada].endpoint]
    lan.input(.knock(request, activityIdentifier: "org.example.chess", places), to: bo)
    lan.run(for: .seconds(1))
    #expect(lan.status(request, of: bo) == .failed(.notOurKind))
  }

  @Test func `a knock where no session runs says so`() {
    var (lan, ada, bo) = twoHosts()
    let request = lan.knock(at: bo, by: ada)
    lan.run(for: .seconds(1))
    #expect(lan.status(request, of: ada) == .failed(.sessionOver))
  }

  @Test func `a flood of strangers does not keep a guest out`() {
    var (lan, ada, bo) = twoHosts()
    for number in 0..<200 {
      let link = LinkID(UInt64(1_000_001 + number * 2))
      let place = Endpoint(address: [10, 0, 7, 7], port: 5)
      let device = DeviceID(UInt128(number) + 1)
      lan.input(
        .linkAccepted(link, from: place, device: device, binding: [], since: lan.now),
        to: ada
      )
    }
    #expect(lan.hosts[ada].peer?.linkCount == 16)
    _ = lan.knock(at: ada, by: bo)
    #expect(lan.run(within: .seconds(1)) { $0.areTogether([ada, bo]) })
    lan.run(for: .seconds(6))
    #expect(lan.hosts[ada].peer?.linkCount == 1)
  }
}
