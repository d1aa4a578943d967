import BoardSimulator
import TestSupport
import Testing

/// What proves the board must itself be able to fail.
@Suite struct `The simulations` {
  @Test func `fail under the minimum of a tier`() {
    let tier = Tier(name: "few", plan: Self.small, seeds: 3, share: 0)
    var asked = 0
    let short = tier.run(from: 0) { _ in
      asked += 1
      return asked <= 2
    }
    #expect(short.seeds == 2 && short.failure == nil && !short.isGood)
    var verdict = Verdict()
    verdict.add(short)
    #expect(verdict.faults == ["tier few: less than 3 seeds"])
    #expect(tier.run(from: 0) { isEnough in !isEnough }.isGood)
  }

  @Test func `fail under the minimum of states`() {
    let tier = Tier(name: "states", plan: Self.small, seeds: 0, states: 5, share: 0)
    var verdict = Verdict()
    verdict.add(tier.run(from: 1) { _ in false })
    #expect(verdict.faults == ["tier states: less than 5 states"])
    let enough = tier.run(from: 1) { isEnough in !isEnough }
    #expect(enough.isGood && enough.states >= 5)
  }

  @Test func `fail where something of interest never happened`() {
    var verdict = Verdict()
    verdict.add(Tier(name: "one", plan: .laws, seeds: 1, share: 0).run(from: 1) { !$0 })
    let missing = verdict.sightings.missing
    #expect(!missing.isEmpty && missing.count < Sightings.Kind.allCases.count)
    verdict.end(after: .seconds(1), limit: .seconds(2))
    #expect(verdict.faults == missing.map { "never seen: \($0.rawValue)" })
    #expect(!verdict.isGood)
  }

  @Test func `fail when they take longer than they may`() {
    var (late, inTime) = (Verdict(), Verdict())
    late.end(after: .seconds(121), limit: .seconds(120))
    inTime.end(after: .seconds(120), limit: .seconds(120))
    #expect(late.faults.count == inTime.faults.count + 1)
    #expect(late.faults.last?.hasPrefix("took 121") == true)
  }

  @Test func `try every kind of message and of operation as hostile bytes`() {
    let names = HostileBytes.names
    #expect(HostileBytes.missing(among: names) == [])
    for name in ["message: taken", "operation: vote"] {
      #expect(HostileBytes.missing(among: names.filter { $0 != name }) == [name])
    }
    #expect(names.contains("state") && names.contains("undo record"))
  }

  @Test func `find a short way to a failure`() throws {
    var simulation = Simulation(plan: .laws, seed: 4)
    try simulation.run()
    let trace = simulation.trace
    // Planted: whoever takes something back after somebody else pruned.
    var shrinking = Shrinking(actions: trace) { actions in
      let pruned = actions.firstIndex { if case .prune = $0 { true } else { false } }
      let undone = actions.lastIndex { if case .act(_, .undo) = $0 { true } else { false } }
      guard let pruned, let undone else { return false }
      return pruned < undone
    }
    var steps = 0
    shrinking.run {
      steps += 1
      return steps > 100_000
    }
    #expect(shrinking.actions.count == 2 && trace.count == 300)
  }

  @Test func `stop looking for a shorter way when time is up`() {
    let actions = (0..<50).map { SimulationAction.wait(milliseconds: $0) }
    var shrinking = Shrinking(actions: actions) { !$0.isEmpty }
    shrinking.run { true }
    #expect(shrinking.actions == actions)
  }

  @Test(arguments: PinnedSeed.all.indices)
  func `hold on a seed that once met something rare`(index: Int) {
    #expect(throws: Never.self, "\(PinnedSeed.all[index].reason)") {
      try PinnedSeed.all[index].run()
    }
  }

  private static let small = SimulationPlan(machines: 2, steps: 120)
}
