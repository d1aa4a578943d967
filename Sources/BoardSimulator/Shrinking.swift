/// The shortest list of actions that still makes the same check fail, as far as time allows.
package struct Shrinking: Sendable {
  package private(set) var actions: [SimulationAction]
  /// Whether a list of actions still fails.
  private let fails: @Sendable ([SimulationAction]) -> Bool

  package init(
    actions: [SimulationAction],
    fails: @escaping @Sendable ([SimulationAction]) -> Bool
  ) {
    self.actions = actions
    self.fails = fails
  }

  package init(plan: SimulationPlan, seed: UInt64, check: String, actions: [SimulationAction]) {
    self.init(actions: actions) { actions in
      var simulation = Simulation(plan: plan, seed: seed)
      do throws(SimulationFailure) {
        try simulation.run(actions)
        return false
      } catch {
        return error.check == check
      }
    }
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
}
