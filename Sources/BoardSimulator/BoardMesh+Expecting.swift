import BoardCore

/// An edit shows at once on the board of who made it, however wrong the clock is, does its work and
/// leaves other people's alone.
extension BoardMesh {
  /// `issued` are the operations that it made, a move that it ended first included.
  func expect(
    _ edit: BoardEdit,
    _ made: NoteID?,
    issued: [BoardOperation],
    _ before: EditMoment,
    _ after: BoardReplicator
  ) throws(SimulationFailure) {
    guard isShown(edit, made, issued, before, after) else {
      throw SimulationFailure("an own edit does not show", "\(edit)")
    }
    try expectMove(edit, issued, before, after)
    try expectPile(edit, before, after)
    switch edit {
    case .editText(let note, from: let base, let text) where before.note != nil:
      // Simulated editors only insert: whatever else was there must still be.
      let typed = text.unicodeScalars.count - base.unicodeScalars.count
      let length = before.note?.text.unicodeScalars.count ?? 0
      guard issued.isEmpty || after.length(note) == length + typed else {
        throw SimulationFailure("an editor overwrote what others wrote")
      }
    case .undo, .redo: try expectOwn(edit, issued, before, after.board)
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
      .setTitle, .lift, .dragTo, .drop, .putBack, .nudge, .group, .takeBack, .vote, .attach,
      .detach, .toFront, .toBack:
      break
    }
  }

  private func isShown(
    _ edit: BoardEdit,
    _ made: NoteID?,
    _ issued: [BoardOperation],
    _ before: EditMoment,
    _ after: BoardReplicator
  ) -> Bool {
    let board = after.board
    func shown() -> NotePicture? { edit.note.flatMap { after.shown($0) } }
    switch edit {
    case .create: return made.map { after.picture.notes.last?.id == $0 } ?? true
    case .clear: return board.visibleNotes.isEmpty
    case .setTitle(let title): return issued.isEmpty || after.picture.title == title
    case .group(let edits): return isShown(edits, before, after)
    case .takeBack(let note, let kind): return isTaken(note, kind, issued, after)
    case .delete(let note): return !board.isVisible(note)
    case .setText, .resize, .recolor, .vote, .attach, .detach:
      guard let old = before.note else { return true }
      return shown().map { edit.shows(in: $0, instead: old) || issued.isEmpty } ?? false
    case .editText, .raise, .lower, .undo, .redo, .lift, .dragTo, .drop, .putBack, .nudge,
      .toFront, .toBack:
      return true
    }
  }

  /// What was moved together is there, what was made together lies on top of all in one piece.
  private func isShown(
    _ edits: [BoardEdit],
    _ before: EditMoment,
    _ after: BoardReplicator
  ) -> Bool {
    var made = 0
    for edit in edits {
      switch edit {
      case .nudge(let note, let point):
        guard before.visible.contains(note) else { continue }
        if after.board.picture(of: note)?.position != point { return false }
      case .create: made += 1
      case .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear, .setTitle,
        .undo, .redo, .lift, .dragTo, .drop, .putBack, .group, .takeBack, .vote, .attach, .detach,
        .toFront, .toBack:
        break
      }
    }
    guard made > 0, made == edits.count else { return true }
    // A person fills a board up to its limit and no further.
    made = min(made, max(0, BoardLimits.notes - before.visible.count))
    let notes = after.picture.notes.map(\.id)
    return notes.count == before.visible.count + made
      && notes.prefix(before.visible.count).elementsEqual(before.visible)
  }

  /// What this person has again is what they once had.
  private func isTaken(
    _ note: NoteID?,
    _ kind: RegisterKind,
    _ issued: [BoardOperation],
    _ after: BoardReplicator
  ) -> Bool {
    guard case .set(note, let value, _)? = issued.last?.action, value.isOf(kind),
      let dot = issued.last?.dot
    else { return true }
    let isOld = oracle.operations.values.contains { operation in
      guard operation.dot.replica == dot.replica, operation.dot.sequence < dot.sequence else {
        return false
      }
      return switch operation.action {
      case .set(note, value, _): true
      // With the operations that it was made of.
      case .create(let start, _): operation.dot == note && start.has(value)
      case .set, .text, .delete, .attach, .detach, .clear, .toggle, .noop: false
      }
    }
    let shown = note.flatMap { after.board.picture(of: $0) }
    switch value {
    // What was in hand comes to rest first, and may be what they had last.
    case .placement(let placement): return shown?.position == placement.point
    case .size(let size): return isOld && shown?.size == size
    case .color(let color): return isOld && shown?.color == color
    case .title(let title): return isOld && after.picture.title == title.string
    case .stacking, .vote: return isOld
    }
  }

