import BoardCore
import SessionSimulator

/// What happens next, as the seed has it.
extension Simulation {
  mutating func nextAction(_ step: Int) -> SimulationAction {
    if let every = plan.joinEvery, step % every == 0,
      let next = mesh.machines.firstIndex(where: { $0.replicator == nil })
    {
      return .start(next)
    }
    if step % 2 == 0 { return .wait(milliseconds: random.number(below: 60)) }
    switch swarm.kind(&random) {
    case .act: return .act(anyMachine, nextDeed())
    case .deliver:
      return .deliver(pick: anyPick, bytes: mesh.faults.piece(of: 70_000, &random))
    case .datagram: return .datagram(pick: anyPick)
    case .wait: return .wait(milliseconds: random.number(below: 3_000))
    case .flip:
      let left = anyMachine
      return .flip(left, (left + 1 + random.number(below: plan.machines - 1)) % plan.machines)
    case .prune: return .prune(anyMachine)
    case .shadow: return nextShadow()
    case .split:
      return random.chance(perMille: 500) ? .heal : .split(random.next() % 0xFFFF_FFFF)
    case .pause: return .pause(anyMachine, milliseconds: random.number(below: 5_000))
    case .power: return nextPower()
    case .disk:
      switch random.number(below: 4) {
      case 0: return .sync(anyMachine)
      case 1: return .keepState(anyMachine)
      default: return .backUp(anyMachine)
      }
    }
  }

  /// Small enough to read in a trace.
  private var anyPick: UInt64 {
    mutating get { random.next() % 1_000 }
  }

  private var anyMachine: Int {
    mutating get { random.number(below: plan.machines) }
  }

  /// A machine that is off comes back, sometimes with an old disk; one that runs is killed.
  private mutating func nextPower() -> SimulationAction {
    let index = anyMachine
    if mesh.machines[index].replicator == nil { return nextStart(index) }
    // Machines that are off have a say, so that they do not stay so for long.
    if let off = mesh.machines.firstIndex(where: { $0.replicator == nil }), plan.joinEvery == nil,
      random.chance(perMille: 700)
    {
      return nextStart(off)
    }
    switch random.number(below: 10) {
    case 0...3: return .quit(index)
    case 4: return .goBack(index)
    default: break
    }
    return .kill(index, lost: random.chance(perMille: 500) ? anyPick : nil)
  }

  private mutating func nextStart(_ index: Int) -> SimulationAction {
    // Once cleanly ended, a disk is often copied; only such a copy brings an id back.
    switch random.number(below: 10) {
    case 0...2: .restore(index, pick: anyPick, isImage: random.chance(perMille: 800))
    case 3, 4: .backUp(index)
    default: .start(index)
    }
  }

  private mutating func nextShadow() -> SimulationAction {
    let shadow = random.number(below: shadows.count)
    switch random.number(below: 4) {
    case 0: return .join(shadow: shadow, machine: anyMachine)
    case 1: return .joinShadows(shadow)
    case 2: return .pruneShadow(shadow)
    default: return .applyToShadow(shadow, pick: anyPick)
    }
  }

  private mutating func nextDeed() -> Deed {
    value += 1
    let point = BoardPoint(x: value, y: Int32(random.number(below: 40)))
    let pick = anyPick
    switch swarm.act(&random) {
    case .create: return .create(point, "note \(value)")
    case .drag: return random.chance(perMille: 300) ? .lift(pick) : .drag(point)
    case .write: return nextWriting(pick)
    case .delete: return .delete(pick)
    case .clear: return .clear
    case .undo: return .undo
    case .redo: return .redo
    case .release: return random.chance(perMille: 200) ? .putBack : .drop
    case .nudge: return .nudge(pick, point)
    case .title: return .title("title \(value)")
    case .together:
      let count = 1 + random.number(below: 4)
      return random.chance(perMille: 700)
        ? .moveTogether(pick, count: count, point) : .paste(count: count, point, "copy \(value)")
    case .vote: return .vote(pick)
    case .attach: return .attach(pick, UInt64(random.number(below: 20)))
    case .detach: return .detach(pick, anyPick)
    case .pile:
      let count = 1 + random.number(below: 4)
      return .pile(pick, count: count, isFront: random.chance(perMille: 600))
    case .takeBack:
      let kinds: [RegisterKind] = [.place, .size, .color, .stacking, .title]
      return .takeBack(pick, kinds[random.number(below: kinds.count)])
    }
  }

  private mutating func nextWriting(_ pick: UInt64) -> Deed {
    switch random.number(below: 11) {
    case 7: .open(pick)
    case 8, 9: .write(place: anyPick, "<\(value)>")
    case 10: .save
    case 0: .retype(pick, "text \(value)")
    case 1: .type(pick, place: anyPick, "<\(value)>")
    case 2: .erase(pick, place: anyPick, count: 1 + random.number(below: 6))
    case 3: .recolor(pick, NoteColor.all[random.number(below: 8)])
    case 4: .resize(pick, NoteSize(width: value % 90 + 1, height: 7))
    case 5: .raise(pick)
    default: .lower(pick)
    }
  }
}
