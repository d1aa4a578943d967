/// Xoshiro256**: the only source of chance in a simulation, the same on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    var mixer = seed
    func word() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var word = mixer
      word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
    state = (word(), word(), word(), word())
  }

  package mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// True with a probability of so many in a thousand.
  package mutating func chance(perMille: Int) -> Bool { Int(next() % 1_000) < perMille }

  package mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    range.lowerBound + (range.upperBound - range.lowerBound) / 1_000 * Int(next() % 1_001)
  }

  package mutating func number(below limit: Int) -> Int {
    limit > 0 ? Int(next() % UInt64(limit)) : 0
  }
}
