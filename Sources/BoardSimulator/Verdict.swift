/// Whether a test run of simulations was good: all that must hold, and all that must have been seen.
package struct Verdict: Equatable, Sendable {
  /// What was seen in all tiers together.
  package private(set) var sightings = Sightings()
  /// What was wrong, in words.
  package private(set) var faults: [String] = []

  package init() {}

  package mutating func add(_ result: TierResult) {
    sightings.add(result.sightings)
    let tier = result.tier
    if let failure = result.failure {
      faults.append("tier \(tier.name): seed \(failure.seed): \(failure.error)")
    } else if !result.isEnough {
      let least = tier.states > 0 ? "\(tier.states) states" : "\(tier.seeds) seeds"
      faults.append("tier \(tier.name): less than \(least)")
    }
  }

  package mutating func add(fault: String) { faults.append(fault) }

  /// The end of a run that took so long and may take so long.
  package mutating func end(after passed: Duration, limit: Duration) {
    for kind in sightings.missing { faults.append("never seen: \(kind.rawValue)") }
    if passed > limit { faults.append("took \(passed), longer than \(limit)") }
  }

  package var isGood: Bool { faults.isEmpty }
}
