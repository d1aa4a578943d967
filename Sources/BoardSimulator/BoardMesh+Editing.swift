package import BoardCore

extension BoardMesh {
  /// One person does something; afterwards their own board must show it.
  @discardableResult
  package mutating func edit(
    _ index: Int,
    _ edit: BoardEdit
  ) throws(SimulationFailure) -> NoteID? {
    guard let before = machines[index].replicator else { return nil }
    let visible = edit == .clear ? before.board.visibleNotes : []
    var made: NoteID?
    call(index) { made = $0.edit(edit, at: $1, into: &$2) }
    guard let after = machines[index].replicator else { return made }
    let replica = after.replicaID
    for sequence in before.board.vector[replica]..<after.board.vector[replica] {
      let dot = Dot(replica, sequence + 1)
      oracle.issue(dot, knowing: before.board.vector)
      if case .clear = oracle.operations[dot]?.action { oracle.seen[dot] = visible }
    }
    remember(edit, at: index, isOperation: after.board.vector != before.board.vector)
    if before.board.vector != after.board.vector { try expectShown(edit, made, after) }
    return made
  }

  private mutating func remember(_ edit: BoardEdit, at index: Int, isOperation: Bool) {
    guard isOperation else { return }
    switch edit {
    case .undo: machines[index].undone = .yes
    case .redo:
      if machines[index].undone == .pruned { sightings.add(.redoAfterPruning) }
      machines[index].undone = .no
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
      .setTitle, .lift,
      .dragTo, .drop, .putBack, .nudge:
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
    case .editText(let note, from: _, let text):
      // What others wrote meanwhile is there as well; a lone new text would be a loss of theirs.
      isShown = board.picture(of: note).map { Self.holds($0.text, wordOf: text) } ?? true
    case .resize(let note, let size):
      isShown = board.picture(of: note).map { $0.size == size } ?? true
    case .recolor(let note, let color):
      isShown = board.picture(of: note).map { $0.color == color } ?? true
    case .delete(let note): isShown = !board.isVisible(note)
    case .clear: isShown = board.visibleNotes.isEmpty
    case .setTitle(let title): isShown = replicator.picture.title == title
    case .raise, .lower, .undo, .redo, .lift, .dragTo, .drop, .putBack, .nudge: isShown = true
    }
    guard isShown else {
      throw SimulationFailure("an own edit does not show", "\(edit)")
    }
  }

  /// Whether a text holds the words that a simulated person typed: those in angle brackets.
  private static func holds(_ text: String, wordOf typed: String) -> Bool {
    let last = typed.split(separator: ">").last { $0.contains("<") && $0.last != "<" }
    guard let word = last?.split(separator: "<").last, typed.contains("<\(word)>") else {
      return true
    }
    return text.contains(word)
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
      .resize, .raise, .lower, .delete, .clear, .undo, .redo, .title:
      if let edit = deed.edit(notes) { try self.edit(index, edit) }
    }
  }
}
