/// One kind of simulation that every test run goes through, and how much of it there must be.
package struct Tier: Sendable {
  package let name: String
  package let plan: SimulationPlan
  /// The seeds that must be run at least.
  package let seeds: Int
  /// The states on which the laws of joining must be checked at least.
  package let states: Int
  /// Percent of the time.
  package let share: Int

  package init(name: String, plan: SimulationPlan, seeds: Int, states: Int = 0, share: Int) {
    self.name = name
    self.plan = plan
    self.seeds = seeds
    self.states = states
    self.share = share
  }

  /// Every second seed from `first` on, as long as `goesOn` says so when asked with whether the
  /// minimum is met; ends at the first seed that fails.
  ///
  /// `begin` hears of each seed before it runs.
  package func run(
    from first: UInt64,
    begin: (_ seed: UInt64) -> Void = { _ in },
    while goesOn: (_ isEnough: Bool) -> Bool
  ) -> TierResult {
    var result = TierResult(tier: self)
    var seed = first
    while goesOn(result.isEnough) {
      begin(seed)
      guard result.run(seed) else { break }
      seed += 2
    }
    return result
  }
}

/// What came of one tier.
package struct TierResult: Sendable {
  package let tier: Tier
  package private(set) var seeds = 0
  package private(set) var states = 0
  package private(set) var sightings = Sightings()
  package private(set) var failure: Failure?

  /// A seed that failed, with all that led there.
  package struct Failure: Sendable {
    package var seed: UInt64
    package var simulation: Simulation
    package var error: SimulationFailure
  }

  init(tier: Tier) { self.tier = tier }

  package var isEnough: Bool { seeds >= tier.seeds && states >= tier.states }
  package var isGood: Bool { failure == nil && isEnough }

  /// Returns whether the seed held.
  fileprivate mutating func run(_ seed: UInt64) -> Bool {
    var simulation = Simulation(plan: tier.plan, seed: seed)
    do {
      try simulation.run()
    } catch {
      failure = Failure(seed: seed, simulation: simulation, error: error)
      return false
    }
    sightings.add(simulation.sightings)
    states += simulation.statesChecked
    seeds += 1
    return true
  }
}
