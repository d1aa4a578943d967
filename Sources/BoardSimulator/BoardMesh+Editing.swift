package import BoardCore

extension BoardMesh {
  /// One person does something; afterwards their own board must show it.
  @discardableResult
  package mutating func edit(
    _ index: Int,
    _ edit: BoardEdit
  ) throws(SimulationFailure) -> NoteID? {
    // People act on what they see.
    machines[index].replicator?.showJoined()
    guard !machines[index].isUnaware, let before = EditMoment(edit, machines[index])
    else { return nil }
    var made: NoteID?
    call(index) { made = $0.edit(edit, at: $1, into: &$2) }
    guard let after = machines[index].replicator else { return made }
    var issued: [BoardOperation] = []
    for sequence in before.vector[before.replica]..<after.board.vector[before.replica] {
      let dot = Dot(before.replica, sequence + 1)
      oracle.issue(dot, knowing: before.vector)
      guard let operation = oracle.operations[dot] else { continue }
      if case .clear = operation.action { oracle.seen[dot] = before.visible.sorted() }
      issued.append(operation)
    }
    remember(edit, at: index, isOperation: !issued.isEmpty)
    try expect(edit, made, issued: issued, before, after)
    takeInHand(edit, at: index)
    return made
  }

  /// What the person holds after an edit: any but those of a drag set down what was in hand.
  private mutating func takeInHand(_ edit: BoardEdit, at index: Int) {
    switch edit {
    case .dragTo: break
    case .lift(let note):
      let isShown = machines[index].replicator?.board.isVisible(note) ?? false
      machines[index].hand = isShown ? note : nil
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
      .setTitle, .undo, .redo, .drop, .putBack, .nudge, .group, .takeBack, .vote, .attach,
      .detach, .toFront, .toBack:
      machines[index].hand = nil
    }
  }

  private mutating func remember(_ edit: BoardEdit, at index: Int, isOperation: Bool) {
    guard isOperation else { return }
    switch edit {
    case .undo:
      machines[index].undone = .yes
      if machines[index].hasOldUndo { sightings.add(.undoAfterRestart) }
    case .redo:
      if machines[index].undone == .pruned { sightings.add(.redoAfterPruning) }
      machines[index].undone = .no
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
      .setTitle, .lift, .dragTo, .drop, .putBack, .nudge, .group, .takeBack, .vote, .attach,
      .detach, .toFront, .toBack:
      break
    }
  }

  package mutating func act(_ index: Int, _ deed: Deed) throws(SimulationFailure) {
    guard isAwake(index), let notes = machines[index].replicator?.picture.notes else { return }
    switch deed {
    case .open(let pick):
      guard !notes.isEmpty, machines[index].editor == nil else { return }
      machines[index].editor = BoardMachine.Editor(notes[Int(pick % UInt64(notes.count))])
    case .write(let place, let word):
      guard let text = machines[index].editor?.text else { return }
      machines[index].editor?.text = Deed.insert(word, at: place, into: text)
    case .save:
      guard let editor = machines[index].editor else { return }
      machines[index].editor = nil
      try edit(index, .editText(editor.note, from: editor.base, to: editor.text))
    case .create, .lift, .drag, .drop, .putBack, .nudge, .retype, .type, .erase, .recolor,
      .resize, .raise, .lower, .delete, .clear, .undo, .redo, .title, .moveTogether, .paste,
      .takeBack, .vote, .attach, .detach, .pile:
      if let edit = deed.edit(notes) { try self.edit(index, edit) }
    }
  }
}
