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
    if let note = change.moved { differs = place(note) || differs }
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

  /// Shows where a note is now; nothing else of it has changed.
  ///
  /// Returns whether the picture differs.
  @discardableResult
  mutating func place(_ note: NoteID) -> Bool {
    guard drag == nil, nudges.isEmpty, liveMoves.isEmpty,
      let isChanged = cache.place(note, of: &board)
    else { return refresh([note]) }
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
    let isChanged =
      notes.count == 1
      ? cache.show(notes[0], of: &board, overlay) : cache.show(notes, of: &board, overlay)
    if let edited = editedNote, notes.contains(edited) { showEdited() }
    if isChanged { isPictureChanged = true }
    return isChanged
  }
}

/// What shows above the registers: my own move, else the live move that began last.
struct Overlay {
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
  /// Where the note at a place of the table is by its register; nil when it does not show.
  mutating func shownPoint(at place: Int) -> BoardPoint? {
    notes[at: place].shownPoint(cancellations)
  }

  /// The stacking key of the note at a place; nil when it does not show.
  func shownKey(at place: Int) -> StackingKey? {
    let record = notes[at: place]
    guard record.isVisible(cancellations), record.placement.top(cancellations) != nil else {
      return nil
    }
    return record.stacking.top(cancellations)?.value
  }

  /// How the note at a place looks now; the text that shows is kept for the next look.
  mutating func look(at place: Int, _ overlay: Overlay) -> PictureCache.Shown? {
    let id = notes.keys[place]
    guard var shown = Self.look(at: &notes[at: place], id, cancellations, overlay.viewer)
    else { return nil }
    overlay.apply(to: &shown.note)
    return shown
  }

  private static func look(
    at record: inout NoteRecord,
    _ id: NoteID,
    _ ledger: Cancellations,
    _ viewer: AuthorID
  ) -> PictureCache.Shown? {
    record.settleText(ledger)
    guard let note = record.picture(of: id, ledger, for: viewer),
      let key = record.stacking.top(ledger)?.value
    else { return nil }
    return (note, key)
  }
}
