import BoardCore
import SessionSimulator

/// One run of a mesh: everything that happens is decided by the seed, or read from a script.
package struct Simulation: Sendable {
  let plan: SimulationPlan
  let seed: UInt64
  let swarm: Swarm
  var random: SeededGenerator
  var mesh: BoardMesh
  /// Boards that live by joins and single operations alone.
  var shadows = [Board(), Board()]
  /// What has been done so far.
  package private(set) var trace: [SimulationAction] = []
  var value: Int32 = 0
  /// How many states the laws of joining were checked on.
  package private(set) var statesChecked = 0

  package var sightings: Sightings { mesh.sightings }

  package init(plan: SimulationPlan, seed: UInt64) {
    self.plan = plan
    self.seed = seed
    random = SeededGenerator(seed: seed)
    swarm = Swarm(plan: plan, seed: seed, random: &random)
    mesh = BoardMesh(
      skews: swarm.skews,
      drifts: swarm.drifts,
      undoDepth: swarm.undoDepth,
      logBytes: swarm.logBytes,
      seed: random.next()
    )
    mesh.faults.datagramLoss = swarm.loss
    mesh.faults.datagramDuplication = swarm.duplication
    mesh.snapshotAnswers = swarm.snapshotAnswers
    let early = plan.joinEvery == nil ? plan.machines : max(2, plan.machines / 2)
    for index in 0..<early where index < 2 || !random.chance(perMille: 150) { mesh.start(index) }
  }

  /// Runs to the end and through all checks.
  ///
  /// - Throws: the first check that failed.
  package mutating func run() throws(SimulationFailure) {
    try fill()
    for step in 1...plan.steps {
      try perform(nextAction(step))
      if step % plan.checkEvery == 0 { try checkLive(step / plan.checkEvery) }
    }
    try finish()
  }

  /// Does what a script says, then goes through the same checks.
  package mutating func run(_ script: [SimulationAction]) throws(SimulationFailure) {
    try fill()
    for (index, action) in script.enumerated() {
      try perform(action)
      if (index + 1) % 25 == 0 { try checkLive(index / 25) }
    }
    try checkLive(0)
    try finish()
  }

  private mutating func fill() throws(SimulationFailure) {
    for number in 0..<plan.notes {
      let point = BoardPoint(x: Int32(number % 200), y: Int32(number / 200))
      try mesh.act(0, .create(point, "note \(number)"))
    }
    if plan.notes > 0 { mesh.rest(.seconds(3)) }
  }

  private mutating func checkLive(_ round: Int) throws(SimulationFailure) {
    try checkLive(turn: round)
    statesChecked += 1
  }

  private mutating func perform(_ action: SimulationAction) throws(SimulationFailure) {
    trace.append(action)
    switch action {
    case .wait(let milliseconds): mesh.wait(.milliseconds(milliseconds))
    case .act(let index, let deed): try mesh.act(index, deed)
    case .deliver(let pick, let bytes): mesh.deliver(pick: pick, bytes: bytes)
    case .datagram(let pick): mesh.deliverDatagram(pick: pick)
    case .flip(let left, let right):
      let isOut = mesh.unplugged[mesh.pair(left, right)]
      if isOut { mesh.plug(left, right) } else { mesh.unplug(left, right) }
    case .split(let halves): mesh.split(halves)
    case .heal: mesh.heal()
    case .pause(let index, let milliseconds):
      mesh.machines[index].pausedUntil = mesh.elapsed + .milliseconds(milliseconds)
    case .prune(let index): mesh.prune(index)
    case .sync(let index): mesh.sync(index)
    case .backUp(let index): mesh.backUp(index)
    case .kill(let index, let lost): mesh.kill(index, lost: lost)
    case .restore(let index, let pick, let isImage):
      mesh.restore(index, pick, isImage: isImage)
    case .quit(let index): try mesh.quit(index)
    case .goBack(let index): mesh.goBack(index)
    case .keepState(let index): mesh.keepState(index)
    case .start(let index): start(index)
    case .join(let shadow, let machine):
      guard let board = mesh.machines[machine].replicator?.board else { return }
      shadows[shadow].join(board)
      mesh.sightings.add(.joined)
    case .joinShadows(let shadow): shadows[shadow].join(shadows[1 - shadow])
    case .pruneShadow(let shadow): shadows[shadow].prune()
    case .applyToShadow(let shadow, let pick): apply(to: shadow, pick)
    }
    if let failure = mesh.failure { throw failure }
  }

  mutating func start(_ index: Int) {
    let machine = mesh.machines[index]
    if machine.replicator == nil, machine.past.isEmpty, mesh.elapsed > .seconds(1) {
      mesh.sightings.add(.joinedLate)
    }
    mesh.start(index)
  }

  private mutating func apply(to shadow: Int, _ pick: UInt64) {
    let board = shadows[shadow]
    let next = mesh.oracle.replicas.compactMap { replica in
      mesh.oracle.operations[Dot(replica, board.vector[replica] + 1)]
    }
    let ready = next.filter { board.isReady($0) }
    guard !ready.isEmpty else { return }
    shadows[shadow].apply(ready[Int(pick % UInt64(ready.count))])
  }
}
