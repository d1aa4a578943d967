import BoardSimulator

/// Runs seed after seed until one fails, then prints the shortest way there that it can find.
struct Explorer {
  let first: UInt64
  let limit: Duration

  private static let plans: [(name: String, plan: SimulationPlan)] = [
    ("swarm", .swarm), ("laws", .laws), ("swarm", .swarm), ("partitions", .partitions),
    ("swarm", .swarm),
  ]

  /// Returns whether every seed held.
  func run() -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    SeedNote.begin(.swarm, first)
    SeedNote.say("from seed \(first) on")
    var seed = first
    var sightings = Sightings()
    while clock.now - start < limit {
      for (name, plan) in Self.plans {
        SeedNote.begin(plan, seed)
        var simulation = Simulation(plan: plan, seed: seed)
        do {
          try simulation.run()
        } catch {
          print("\(name), seed \(seed): \(error)")
          shrink(simulation, plan, seed, error)
          return false
        }
        sightings.add(simulation.sightings)
      }
      seed += 1
      if (seed - first) % 50 == 0 { print("\(seed - first) seeds of five runs held") }
    }
    print("seeds \(first) to \(seed) held")
    for kind in Sightings.Kind.allCases {
      print("  \(sightings.counts[kind] ?? 0) × \(kind.rawValue)")
    }
    return true
  }

  /// One seed of many machines on a full board; says how long it took.
  func big(machines: Int, notes: Int) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let plan = SimulationPlan.big(machines: machines, notes: notes)
    SeedNote.begin(plan, first)
    var simulation = Simulation(plan: plan, seed: first)
    do {
      try simulation.run()
    } catch {
      print("big, seed \(first): \(error)")
      return false
    }
    print("\(machines) machines, \(notes) notes, seed \(first) held: \(clock.now - start)")
    return true
  }

  /// How many seeds fail; for a program that was broken on purpose.
  func count(seeds: Int) -> Bool {
    var swarm = 0
    var uniform = 0
    var checks: [String: Int] = [:]
    // Whatever is deterministic needs few seeds; what traps or hangs is told by how far it came.
    let directed = DirectedRun.all.filter { !$0.run() }
    for seed in first..<first + UInt64(seeds) {
      SeedNote.begin(.swarm, seed)
      var simulation = Simulation(plan: .swarm, seed: seed)
      do {
        try simulation.run()
      } catch {
        if seed % 3 == 0 { uniform += 1 } else { swarm += 1 }
        checks[error.check, default: 0] += 1
      }
    }
    let most = checks.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    print("\(swarm)\t\(uniform)\t\(directed.count)\t\(most ?? directed.first?.name ?? "-")")
    return true
  }

  /// In how many seeds of the swarm each thing of interest happens, and the first one: to be pinned.
  func rare(seeds: Int) -> Bool {
    var counts: [Sightings.Kind: (seeds: Int, first: UInt64)] = [:]
    for seed in first..<first + UInt64(seeds) {
      var simulation = Simulation(plan: .swarm, seed: seed)
      do { try simulation.run() } catch {
        print("swarm, seed \(seed): \(error)")
        return false
      }
      for kind in simulation.sightings.counts.keys {
        counts[kind] = ((counts[kind]?.seeds ?? 0) + 1, counts[kind]?.first ?? seed)
      }
    }
    for kind in Sightings.Kind.allCases {
      let found = counts[kind]
      print("\(found?.seeds ?? 0)\t\(found.map { "\($0.first)" } ?? "-")\t\(kind.rawValue)")
    }
    return true
  }

  func shrink(
    _ simulation: Simulation,
    _ plan: SimulationPlan,
    _ seed: UInt64,
    _ failure: SimulationFailure
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    var shrinking = Shrinking(
      plan: plan,
      seed: seed,
      check: failure.check,
      actions: simulation.trace
    )
    shrinking.run { clock.now - start > .seconds(60) }
    print("\(shrinking.actions.count) of \(simulation.trace.count) actions are enough:")
    for action in shrinking.actions { print("  \(action)") }
    if let command = Replay.command(shrinking.actions, of: simulation.trace, plan, seed) {
      print("again: \(command)")
    }
  }
}
