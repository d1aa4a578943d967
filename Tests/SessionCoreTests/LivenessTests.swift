import SessionCore
import Testing

struct LivenessTests {
  @Test func `silence is quiet after 3 seconds and gone after 8`() {
    var liveness = Liveness(heard: .seconds(10), settings: PeerSettings())
    let cases: [(at: Double, linked: Bool, presence: PersonSnapshot.Presence, next: Double?)] = [
      (10, true, .here, 13), (12.9, true, .here, 13), (13, true, .quiet, 18),
      (17.9, true, .quiet, 18), (18, true, .gone, nil), (10, false, .quiet, 18),
    ]
    for (at, linked, presence, next) in cases {
      #expect(liveness.presence(at: .seconds(at), isLinked: linked) == presence)
      let change = liveness.nextChange(after: .seconds(at), isLinked: linked)
      #expect(change == next.map { Moment.seconds($0) })
    }
    liveness.hear(at: .seconds(15))
    #expect(liveness.presence(at: .seconds(17), isLinked: true) == .here)
    liveness.hear(at: .seconds(12))
    #expect(liveness.lastHeard == .seconds(15))
  }

  @Test func `one's own sleep is not the others' silence`() {
    var liveness = Liveness(heard: .seconds(10), settings: PeerSettings())
    liveness.excuse(.seconds(60), at: .seconds(71))
    #expect(liveness.lastHeard == .seconds(70))
    liveness.excuse(.seconds(60), at: .seconds(71))
    #expect(liveness.lastHeard == .seconds(71))
  }

  @Test func `three refusals mute a device for 10 minutes`() {
    var ledger = RefusalLedger()
    let bo = DeviceID(2)
    for moment in [1.0, 2, 3] {
      #expect(!ledger.isMuted(bo, at: .seconds(moment)))
      ledger.refuse(bo, at: .seconds(moment))
    }
    #expect(ledger.isMuted(bo, at: .seconds(602)))
    #expect(!ledger.isMuted(bo, at: .seconds(603)))
    ledger.welcome(bo)
    #expect(!ledger.isMuted(bo, at: .seconds(4)))
    for device in 0..<1_000 { ledger.refuse(DeviceID(UInt128(device)), at: .seconds(700)) }
    #expect(!ledger.isMuted(bo, at: .seconds(701)))
  }
}
