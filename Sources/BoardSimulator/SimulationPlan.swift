/// How large a simulation is and which checks it can afford.
package struct SimulationPlan: Equatable, Sendable {
  package var machines: Int
  package var steps: Int
  /// Notes that are there before the first step.
  package var notes = 0
  /// How often whole boards are compared with the oracle while it runs.
  package var checkEvery = 100
  /// The network is split in two halves about half of the time.
  package var isSplit = false
  /// A machine comes with an empty disk every so many steps; nil: some come at random.
  package var joinEvery: Int?
  /// Requests that are answered with the whole state, of a thousand; nil: drawn for each seed.
  package var snapshotAnswers: Int?
  /// How many notes the slowest clock edits at the end.
  package var lastEdits = Int.max
  /// Loss and duplication of datagrams, of a thousand; nil: drawn for each seed.
  package var loss: Int?

  package init(machines: Int, steps: Int) {
    self.machines = machines
    self.steps = steps
  }

  /// Three machines for the laws of joining, compared often.
  package static let laws: SimulationPlan = {
    var plan = SimulationPlan(machines: 3, steps: 300)
    plan.checkEvery = 30
    return plan
  }()

  /// Four machines under everything that can happen.
  package static let swarm = SimulationPlan(machines: 4, steps: 1_200)

  /// Eight machines, in two halves half of the time.
  package static let partitions: SimulationPlan = {
    var plan = SimulationPlan(machines: 8, steps: 3_000)
    plan.checkEvery = 500
    plan.isSplit = true
    plan.loss = 100
    return plan
  }()

  /// Many machines and many notes; machines come while others work.
  ///
  /// Half of them are there from the start; `steps` are enough for all the others to come.
  package static func big(machines: Int, notes: Int, steps: Int = 6_000) -> SimulationPlan {
    var plan = SimulationPlan(machines: machines, steps: max(steps, 500 * (machines + 1) / 2))
    plan.notes = notes
    plan.checkEvery = 2_000
    plan.joinEvery = 500
    plan.loss = 50
    plan.lastEdits = 200
    plan.snapshotAnswers = 10
    return plan
  }
}