  // MARK: Moves

  /// What is in hand is where the hand is; set down it is one operation, always.
  private func expectMove(
    _ edit: BoardEdit,
    _ issued: [BoardOperation],
    _ before: EditMoment,
    _ after: BoardReplicator
  ) throws(SimulationFailure) {
    func require(_ isTrue: Bool, _ check: String) throws(SimulationFailure) {
      if !isTrue { throw SimulationFailure(check, "\(edit)") }
    }
    switch edit {
    case .lift(let note):
      let isInHand = after.shown(note)?.mover == after.replicaID
      try require(before.note == nil || isInHand, "a lifted note is in nobody's hand")
    case .dragTo(let point, _):
      guard let hand = before.hand else { return }
      let shown = after.shown(hand.id)
      try require(
        shown?.position == point && shown?.mover == after.replicaID,
        "a dragged note does not follow the hand"
      )
    case .nudge(let note, let point):
      let isThere = after.shown(note)?.position == point
      try require(before.note == nil || isThere, "a nudged note does not show where it is")
    case .drop:
      guard let hand = before.hand else { return }
      try expectRest(hand, at: hand.position, issued, after)
    case .putBack:
      guard let hand = before.hand else { return }
      try expectRest(hand, at: hand.origin ?? hand.position, issued, after)
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
      .setTitle, .undo, .redo, .group, .takeBack, .vote, .attach, .detach, .toFront, .toBack:
      break
    }
  }

  private func expectRest(
    _ hand: NotePicture,
    at point: BoardPoint,
    _ issued: [BoardOperation],
    _ after: BoardReplicator
  ) throws(SimulationFailure) {
    guard issued.count == 1, case .set(hand.id, .placement(let placement), _) = issued[0].action,
      placement.point == point, placement.isResting
    else {
      throw SimulationFailure("a drop is not one operation", "\(issued.count)")
    }
    guard after.board.picture(of: hand.id)?.position == point else {
      throw SimulationFailure("a drop does not show", "\(point)")
    }
  }

  // MARK: The pile

  private func expectPile(
    _ edit: BoardEdit,
    _ before: EditMoment,
    _ after: BoardReplicator
  ) throws(SimulationFailure) {
    let notes = after.picture.notes
    switch edit {
    case .raise(let note):
      guard before.note != nil else { return }
      let place = after.place(note)
      guard before.place == notes.count - 1 || place > before.place else {
        throw SimulationFailure("a raised note is no higher")
      }
    case .lower(let note):
      guard before.note != nil else { return }
      guard before.place == 0 || after.place(note) < before.place else {
        throw SimulationFailure("a lowered note is no lower")
      }
    case .toFront(let moved):
      let wanted = before.visible.filter { moved.contains($0) }
      guard notes.suffix(wanted.count).map(\.id) == wanted else {
        throw SimulationFailure("notes that came to the front are not in front")
      }
    case .toBack(let moved):
      let wanted = before.visible.filter { moved.contains($0) }
      guard notes.prefix(wanted.count).map(\.id) == wanted else {
        throw SimulationFailure("notes that went to the back are not behind")
      }
    case .create, .editText, .setText, .resize, .recolor, .delete, .clear, .setTitle, .undo,
      .redo, .lift, .dragTo, .drop, .putBack, .nudge, .group, .takeBack, .vote, .attach, .detach:
      break
    }
  }

  // MARK: Other people's work

