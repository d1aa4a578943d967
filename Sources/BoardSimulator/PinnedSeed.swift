/// A seed that once failed, or that is the first to meet something rare: run every time.
package struct PinnedSeed: Sendable {
  package let plan: SimulationPlan
  package let name: String
  package let seed: UInt64
  /// What it is kept for.
  package let reason: String

  init(_ name: String, _ plan: SimulationPlan, _ seed: UInt64, _ reason: String) {
    self.name = name
    self.plan = plan
    self.seed = seed
    self.reason = reason
  }

  /// - Throws: the check that does not hold.
  package func run() throws(SimulationFailure) {
    var simulation = Simulation(plan: plan, seed: seed)
    try simulation.run()
  }

  package static let all = [
    PinnedSeed("swarm", .swarm, 2, "joins files that were taken off, the first to"),
    PinnedSeed("swarm", .swarm, 4, "an old image of a disk comes back, and the id goes on"),
    PinnedSeed("swarm", .swarm, 6, "a power cut takes what was not synced, and logs are too short"),
    PinnedSeed("swarm", .swarm, 8, "a peer gives an operation back to its author's machine"),
    PinnedSeed("swarm", .swarm, 14, "the first to meet one id on two machines"),
    PinnedSeed("swarm", .swarm, 54, "once failed: a place is taken back while the note is nudged"),
    PinnedSeed("swarm", .swarm, 3, "ties: of the plain mix the first to see who wins one stamp"),
    PinnedSeed("swarm", .swarm, 25, "the first to see two people make one key of the pile"),
    PinnedSeed("swarm", .swarm, 34, "the first to see an editor overwrite what others wrote"),
    PinnedSeed("swarm", .swarm, 42, "the first to see a join bring a stale toggle"),
    PinnedSeed("swarm", .swarm, 50, "the first to see a join keep a stale toggle"),
    PinnedSeed("partitions", .partitions, 3, "texts that hang on one element from two sides"),
  ]
}
