extension BoardReplicator {
  /// Does what the person asked.
  ///
  /// Returns the note that was made, if one was.
  ///
  /// What changes nothing, or names a note that does not show, makes no operation.
  @discardableResult
  package mutating func edit(
    _ edit: BoardEdit,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    defer { finish(&effects) }
    showJoined()
    guard mayWrite(edit, &effects) else { return nil }
    switch edit {
    case .dragTo(let point, let trail):
      dragTo(point, trail: trail, at: now.sinceStart, into: &effects)
      return nil
    case .drop:
      drop(at: now, into: &effects)
      return nil
    case .putBack:
      putBack(at: now, into: &effects)
      return nil
    case .nudge(let note, let point):
      drop(at: now, into: &effects)
      nudge(note, to: point, at: now, into: &effects)
      return nil
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
      .setTitle, .undo, .redo, .lift, .group, .takeBack, .vote, .attach, .detach, .toFront, .toBack:
      drop(at: now, into: &effects)
      commitNudges(at: now, into: &effects)
      return commitEdit(edit, at: now, into: &effects)
    }
  }

  private func mayWrite(_ edit: BoardEdit?, _ effects: inout [ReplicaEffect]) -> Bool {
    if needsNewID { effects.append(.replicaIDMustChange) }
    guard isReadOnly else { return !needsNewID }
    // What was being typed when the board became one to read is not lost.
    if case .editText(let note, _, _)? = edit, note == lastWritten { return !needsNewID }
    effects.append(.notice(.newerProgram))
    return false
  }

  /// Whether anything may be written that is no text.
  func mayWrite(_ effects: inout [ReplicaEffect]) -> Bool { mayWrite(nil, &effects) }

  /// Several edits as one step; what they have in common is the group of their operations.
  private mutating func commitGroup(
    _ edits: [BoardEdit],
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    guard openStep == nil else { return nil }
    openStep = OpenStep(first: nextSequence)
    var made: NoteID?
    for edit in edits {
      if case .create = edit {} else { openStep?.pile = nil }
      switch edit {
      case .nudge(let note, let point):
        set(note, .placement(Placement(point: point.clamped)), at: now, into: &effects)
      case .undo, .redo, .lift: break
      case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .clear,
        .setTitle, .takeBack, .group, .dragTo, .drop, .putBack, .vote, .attach, .detach, .toFront,
        .toBack:
        made = commitEdit(edit, at: now, into: &effects) ?? made
      }
    }
    if let step = openStep?.step { history.push(step) }
    openStep = nil
    return made
  }

  private mutating func commitEdit(
    _ edit: BoardEdit,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    switch edit {
    case .create(let text, let point, let size, let color):
      return create(text, point, size, color, at: now, into: &effects)
    case .editText(let note, let old, let new): editText(note, old, new, into: &effects)
    case .setText(let note, let text): editText(note, nil, text, into: &effects)
    case .resize(let note, let size):
      set(note, .size(size.clamped), at: now, into: &effects)
    case .recolor(let note, let color): set(note, .color(color), at: now, into: &effects)
    case .raise(let note): restack(note, up: true, at: now, into: &effects)
    case .lower(let note): restack(note, up: false, at: now, into: &effects)
    case .toFront(let notes): move(notes, toFront: true, at: now, into: &effects)
    case .toBack(let notes): move(notes, toFront: false, at: now, into: &effects)
    case .vote(let note):
      guard let record = board.notes[note] else { break }
      let isCast = record.votes.isCast(by: author, board.cancellations)
      set(note, .vote(Vote(author: author, isCast: !isCast)), at: now, into: &effects)
    case .attach(let note, let file):
      guard board.isVisible(note) else { break }
      commit(.attach(note, file), isStep: true, into: &effects)
    case .detach(let note, let file):
      guard board.picture(of: note)?.attachments.contains(where: { $0.id == file }) ?? false
      else { break }
      commit(.detach(note, [file]), isStep: true, into: &effects)
    case .delete(let note):
      guard board.isVisible(note) else { break }
      commit(.delete(note), isStep: true, into: &effects)
    case .clear: clear(into: &effects)
    case .setTitle(let title): setTitle(title, at: now, into: &effects)
    case .group(let edits): return commitGroup(edits, at: now, into: &effects)
    case .takeBack(let note, let kind): takeBack(note, kind, at: now, into: &effects)
    case .undo: undo(into: &effects)
    case .redo: redo(into: &effects)
    case .lift(let note): lift(note, at: now.sinceStart, into: &effects)
    case .dragTo, .drop, .putBack, .nudge: break
    }
    return nil
  }

