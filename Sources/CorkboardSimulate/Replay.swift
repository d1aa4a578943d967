import BoardSimulator

/// Some steps of a seed's run again: what shrinking found to be enough, or all of it.
struct Replay {
  let name: PlanName
  let seed: UInt64
  /// Places in the run, from 1; nil is the whole run.
  let steps: [Int]?

  /// Nil when a plan is not known, or steps are no ascending numbers and ranges.
  init?(plan: String?, seed: Int?, steps: String?) {
    guard let name = plan.flatMap(PlanName.init(rawValue:)),
      let seed = seed.flatMap(UInt64.init(exactly:))
    else { return nil }
    self.name = name
    self.seed = seed
    guard let steps else {
      self.steps = nil
      return
    }
    guard let parsed = Self.steps(steps) else { return nil }
    self.steps = parsed
  }

  /// Returns whether it held, after all steps that were done.
  func run() -> Bool {
    var whole = Simulation(plan: name.plan, seed: seed)
    var failure: SimulationFailure?
    do { try whole.run() } catch { failure = error }
    var actions = whole.trace
    if let steps {
      guard steps.allSatisfy({ $0 <= actions.count }) else {
        print("the run has only \(actions.count) steps")
        return false
      }
      actions = steps.map { actions[$0 - 1] }
      failure = nil
      var part = Simulation(plan: name.plan, seed: seed)
      do { try part.run(actions) } catch { failure = error }
      for action in actions { print("  \(action)") }
    }
    let what = "\(name.rawValue), seed \(seed), \(actions.count) steps"
    print(failure.map { "\(what): \($0)" } ?? "\(what): held")
    return failure == nil
  }

  /// What to type to have these actions of a run again; nil for a plan that has no name.
  static func command(
    _ actions: [SimulationAction],
    of trace: [SimulationAction],
    _ plan: SimulationPlan,
    _ seed: UInt64
  ) -> String? {
    guard let name = PlanName(plan) else { return nil }
    var steps: [Int] = []
    var next = 0
    for action in actions {
      guard let place = trace[next...].firstIndex(of: action) else { return nil }
      steps.append(place + 1)
      next = place + 1
    }
    let list = text(steps)
    return "CorkboardSimulate replay --plan \(name.rawValue) --seed \(seed) --steps \(list)"
  }

  /// Numbers as a person types them: `1-4,9`.
  static func text(_ steps: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for step in steps {
      if let last = ranges.last, last.upperBound + 1 == step {
        ranges[ranges.count - 1] = last.lowerBound...step
      } else {
        ranges.append(step...step)
      }
    }
    let parts = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return parts.joined(separator: ",")
  }

  /// Nil for what `text` does not give; at most a million.
  static func steps(_ text: String) -> [Int]? {
    var steps: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first > steps.last ?? 0, last >= first, last <= 1_000_000
      else { return nil }
      steps += first...last
    }
    return steps
  }
}
