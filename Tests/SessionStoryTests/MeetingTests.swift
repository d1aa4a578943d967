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
    #expect(
      lan.hosts[ada].requests[request] == [
        .dialling, .ringing(by: "Bo"), .accepted(by: "Bo"),
      ]
    )
    lan.send([1], from: ada)
    lan.send([2], from: bo)
    lan.run(for: .milliseconds(100))
    #expect(lan.hosts[bo].payloads(from: lan.participant(ada), .reliable) == [[1]])
    #expect(lan.hosts[ada].payloads(from: lan.participant(bo), .reliable) == [[2]])
  }

  @Test(arguments: UInt64(1)...10)
  func `a third and a fourth join the mesh`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(4)
    #expect(lan.areTogether(members))
  }
}
