import SessionCore
import Testing

@testable import SessionSimulator

/// Datagrams and the keys that seal them.
@Suite(.twice) struct SealingStories {
  @Test(arguments: UInt64(1)...10)
  func `keys change while datagrams are under way, and each arrives once`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let hosts = lan.gather(2)
    lan.run(for: .seconds(1))
    lan.faults.datagramDuplication = 500
    lan.faults.datagramDelay = .milliseconds(1) ... .milliseconds(60)
    let before = lan.usedKeys.count
    for number in 0..<1_000 {
      lan.send([UInt8(number / 256), UInt8(number % 256)], from: hosts[0], .unreliable)
      lan.run(for: .milliseconds(1))
    }
    lan.run(for: .seconds(1))
    let payloads = lan.hosts[hosts[1]].payloads(from: lan.participant(hosts[0]), .unreliable)
    #expect(payloads.count == 1_000)
    #expect(Set(payloads).count == 1_000)
    #expect(lan.usedKeys.count - before >= 9)
  }

  @Test func `the simulation ends at a number that comes twice with one key`() async {
    await #expect(processExitsWith: .failure) {
      var cipher = SimulatedCipher(key: [1])
      _ = cipher.seal([2], header: [], counter: 3)
      _ = cipher.seal([4], header: [], counter: 3)
    }
  }

  @Test func `a changed bit opens nothing in the simulation either`() {
    var cipher = SimulatedCipher(key: [1])
    let sealed = cipher.seal([2, 3], header: [4], counter: 5) ?? []
    #expect(cipher.open(sealed[...], header: [4], counter: 5) == [2, 3])
    #expect(cipher.open(sealed[...], header: [5], counter: 5) == nil)
    #expect(cipher.open(sealed[...], header: [4], counter: 6) == nil)
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(cipher.open(changed[...], header: [4], counter: 5) == nil)
    }
  }
}
