import BoardSimulator
import TestSupport
import Testing

/// The rules of the board under everything that networks, clocks and disks do, seed by seed.
///
/// Few seeds here, thousands in the release build that `make test` runs as well.
@Suite struct `Replicas on a bad network` {
  @Test(arguments: Seeds.first(12))
  func `all show what the operations say, and nothing comes back`(seed: UInt64) {
    expectHolds(.swarm, seed)
  }

  @Test(arguments: Seeds.first(20))
  func `join their states in any order to the same`(seed: UInt64) { expectHolds(.laws, seed) }

  @Test func `a split network heals`() { expectHolds(.partitions, 1) }

  @Test func `machines join a large board while others work`() {
    expectHolds(.big(machines: 5, notes: 100, steps: 1_500), 1)
  }

  @Test func `one seed is one run`() throws {
    var first = Simulation(plan: .laws, seed: 77)
    var second = Simulation(plan: .laws, seed: 77)
    try first.run()
    try second.run()
    #expect(first.trace == second.trace)
    #expect(first.sightings == second.sightings)
  }

  private func expectHolds(_ plan: SimulationPlan, _ seed: UInt64) {
    var simulation = Simulation(plan: plan, seed: seed)
    #expect(throws: Never.self, "seed \(seed)") { try simulation.run() }
  }
}