  // MARK: Operations

  var nextSequence: UInt64 { board.vector[replicaID] + 1 }

  /// Makes one operation: applied, kept and sent at once.
  ///
  /// Returns whether the picture differs.
  ///
  /// An operation above `BoardLimits.operationBytes` is not made.
  @discardableResult
  mutating func commit(
    _ action: BoardAction,
    group: UInt64? = nil,
    isStep: Bool,
    into effects: inout [ReplicaEffect]
  ) -> Bool {
    // Under an id that another machine writes with, nothing is written at all.
    guard !needsNewID else { return false }
    // A group that the floor has passed stands alone.
    let group = (openStep?.first ?? group).flatMap { $0 > history.floor ? $0 : nil }
    let operation = BoardOperation(
      dot: Dot(replicaID, nextSequence),
      dependencies: board.vector.changes(since: announced, except: replicaID),
      floor: history.floor,
      group: group,
      action: action
    )
    let (bytes, envelope) = operation.sealed
    guard bytes.count <= BoardLimits.operationBytes else { return false }
    let change = board.apply(operation)
    // Not the vector itself: two that share memory are copied at the next change.
    if operation.dependencies.count > 0 { announced.merge(board.vector) }
    log.append(bytes, of: operation.dot)
    effects.append(.keep([bytes]))
    if !sync.peers.isEmpty {
      let message = BoardMessage.encoded(pushing: envelope, of: boardID, by: replicaID)
      effects.append(.send(message, to: .all, .reliable))
    }
    if isStep { addStep(operation) }
    pruneSometimes()
    return show(change)
  }

  private mutating func addStep(_ operation: BoardOperation) {
    var step = openStep ?? OpenStep(first: operation.group)
    step.add(operation)
    if openStep == nil {
      history.push(step.step ?? UndoHistory.Step())
    } else {
      openStep = step
    }
  }

  /// Prunes as seldom as there are notes to look at, so that it costs each operation the same.
  mutating func pruneSometimes() {
    appliedSincePruning += 1
    if appliedSincePruning >= max(512, board.unsettled.value.count) { prune() }
  }

  /// The stamp of a write that must win over everything this register holds.
  func stamp(above highest: UInt64, at now: BoardTime) -> UInt64 {
    min(max(now.wallMilliseconds, min(highest, BoardLimits.stamp) + 1), BoardLimits.stamp)
  }

  /// Writes a register of a note that shows, if the value is another one.
  mutating func set(
    _ note: NoteID,
    _ value: RegisterValue,
    group: UInt64? = nil,
    isStep: Bool = true,
    evenIfSame: Bool = false,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    guard let highest = board.highestStamp(below: value, of: note, evenIfSame: evenIfSame)
    else { return }
    let stamp = stamp(above: highest, at: now)
    commit(.set(note, value, stamp: stamp), group: group, isStep: isStep, into: &effects)
  }

  // MARK: Kinds of edits

  mutating func create(
    _ text: String,
    _ point: BoardPoint,
    _ size: NoteSize,
    _ color: NoteColor,
    mostNotes: Int = BoardLimits.notes,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    guard isShort(text, BoardLimits.textBytes, &effects) else { return nil }
    guard picture.notes.count < mostNotes else {
      effects.append(.notice(.boardFull(limit: mostNotes)))
      return nil
    }
    let dot = Dot(replicaID, nextSequence)
    guard let key = keyOfNewNote(dot) else { return nil }
    let start = NoteStart(
      author: author,
      placement: Placement(point: point.clamped),
      size: size.clamped,
      color: color,
      stacking: key,
      text: ExactText(text)
    )
    commit(.create(start, stamp: stamp(above: 0, at: now)), isStep: true, into: &effects)
    return dot
  }

