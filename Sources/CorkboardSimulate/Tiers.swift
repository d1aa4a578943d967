import BoardSimulator
import Glibc

/// The tiers that every test run goes through: each has a minimum and a share of the time.
struct Tiers {
  /// Which seeds are ours: the even or the odd ones.
  let part: UInt64
  let seconds: Int

  private struct Tier {
    var name: String
    var plan: SimulationPlan
    /// The seeds that this process must do at least.
    var seeds: Int
    /// The states on which it must check the laws of joining at least.
    var states = 0
    /// Percent of the time.
    var share: Int
  }

  /// Half of 2,000 states, 600 seeds and 60 seeds; the largest board is for one of the two processes.
  private var tiers: [Tier] {
    let all = [
      Tier(name: "A laws", plan: .laws, seeds: 0, states: 1_000, share: 10),
      Tier(name: "B swarm", plan: .swarm, seeds: 300, share: 40),
      Tier(name: "C partitions", plan: .partitions, seeds: 30, share: 20),
    ]
    let big = SimulationPlan.big(machines: 16, notes: 10_000)
    return part == 0 ? all + [Tier(name: "D big", plan: big, seeds: 1, share: 0)] : all
  }

  /// Returns whether every seed held, every minimum was met and everything of interest was seen.
  func run() -> Bool {
    var isGood = runCodec()
    for run in DirectedRun.all where !run.run() {
      print("does not hold: \(run.name)")
      isGood = false
    }
    var sightings = Sightings()
    for tier in tiers where !run(tier, into: &sightings) { isGood = false }
    for kind in Sightings.Kind.allCases {
      let count = sightings.counts[kind] ?? 0
      if count == 0 || part == 0 { print("  \(count) × \(kind.rawValue)") }
    }
    return isGood && sightings.missing.isEmpty
  }

  private func run(_ tier: Tier, into sightings: inout Sightings) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let budget = Duration.milliseconds(seconds * tier.share * 10)
    var seed = part
    var seeds = 0
    var states = 0
    var isEnough: Bool { seeds >= tier.seeds && states >= tier.states }
    // The minimum is owed however slow the machine is, up to ten times its share.
    while clock.now - start < budget || (!isEnough && clock.now - start < .seconds(10 * seconds)) {
      var simulation = Simulation(plan: tier.plan, seed: seed)
      do {
        try simulation.run()
      } catch {
        print("tier \(tier.name): seed \(seed): \(error)")
        Explorer(first: seed, limit: .seconds(60)).shrink(simulation, tier.plan, seed, error)
        return false
      }
      sightings.add(simulation.sightings)
      states += simulation.statesChecked
      seed += 2
      seeds += 1
    }
    let least = tier.states > 0 ? "\(tier.states) states" : "\(tier.seeds) seeds"
    print(
      "tier \(tier.name): \(seeds) seeds, \(states) states in \(clock.now - start); at least \(least)"
    )
    return isEnough
  }

  /// Every truncation and many flipped bits of each kind of bytes, in bounded time and memory.
  private func runCodec() -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let before = Self.peakMegabytes
    var trial = HostileBytes(seed: part)
    let faults = trial.run(flips: 10_000)
    for fault in faults { print("hostile bytes: \(fault)") }
    let passed = clock.now - start
    let grown = Self.peakMegabytes - before
    print("hostile bytes: \(trial.count) in \(passed), \(grown) MB more at the peak")
    return faults.isEmpty && passed < .seconds(max(30, seconds)) && grown < 64
  }

  private static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss / 1_024
  }
}
