/// Undo takes back my own operations and no one else's; redo puts them in force again.
extension BoardReplicator {
  /// What can be taken back, as bytes: for the next run under the same replica id.
  package var undoRecord: [UInt8] { history.encoded(of: replicaID) }

  /// Takes up what an earlier run of this replica could take back, once the board is loaded.
  ///
  /// Fields behind the known ones are not skipped: a record that was taken for less than it is would
  /// take back only a part of a step.
  ///
  /// - Throws: when the bytes are of another replica or format, or do not fit this board; nothing
  ///   changes then.
  package mutating func load(undo record: [UInt8]) throws(BoardCodingError) {
    history = try UndoHistory(
      encoded: record,
      of: replicaID,
      upTo: board.vector[replicaID],
      depth: history.depth
    )
    var unseen: [ReplicaEffect] = []
    finish(&unseen)
  }

  /// Goes back until something is seen to change.
  mutating func undo(into effects: inout [ReplicaEffect]) {
    while let index = history.undo.lastIndex(where: isInSight) {
      let step = history.takeUndo(at: index)
      var back = step
      // What somebody else wrote on stays: it is theirs too.
      let created = step.created.filter {
        board.isVisible($0) && !(board.notes[$0]?.isEdited(byOthersThan: replicaID) ?? true)
      }
      var isSeen = false
      for group in step.groups where toggle(group, into: &effects) { isSeen = true }
      let group = nextSequence
      for note in created {
        isSeen = commit(.delete(note), group: group, isStep: false, into: &effects) || isSeen
      }
      back.deletion = created.isEmpty ? nil : group
      if !back.groups.isEmpty || back.deletion != nil { history.undone(back) }
      if isSeen { return }
    }
    effects.append(.notice(.nothingToUndo))
  }

  mutating func redo(into effects: inout [ReplicaEffect]) {
    while let index = history.redo.lastIndex(where: isInSight) {
      let step = history.takeRedo(at: index)
      // Taken back again it deletes anew: in between, somebody may have written on what was made.
      var again = step
      again.deletion = nil
      history.redone(again)
      var isSeen = false
      for group in step.groups + (step.deletion.map { [$0] } ?? [])
      where toggle(group, into: &effects) { isSeen = true }
      if isSeen { return }
    }
    effects.append(.notice(.nothingToRedo))
  }

  /// Whether anything of a step is on a note that shows, or that it took away itself.
  ///
  /// A step on notes that others took away waits until they are back: taken back unseen, what this
  /// person did there would be gone when they come.
  private func isInSight(_ step: UndoHistory.Step) -> Bool {
    step.created.contains { board.notes[$0] == nil || board.isVisible($0) }
      || (step.groups + [step.deletion].compactMap(\.self))
        .contains { board.isInSight(Dot(replicaID, $0)) }
  }

  private mutating func toggle(_ group: UInt64, into effects: inout [ReplicaEffect]) -> Bool {
    let revision = (board.cancellations.revisions[Dot(replicaID, group)] ?? 0) + 1
    return commit(.toggle(group: group, revision: revision), isStep: false, into: &effects)
  }
}

extension Board {
  /// Whether a group took notes away, did something to a note that shows, or to none that is held.
  fileprivate func isInSight(_ group: Dot) -> Bool {
    var isHeld = false
    for record in notes.values
    where record.isTouched(by: group.replica, group: group.sequence) {
      let isTaken = record.tokens.contains {
        $0.dot.replica == group.replica && $0.group == group.sequence
      }
      if isTaken || record.isVisible(cancellations) { return true }
      isHeld = true
    }
    return !isHeld
  }
}
