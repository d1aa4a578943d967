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

  @discardableResult
  mutating func refresh(_ notes: [NoteID]) -> Bool {
    guard !notes.isEmpty else { return false }
    for note in notes { board.settleText(of: note) }
    let look = Look(
      board: board,
      drag: drag,
      nudges: nudges,
      moves: liveMoves,
      own: replicaID,
      author: author
    )
    guard cache.update(notes, look.shown) else { return false }
    isPictureChanged = true
    return true
  }
}

/// How one note looks: my own move, else the live move that began last, else the register.
private struct Look {
  let board: Board
  let drag: OwnMove?
  let nudges: [OwnMove]
  let moves: LiveMoves
  let own: ReplicaID
  let author: AuthorID

  func shown(_ id: NoteID) -> PictureCache.Shown? {
    guard var note = board.picture(of: id, for: author),
      let key = board.notes[id]?.stacking.top(board.cancellations)?.value
    else { return nil }
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
    return (note, key)
  }
}
