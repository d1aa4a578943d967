import SessionCore
import SessionSimulator
import Testing

/// One key on two machines.
struct CopyStories {
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