  /// Taking back and putting in force again changes nothing of what others did.
  private func expectOwn(
    _ edit: BoardEdit,
    _ issued: [BoardOperation],
    _ before: EditMoment,
    _ after: Board
  ) throws(SimulationFailure) {
    guard let board = before.board else { return }
    func others(_ board: Board) -> [Dot: UInt64] {
      board.cancellations.revisions.filter { $0.key.replica != before.replica }
    }
    guard others(board) == others(after) else {
      throw SimulationFailure("a toggle took back what somebody else did")
    }
    for operation in issued { try expectOwn(operation, before, board) }
    guard edit == .undo else { return }
    // What was in hand comes to rest first.
    let moved = issued.compactMap(\.action.movedNote)
    for note in board.visibleNotes where after.isVisible(note) && !moved.contains(note) {
      guard let record = board.notes[note] else { continue }
      let now = after.notes[note]?.shownOrigins(after.cancellations) ?? []
      for origin in record.shownOrigins(board.cancellations)
      where origin.dot.replica != before.replica && !now.contains(origin) {
        throw SimulationFailure("an undo changed what somebody else made", "\(note)")
      }
    }
  }

  /// What an undo deletes shows nobody else's work.
  private func expectOwn(
    _ operation: BoardOperation,
    _ before: EditMoment,
    _ board: Board
  ) throws(SimulationFailure) {
    guard case .delete(let id) = operation.action, let note = board.notes[id] else { return }
    let shown = note.shownOrigins(board.cancellations)
    guard shown.allSatisfy({ $0.dot.replica == before.replica }) else {
      throw SimulationFailure("an undo took away what somebody else wrote", "\(id)")
    }
  }
}

extension BoardReplicator {
  fileprivate func shown(_ note: NoteID) -> NotePicture? {
    picture.notes.first { $0.id == note }
  }

  fileprivate func place(_ note: NoteID) -> Int {
    picture.notes.firstIndex { $0.id == note } ?? 0
  }

  fileprivate func length(_ note: NoteID) -> Int {
    board.picture(of: note)?.text.unicodeScalars.count ?? 0
  }
}

extension NoteRecord {
  /// What wrote the properties that show, and what attached the files.
  fileprivate func shownOrigins(_ ledger: Cancellations) -> [Origin] {
    let writes = [
      placement.top(ledger)?.origin, size.top(ledger)?.origin, color.top(ledger)?.origin,
      stacking.top(ledger)?.origin,
    ]
    return writes.compactMap(\.self) + attachments.shown(ledger).map(\.origin)
  }
}

extension BoardAction {
  fileprivate var movedNote: NoteID? {
    if case .set(let note?, .placement, _) = self { note } else { nil }
  }
}

extension RegisterValue {
  fileprivate func isOf(_ kind: RegisterKind) -> Bool {
    switch self {
    case .placement: kind == .place
    case .size: kind == .size
    case .color: kind == .color
    case .stacking: kind == .stacking
    case .title: kind == .title
    case .vote: false
    }
  }
}

extension NoteStart {
  fileprivate func has(_ value: RegisterValue) -> Bool {
    switch value {
    case .placement(let other): placement.point == other.point
    case .size(let other): size == other
    case .color(let other): color == other
    case .stacking(let other): stacking == other
    case .title, .vote: false
    }
  }
}

extension BoardEdit {
  /// Whether a note looks as this edit makes one that looked like `old`.
  fileprivate func shows(in note: NotePicture, instead old: NotePicture) -> Bool {
    switch self {
    case .setText(_, let text): note.text.utf8.elementsEqual(text.utf8)
    case .resize(_, let size): note.size == size
    case .recolor(_, let color): note.color == color
    case .vote:
      note.hasOwnVote != old.hasOwnVote && note.votes == old.votes + (note.hasOwnVote ? 1 : -1)
    case .attach(_, let file):
      note.attachments.count == old.attachments.count + 1
        && note.attachments.contains { $0.file == file }
    case .detach(_, let id):
      note.attachments == old.attachments.filter { $0.id != id }
    case .create, .editText, .raise, .lower, .delete, .clear, .setTitle, .toFront, .toBack,
      .group, .takeBack, .undo, .redo, .lift, .dragTo, .drop, .putBack, .nudge:
      true
    }
  }
}
