import BoardCore
import SessionSimulator

/// What a seed makes more or less likely: one seed in three takes the plain mix, each other one its own.
struct Swarm: Sendable {
  enum Kind: CaseIterable {
    case act, deliver, datagram, wait, flip, prune, shadow, split, pause, power, disk
  }

  enum Act: CaseIterable {
    case create, drag, write, delete, clear, undo, redo, release, nudge, title, together, takeBack
    case vote, attach, detach, pile
  }

  let kinds: [Int]
  let acts: [Int]
  let undoDepth: Int
  let logBytes: Int
  let loss: Int
  let duplication: Int
  let skews: [Int64]
  let drifts: [Int64]
  /// Requests that are answered with the whole state, of a thousand.
  let snapshotAnswers: Int

  init(plan: SimulationPlan, seed: UInt64, random: inout SeededGenerator) {
    let isUniform = seed % 3 == 0
    func one<Value>(of values: [Value]) -> Value { values[random.number(below: values.count)] }
    func weights(_ plain: [Int]) -> [Int] {
      plain.map { $0 * (isUniform ? 5 : one(of: [1, 5, 5, 20])) }
    }
    var kinds = weights([280, 470, 120, 50, 40, 20, 50, plan.isSplit ? 8 : 2, 8, 8, 8])
    var acts = weights([25, 20, 30, 10, 3, 14, 8, 6, 8, 1, 4, 2, 5, 3, 2, 3])
    if !isUniform, random.chance(perMille: 300) {
      // Mostly undo, redo and pruning.
      acts[5] = 300
      acts[6] = 300
      kinds[5] = 1_500
    }
    self.kinds = kinds
    self.acts = acts
    undoDepth = isUniform ? 6 : one(of: [1, 2, 6, 20])
    let draw = [one(of: [0, 100, 300]), one(of: [0, 100, 300])]
    loss = plan.loss ?? draw[0]
    duplication = plan.loss ?? draw[1]
    skews = (0..<plan.machines).map { _ in
      one(of: [0, 3_000, -3_000, BoardMesh.year, -BoardMesh.year])
    }
    logBytes = one(of: [200, 2_000, BoardLimits.logBytes])
    let answers = one(of: [0, 300, 1_000])
    snapshotAnswers = plan.snapshotAnswers ?? answers
    drifts = (0..<plan.machines).map { _ in one(of: [0, 0, 10, -10]) }
  }

  func kind(_ random: inout SeededGenerator) -> Kind {
    Kind.allCases[Self.choose(kinds, &random)]
  }

  func act(_ random: inout SeededGenerator) -> Act { Act.allCases[Self.choose(acts, &random)] }

  private static func choose(_ weights: [Int], _ random: inout SeededGenerator) -> Int {
    var rest = random.number(below: weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }
}
