extension Board {
  /// Whether an operation comes next of its author and after all that its author knew.
  package func isReady(_ operation: BoardOperation) -> Bool {
    operation.dot.sequence == vector[operation.dot.replica] + 1
      && vector.covers(operation.dependencies) && isCovered(operation.action)
  }

  /// Whether all that an action names has come, also where its author did not say that it must.
  ///
  /// Else it would do something on one replica and nothing on another.
  private func isCovered(_ action: BoardAction) -> Bool {
    switch action {
    case .create, .set(nil, _, _), .toggle, .noop: true
    case .set(let note?, _, _), .delete(let note), .attach(let note, _): vector.contains(note)
    case .text(let note, let change): vector.contains(note) && change.isCovered(by: vector)
    case .detach(let note, let dots):
      vector.contains(note) && dots.allSatisfy { vector.contains($0) }
    case .clear(let seen, _): vector.covers(seen)
    }
  }

  /// Applies an operation that `isReady`; any other is ignored, so that none counts twice.
  @discardableResult
  package mutating func apply(_ operation: BoardOperation) -> BoardChange {
    guard isReady(operation) else { return BoardChange() }
    let dot = operation.dot
    vector.raise(dot.replica, to: dot.sequence)
    cancellations.raiseFloor(of: dot.replica, to: operation.floor)
    // A group below the floor is closed: what names it stands alone, on every replica alike.
    let isOpen = operation.group > cancellations.floors[dot.replica]
    let origin = Origin(dot: dot, group: isOpen ? operation.group : dot.sequence)
    defer { if !operation.fields.isEmpty { keepFields(of: operation) } }
    switch operation.action {
    case .create(let start, let stamp): return create(start, stamp: stamp, dot: dot)
    case .set(nil, let value, let stamp): return setBoard(value, stamp: stamp, origin: origin)
    case .set(let note?, let value, let stamp):
      change(note) { $0.write(value, stamp: stamp, origin: origin) }
      if case .placement = value { return BoardChange(moved: note) }
      return BoardChange(notes: [note])
    case .text(let note, let change):
      let ledger = cancellations
      self.change(note) { $0.text.apply(change, origin: origin, ledger) }
      return BoardChange(notes: [note])
    case .delete(let note): return hide([note], origin)
    case .attach(let note, let file):
      change(note) { $0.attachments.add(file, origin: origin) }
      return BoardChange(notes: [note])
    case .detach(let note, let dots):
      change(note) { $0.attachments.remove(dots, by: origin) }
      return BoardChange(notes: [note])
    case .clear(let seen, let hidden):
      let hidden = Set(hidden)
      return hide(notes.keys.filter { seen.contains($0) && !hidden.contains($0) }, origin)
    case .toggle(let group, let revision):
      return toggle(Dot(dot.replica, group), revision: revision)
    case .noop: return BoardChange()
    }
  }

  /// What belongs to a note goes with it: a dead one needs none.
  private mutating func keepFields(of operation: BoardOperation) {
    switch operation.action {
    case .create: keepFields(of: operation, on: operation.dot)
    case .set(let note?, _, _), .text(let note, _), .delete(let note), .attach(let note, _),
      .detach(let note, _):
      keepFields(of: operation, on: note)
    case .set(nil, _, _), .clear, .toggle, .noop: fields.add(operation.fields, of: operation.dot)
    }
  }

  private mutating func keepFields(of operation: BoardOperation, on note: NoteID) {
    guard let place = notes.find(note) else { return }
    notes[at: place].fields.add(operation.fields, of: operation.dot)
  }

  private mutating func create(_ start: NoteStart, stamp: UInt64, dot: Dot) -> BoardChange {
    let origin = Origin(dot: dot, group: Cancellations.never)
    var record = NoteRecord(author: start.author)
    record.write(.placement(start.placement), stamp: stamp, origin: origin)
    record.write(.size(start.size), stamp: stamp, origin: origin)
    record.write(.color(start.color), stamp: stamp, origin: origin)
    record.write(.stacking(start.stacking), stamp: stamp, origin: origin)
    record.text = NoteText(start.text, note: dot)
    record.isUnhashed.value = true
    unhashed.value.append(dot)
    notes.append(record, as: dot)
    return BoardChange(notes: [dot])
  }

  private mutating func setBoard(
    _ value: RegisterValue,
    stamp: UInt64,
    origin: Origin
  ) -> BoardChange {
    guard case .title(let text) = value else { return BoardChange() }
    title.add(Write(stamp: stamp, origin: origin, value: text))
    return BoardChange(isTitle: true)
  }

  private mutating func hide(_ covered: [NoteID], _ token: Origin) -> BoardChange {
    var change = BoardChange(notes: covered)
    let isActive = cancellations.isActive(token)
    for note in covered {
      if isActive, isVisible(note) { change.hidden += 1 }
      self.change(note) { $0.hide(token) }
    }
    return change
  }

  private mutating func toggle(_ group: Dot, revision: UInt64) -> BoardChange {
    guard group.sequence > cancellations.floors[group.replica],
      revision > cancellations.revisions[group] ?? 0
    else { return BoardChange() }
    let touched = notes.names { $0.isTouched(by: group.replica, group: group.sequence) }
    let visible = touched.filter(isVisible).count
    cancellations.revisions[group] = revision
    for note in touched { self.change(note) { $0.unsettleText() } }
    let remaining = touched.filter(isVisible).count
    return BoardChange(
      notes: touched,
      isTitle: title.contains { $0.dot.replica == group.replica },
      hidden: max(0, visible - remaining)
    )
  }
}

/// What one step may have changed.
///
/// `notes` is in no order.
package struct BoardChange: Equatable, Sendable {
  package var notes: [NoteID] = []
  /// A note of which nothing but its place may have changed.
  package var moved: NoteID?
  package var isTitle = false
  /// How many notes showed before and do not now.
  package var hidden = 0
}
