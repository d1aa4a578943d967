package import BoardCore

extension BoardMesh {
  /// One person does something; afterwards their own board must show it.
  @discardableResult
  package mutating func edit(
    _ index: Int,
    _ edit: BoardEdit
  ) throws(SimulationFailure) -> NoteID? {
    guard !machines[index].isUnaware, let before = Before(edit, machines[index].replicator)
    else { return nil }
    var made: NoteID?
    call(index) { made = $0.edit(edit, at: $1, into: &$2) }
    guard let after = machines[index].replicator else { return made }
    let issued = before.vector[before.replica]..<after.board.vector[before.replica]
    for sequence in issued {
      let dot = Dot(before.replica, sequence + 1)
      oracle.issue(dot, knowing: before.vector)
      if case .clear = oracle.operations[dot]?.action { oracle.seen[dot] = before.visible }
    }
    remember(edit, at: index, isOperation: !issued.isEmpty)
    if !issued.isEmpty {
      try expectShown(edit, made, after)
      try expectKind(edit, before, after)
    }
    return made
  }

  /// What the checks of an edit ask of the board before it.
  ///
  /// Not the board itself: it would have to be copied for every edit.
  private struct Before {
    let replica: ReplicaID
    let vector: VersionVector
    /// The notes that a clear covers.
    var visible: [NoteID] = []
    /// Of the note that is raised, lowered or written in.
    var place = 0
    var length = 0
    var isVisible = false
    /// The board, before an undo.
    var board: Board?

    init?(_ edit: BoardEdit, _ replicator: BoardReplicator?) {
      guard let replicator else { return nil }
      replica = replicator.replicaID
      vector = replicator.board.vector
      switch edit {
      case .clear: visible = replicator.board.visibleNotes
      case .undo: board = replicator.board
      case .raise(let note), .lower(let note): place = BoardMesh.place(note, replicator)
      case .editText(let note, _, _):
        isVisible = replicator.board.isVisible(note)
        length = BoardMesh.length(note, replicator)
      case .create, .setText, .resize, .recolor, .delete, .setTitle, .redo, .lift, .dragTo, .drop,
        .putBack, .nudge, .group, .takeBack, .vote, .attach, .detach, .toFront, .toBack:
        break
      }
    }
  }

  private static func place(_ note: NoteID, _ replicator: BoardReplicator) -> Int {
    replicator.picture.notes.firstIndex { $0.id == note } ?? 0
  }

  private static func length(_ note: NoteID, _ replicator: BoardReplicator) -> Int {
    replicator.board.picture(of: note)?.text.unicodeScalars.count ?? 0
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

  /// An own edit shows at once, however wrong the clock is.
  private func expectShown(
    _ edit: BoardEdit,
    _ made: NoteID?,
    _ replicator: BoardReplicator
  ) throws(SimulationFailure) {
    let board = replicator.board
    let isShown: Bool
    switch edit {
    case .create: isShown = made.map { board.isVisible($0) } ?? true
    case .setText(let note, let text):
      isShown = board.picture(of: note).map { $0.text.utf8.elementsEqual(text.utf8) } ?? true
    case .resize(let note, let size):
      isShown = board.picture(of: note).map { $0.size == size } ?? true
    case .recolor(let note, let color):
      isShown = board.picture(of: note).map { $0.color == color } ?? true
    case .delete(let note): isShown = !board.isVisible(note)
    case .clear: isShown = board.visibleNotes.isEmpty
    case .setTitle(let title): isShown = replicator.picture.title == title
    case .editText, .raise, .lower, .undo, .redo, .lift, .dragTo, .drop, .putBack, .nudge, .group,
      .takeBack, .vote, .attach, .detach, .toFront, .toBack:
      isShown = true
    }
    guard isShown else {
      throw SimulationFailure("an own edit does not show", "\(edit)")
    }
  }

  /// An edit does its work and leaves other people's alone.
  private func expectKind(
    _ edit: BoardEdit,
    _ before: Before,
    _ after: BoardReplicator
  ) throws(SimulationFailure) {
    switch edit {
    case .raise(let note):
      let place = Self.place(note, after)
      guard before.place == after.picture.notes.count - 1 || place > before.place else {
        throw SimulationFailure("a raised note is no higher")
      }
    case .lower(let note):
      guard before.place == 0 || Self.place(note, after) < before.place else {
        throw SimulationFailure("a lowered note is no lower")
      }
    case .editText(let note, from: let base, let text) where before.isVisible:
      // Simulated editors only insert: whatever else was there must still be.
      let typed = text.unicodeScalars.count - base.unicodeScalars.count
      guard Self.length(note, after) == before.length + typed else {
        throw SimulationFailure("an editor overwrote what others wrote")
      }
    case .undo:
      for sequence in before.vector[before.replica]..<after.board.vector[before.replica] {
        try expectOwn(oracle.operations[Dot(before.replica, sequence + 1)], before)
      }
    case .create, .editText, .setText, .resize, .recolor, .delete, .clear, .setTitle, .redo,
      .lift, .dragTo, .drop, .putBack, .nudge, .group, .takeBack, .vote, .attach, .detach,
      .toFront, .toBack:
      break
    }
  }

  /// What an undo deletes shows nobody else's work.
  private func expectOwn(
    _ operation: BoardOperation?,
    _ before: Before
  ) throws(SimulationFailure) {
    guard case .delete(let id)? = operation?.action, let board = before.board,
      let note = board.notes[id]
    else {
      return
    }
    let ledger = board.cancellations
    let origins = [
      note.placement.top(ledger)?.origin, note.size.top(ledger)?.origin,
      note.color.top(ledger)?.origin, note.stacking.top(ledger)?.origin,
    ]
    guard origins.allSatisfy({ $0?.dot.replica == before.replica }) else {
      throw SimulationFailure("an undo took away what somebody else wrote", "\(id)")
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
