import SessionCore
import SessionSimulator
import Testing

/// One key on two machines.
@Suite(.twice) struct CopyStories {
  @Test(arguments: UInt64(1)...20)
  func `two that have one key tell it on both sides when they meet, once`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let copy = lan.addHost("Ada", copying: ada)
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    for _ in 0..<3 {
      let request = lan.invite(copy, by: ada)
      lan.run(for: .seconds(2))
      #expect(lan.status(request, of: ada) == .failed(.oneself))
    }
    #expect(lan.hosts[ada].copies == [lan.hosts[copy].endpoint])
    #expect(lan.hosts[copy].copies == [lan.hosts[ada].endpoint])
    #expect(lan.hosts[copy].session == nil)
  }

  @Test(arguments: UInt64(1)...20)
  func `two that only talk to a third hear of each other, and then meet`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(3)
    #expect(lan.areTogether(members))
    // A copy of the second one's disk goes on with its session.
    let copy = lan.addHost("host1", copying: members[1])
    _ = lan.run(within: .seconds(10)) { !$0.hosts[copy].copies.isEmpty }
    #expect(lan.hosts[members[1]].copies == [lan.hosts[copy].endpoint])
    #expect(lan.hosts[copy].copies == [lan.hosts[members[1]].endpoint])
    #expect(lan.hosts[members[0]].copies == [])
    #expect(lan.hosts[members[2]].copies == [])
  }

  @Test(arguments: UInt64(1)...20)
  func `two that are heard of on one network meet without a session`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    let copy = lan.addHost("Ada", copying: ada)
    let other = lan.addHost("Bo")
    let places = [ada, other, copy].map { lan.hosts[$0].endpoint }
    let heard = NearbyDevice(
      device: lan.hosts[ada].device,
      name: "Ada",
      deviceName: "",
      // Who has this address now is somebody else.
      endpoints: [places[0], places[1], places[2]],
      lastHeard: .start
    )
    let interface = LocalInterface(
      index: 2,
      name: "eth0",
      addresses: [LocalInterface.Address(places[0].address, prefixLength: 24)]
    )
    lan.input(.interfaces([interface]), to: ada)
    lan.input(.heard([heard]), to: ada)
    lan.run(for: .seconds(10))
    #expect(lan.hosts[ada].copies == [places[2]])
    #expect(lan.hosts[copy].copies == [places[0]])
    #expect(lan.hosts[other].copies == [])
    // The list is no way to have a device call somebody again and again.
    let count = lan.streamCount
    lan.input(.heard([]), to: ada)
    lan.input(.heard([heard]), to: ada)
    lan.run(for: .seconds(10))
    #expect(lan.streamCount == count)
  }

  @Test(arguments: UInt64(1)...20)
  func `who only reaches itself is no copy`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let ada = lan.addHost("Ada")
    _ = lan.found(ada)
    lan.run(for: .milliseconds(100))
    for _ in 0..<3 {
      _ = lan.invite(ada, by: ada)
      _ = lan.knock(at: ada, by: ada)
      lan.run(for: .seconds(2))
    }
    #expect(lan.hosts[ada].copies == [])
  }
}
