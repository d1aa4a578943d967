/// Undo takes back my own operations and no one else's; redo puts them in force again.
extension BoardReplicator {
  /// Goes back until something is seen to change.
  mutating func undo(into effects: inout [ReplicaEffect]) {
    while let step = history.takeUndo() {
      switch step {
      case .created(let note):
        // What somebody else wrote on stays: it is theirs too.
        guard let record = board.notes[note], record.isVisible(board.cancellations),
          !record.isEdited(byOthersThan: replicaID)
        else { continue }
        let sequence = nextSequence
        commit(.delete(note), isStep: false, into: &effects)
        history.undone(.group(sequence))
        return
      case .group(let group):
        history.undone(step)
        if toggle(group, into: &effects) { return }
      }
    }
    effects.append(.notice(.nothingToUndo))
  }

  mutating func redo(into effects: inout [ReplicaEffect]) {
    while let step = history.takeRedo() {
      history.redone(step)
      if toggle(step.group, into: &effects) { return }
    }
    effects.append(.notice(.nothingToRedo))
  }

  private mutating func toggle(_ group: UInt64, into effects: inout [ReplicaEffect]) -> Bool {
    let revision = (board.cancellations.revisions[Dot(replicaID, group)] ?? 0) + 1
    return commit(.toggle(group: group, revision: revision), isStep: false, into: &effects)
  }
}
