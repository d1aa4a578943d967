/// How the picture follows the board and the live moves on it.
extension BoardReplicator {
  /// Says that the picture changed, if it did: the last effect of every call.
  mutating func finish(_ effects: inout [ReplicaEffect]) {
    let canUndo = !history.undo.isEmpty
    let canRedo = !history.redo.isEmpty
    if canUndo != picture.canUndo || canRedo != picture.canRedo {
      cache.set(canUndo: canUndo, canRedo: canRedo)
      isPictureChanged = true
    }
    guard isPictureChanged else { return }
    isPictureChanged = false
    effects.append(.pictureChanged)
  }

  /// Shows what an operation changed.
  ///
  /// Returns whether the picture differs.
  @discardableResult
  mutating func show(_ change: BoardChange) -> Bool {
    var differs = refresh(change.notes)
    if let note = change.moved { differs = place(CollectionOfOne(note)) || differs }
    if change.isTitle {
      let title = board.title.top(board.cancellations)?.value.string ?? initialTitle
      if !title.utf8.elementsEqual(picture.title.utf8) {
        cache.set(title: title)
        isPictureChanged = true
        differs = true
      }
    }
    return differs
  }

  /// Shows where these are now; nothing else of them has changed.
  ///
  /// Returns whether the picture differs.
  @discardableResult
  mutating func place(_ notes: some Collection<NoteID>) -> Bool {
    guard drag == nil, nudges.isEmpty, liveMoves.isEmpty else { return refresh(Array(notes)) }
    var isChanged = false
    for note in notes {
      if let point = board.shownPoint(of: note), let isOther = cache.place(note, at: point) {
        isChanged = isChanged || isOther
      } else {
        isChanged = refresh([note]) || isChanged
      }
    }
    if isChanged { isPictureChanged = true }
    return isChanged
  }

  @discardableResult
  mutating func refresh(_ notes: [NoteID]) -> Bool {
    guard !notes.isEmpty else { return false }
    let overlay = Overlay(
      drag: drag,
      nudges: nudges,
      moves: liveMoves,
      own: replicaID,
      viewer: author
    )
    var isChanged = false
    if notes.count == 1 {
      isChanged = cache.update(notes[0], to: board.look(at: notes[0], overlay))
    } else {
      isChanged = cache.update(notes.map { (id: $0, now: board.look(at: $0, overlay)) })
    }
    if let edited = editedNote, notes.contains(edited) { showEdited() }
    if isChanged { isPictureChanged = true }
    return isChanged
  }
}

/// What shows above the registers: my own move, else the live move that began last.
private struct Overlay {
  let drag: OwnMove?
  let nudges: [OwnMove]
  let moves: LiveMoves
  let own: ReplicaID
  let viewer: AuthorID

  func apply(to note: inout NotePicture) {
    let id = note.id
    let mine = drag?.note == id ? drag : nudges.first { $0.note == id }
    if let mine {
      note.position = mine.point
      note.mover = own
      note.origin = mine.origin
    } else if let move = moves.latest(id) {
      note.position = move.frame.point
      note.mover = move.sender
      note.origin = move.frame.origin
    }
  }
}

extension Board {
  /// Looks at a note where it is: a record is large to copy.
  mutating func inspect<Result>(
    _ note: NoteID,
    _ body: (inout NoteRecord, Cancellations) -> Result?
  ) -> Result? {
    guard let index = notes.index(forKey: note) else { return nil }
    return body(&notes.values[index], cancellations)
  }

  /// Where a note is by its register; nil when it does not show.
  fileprivate mutating func shownPoint(of note: NoteID) -> BoardPoint? {
    inspect(note) { record, ledger in
      record.isVisible(ledger) ? record.placement.top(ledger)?.value.point : nil
    }
  }

  /// How one note looks now; the text that shows is kept, so that looking again costs nothing.
  fileprivate mutating func look(at id: NoteID, _ overlay: Overlay) -> PictureCache.Shown? {
    guard let index = notes.index(forKey: id) else { return nil }
    guard var shown = Self.look(at: &notes.values[index], id, cancellations, overlay.viewer) else {
      return nil
    }
    overlay.apply(to: &shown.note)
    return shown
  }

  /// In place: a record is large to copy.
  private static func look(
    at record: inout NoteRecord,
    _ id: NoteID,
    _ ledger: Cancellations,
    _ viewer: AuthorID
  ) -> PictureCache.Shown? {
    record.text.settle(ledger)
    guard let note = record.picture(of: id, ledger, for: viewer),
      let key = record.stacking.top(ledger)?.value
    else { return nil }
    return (note, key)
  }
}
