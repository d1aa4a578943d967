/// What this replica can take back, the newest last.
struct UndoHistory: Sendable {
  enum Step: Equatable, Sendable {
    /// A note that was made: taken back by deleting it.
    case created(NoteID)
    /// A group: taken back, and put in force again, by toggling it.
    case group(UInt64)

    var group: UInt64 {
      switch self {
      case .created(let note): note.sequence
      case .group(let group): group
      }
    }
  }

  let depth: Int
  private(set) var undo: [Step] = []
  private(set) var redo: [Step] = []
  /// No group at or below this will be toggled again.
  private(set) var floor: UInt64 = 0

  init(depth: Int) { self.depth = depth }

  /// A new step: what was taken back before it is gone.
  mutating func push(_ step: Step) {
    undo.append(step)
    redo.removeAll()
    guard undo.count > depth else { return }
    undo.removeFirst(undo.count - depth)
    guard let lowest = undo.map(\.group).min() else { return }
    floor = max(floor, lowest - 1)
  }

  mutating func takeUndo() -> Step? { undo.popLast() }
  mutating func takeRedo() -> Step? { redo.popLast() }
  mutating func undone(_ step: Step) { redo.append(step) }
  mutating func redone(_ step: Step) { undo.append(step) }
}
