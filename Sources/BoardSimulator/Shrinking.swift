/// The shortest list of actions that still makes the same check fail, as far as time allows.
package struct Shrinking: Sendable {
  let plan: SimulationPlan
  let seed: UInt64
  let check: String
  package private(set) var actions: [SimulationAction]

  package init(plan: SimulationPlan, seed: UInt64, check: String, actions: [SimulationAction]) {
    self.plan = plan
    self.seed = seed
    self.check = check
    self.actions = actions
  }

  /// Leaves out ever smaller pieces while the failure stays; stops when `isTimeUp` says so.
  package mutating func run(isTimeUp: () -> Bool) {
    var size = max(1, actions.count / 2)
    while !isTimeUp() {
      var start = 0
      var isShorter = false
      while start < actions.count, !isTimeUp() {
        var shorter = actions
        shorter.removeSubrange(start..<min(start + size, shorter.count))
        if fails(shorter) {
          actions = shorter
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return }
      size = isShorter ? size : max(1, size / 2)
    }
  }

  private func fails(_ actions: [SimulationAction]) -> Bool {
    var simulation = Simulation(plan: plan, seed: seed)
    do {
      try simulation.run(actions)
      return false
    } catch {
      return error.check == check
    }
  }
}