  mutating func setTitle(
    _ title: String,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    guard isShort(title, BoardLimits.titleBytes, &effects),
      !title.utf8.elementsEqual(picture.title.utf8)
    else { return }
    let stamp = stamp(above: board.title.highestStamp, at: now)
    commit(.set(nil, .title(ExactText(title)), stamp: stamp), isStep: true, into: &effects)
  }

  func isShort(_ text: String, _ limit: Int, _ effects: inout [ReplicaEffect]) -> Bool {
    guard text.utf8.count > limit else { return true }
    effects.append(.notice(.textTooLong(limitBytes: BoardLimits.textBytes)))
    return false
  }

  /// One token over everything that shows; where that is too large, one for each note.
  private mutating func clear(into effects: inout [ReplicaEffect]) {
    let visible = board.visibleNotes
    guard !visible.isEmpty else { return }
    let first = nextSequence
    let hidden = board.hiddenNotes
    commit(.clear(seen: board.vector, hidden: hidden), isStep: true, into: &effects)
    guard nextSequence == first else { return }
    for note in visible {
      commit(.delete(note), group: first, isStep: nextSequence == first, into: &effects)
    }
  }
}

/// The step of undo that is being made.
struct OpenStep: Sendable {
  /// The group of its operations.
  let first: UInt64
  /// The key of the first of the notes that were made last, and how many lie on it.
  var pile: (base: StackingKey, count: Int)?
  private var created: [NoteID] = []
  private var hasGroup = false

  init(first: UInt64) { self.first = first }

  /// Right above the note that was made before in this step; nil for the first one.
  mutating func nextKey() -> StackingKey? {
    guard let pile, let key = pile.base.member(pile.count + 1) else { return nil }
    self.pile = (pile.base, pile.count + 1)
    return key
  }

  /// Nil when nothing was done.
  var step: UndoHistory.Step? {
    guard hasGroup || !created.isEmpty else { return nil }
    return UndoHistory.Step(created: created, groups: hasGroup ? [first] : [])
  }

  mutating func add(_ operation: BoardOperation) {
    if case .create = operation.action { created.append(operation.dot) } else { hasGroup = true }
  }
}

extension Board {
  /// The stamp that a write of this value must pass; nil when the note does not show, or shows it.
  fileprivate mutating func highestStamp(
    below value: RegisterValue,
    of note: NoteID,
    evenIfSame: Bool
  ) -> UInt64? {
    guard let place = notes.find(note) else { return nil }
    return notes[at: place].highestStamp(below: value, cancellations, evenIfSame: evenIfSame)
  }
}

extension NoteRecord {
  fileprivate func highestStamp(
    below value: RegisterValue,
    _ ledger: Cancellations,
    evenIfSame: Bool
  ) -> UInt64? {
    guard isVisible(ledger), evenIfSame || self.value(like: value, ledger) != value
    else { return nil }
    return highestStamp(for: value)
  }

  /// What the register of this kind of value shows.
  func value(like kind: RegisterValue, _ cancellations: Cancellations) -> RegisterValue? {
    switch kind {
    case .placement: placement.top(cancellations).map { .placement($0.value) }
    case .size: size.top(cancellations).map { .size($0.value) }
    case .color: color.top(cancellations).map { .color($0.value) }
    case .stacking: stacking.top(cancellations).map { .stacking($0.value) }
    case .vote(let vote):
      .vote(Vote(author: vote.author, isCast: votes.isCast(by: vote.author, cancellations)))
    case .title: nil
    }
  }
}

extension BoardPoint {
  /// The nearest point on the board.
  var clamped: BoardPoint {
    let limit = BoardLimits.coordinate
    return BoardPoint(x: min(max(x, -limit), limit), y: min(max(y, -limit), limit))
  }
}

extension NoteSize {
  /// The nearest size that a note can have.
  var clamped: NoteSize {
    let limit = BoardLimits.noteSide
    return NoteSize(width: min(max(width, 1), limit), height: min(max(height, 1), limit))
  }
}
