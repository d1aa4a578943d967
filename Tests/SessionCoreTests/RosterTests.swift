import SessionCore
import Testing

struct RosterTests {
  private func random(_ random: inout TestGenerator, devices: UInt64 = 6) -> Roster {
    var roster = Roster()
    for _ in 0..<(random.next() % 8) {
      let entry = RosterEntry(
        device: DeviceID(UInt128(random.next() % devices)),
        revision: UInt32(random.next() % 4),
        isPresent: random.next() % 2 == 0,
        name: ["Ada", "Bo", "Cy"].randomElement(using: &random) ?? "",
        deviceName: "d"
      )
      _ = roster.merge(entry)
    }
    return roster
  }

  private func merged(_ left: Roster, _ right: Roster) -> Roster {
    var result = left
    _ = result.merge(right.entries)
    return result
  }

  @Test(arguments: UInt64(1)...300)
  func `merging is commutative, associative and idempotent`(seed: UInt64) {
    var generator = TestGenerator(seed: seed)
    let one = random(&generator)
    let two = random(&generator)
    let three = random(&generator)
    #expect(merged(one, two) == merged(two, one))
    #expect(merged(merged(one, two), three) == merged(one, merged(two, three)))
    #expect(merged(one, one) == one)
    #expect((merged(one, two).digest == one.digest) == (merged(one, two) == one))
  }

  @Test func `the higher revision counts, and leaving wins a tie`() {
    var here = Roster()
    here.admit(DeviceID(1), name: "Ada", deviceName: "d")
    var away = here
    away.depart(DeviceID(1))
    #expect(!merged(here, away).isPresent(DeviceID(1)))
    var back = away
    back.admit(DeviceID(1), name: "Ada", deviceName: "d")
    #expect(merged(away, back).isPresent(DeviceID(1)))
    #expect(merged(back, here) == back)
  }

  @Test func `a hostile roster stays within the limits`() {
    var roster = Roster()
    for device in 0..<1_000 {
      let entry = RosterEntry(
        device: DeviceID(UInt128(device)),
        revision: 1,
        isPresent: device % 2 == 0,
        name: "x",
        deviceName: "y"
      )
      _ = roster.merge(entry)
    }
    #expect(roster.presentCount == Roster.presentLimit)
    #expect(roster.entries.count == Roster.entryLimit)
    let endless = RosterEntry(
      device: DeviceID(0),
      revision: .max,
      isPresent: false,
      name: "",
      deviceName: ""
    )
    #expect(roster.merge([endless]) == false)
    #expect(roster.isPresent(DeviceID(0)))
  }

  @Test func `departures are forgotten in the same way everywhere`() {
    var left = Roster()
    var right = Roster()
    let entries = (0..<300).map { number in
      RosterEntry(
        device: DeviceID(UInt128(number * 7 % 300)),
        revision: UInt32(number % 5),
        isPresent: false,
        name: "",
        deviceName: ""
      )
    }
    _ = left.merge(entries)
    _ = right.merge(entries.reversed())
    #expect(left == right)
    #expect(left.entries.count == Roster.departureLimit)
  }
}
