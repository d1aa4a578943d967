import BoardSimulator

/// The tiers that every test run goes through: each has a minimum of seeds and a share of the time.
struct Tiers {
  /// Which seeds are ours: the even or the odd ones.
  let part: UInt64
  let seconds: Int

  private struct Tier {
    var name: String
    var plan: SimulationPlan
    /// The seeds that this process must do at least.
    var minimum: Int
    /// Percent of the time.
    var share: Int
  }

  private var tiers: [Tier] {
    [
      Tier(name: "A laws", plan: .laws, minimum: 70, share: 12),
      Tier(name: "B swarm", plan: .swarm, minimum: 300, share: 50),
      Tier(name: "C partitions", plan: .partitions, minimum: 30, share: 25),
      Tier(name: "D big", plan: .big(machines: 16, notes: 1_000), minimum: 1, share: 13),
    ]
  }

  /// Returns whether every seed held and every minimum was met.
  func run() -> Bool {
    var sightings = Sightings()
    var isGood = true
    for run in DirectedRun.all where !run.run() {
      print("does not hold: \(run.name)")
      isGood = false
    }
    for tier in tiers where !run(tier, into: &sightings) { isGood = false }
    for kind in sightings.missing {
      print("never met: \(kind.rawValue)")
      isGood = false
    }
    return isGood
  }

  private func run(_ tier: Tier, into sightings: inout Sightings) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let budget = Duration.milliseconds(seconds * tier.share * 10)
    var seed = part
    var done = 0
    // The minimum is owed however slow the machine is, up to four times its share.
    while clock.now - start < budget
      || (done < tier.minimum && clock.now - start < budget * 4)
    {
      var simulation = Simulation(plan: tier.plan, seed: seed)
      do {
        try simulation.run()
      } catch {
        print("tier \(tier.name): seed \(seed): \(error)")
        Explorer(first: seed, limit: .seconds(60)).shrink(simulation, tier.plan, seed, error)
        return false
      }
      sightings.add(simulation.sightings)
      seed += 2
      done += 1
    }
    let isEnough = done >= tier.minimum
    print("tier \(tier.name): \(done) seeds, at least \(tier.minimum), \(clock.now - start)")
    return isEnough
  }
}
