import BoardCore

/// What becomes of the state when the board is another one.
extension AppState {
  mutating func show(_ picture: BoardPicture, made: NoteID?) -> [AppCommand] {
    let old = board
    if picture.id != old.id { arrive() }
    trackMovers(from: old, to: picture)
    board = picture
    dropConflicts(from: old)
    chooseView(after: picture.id == old.id ? old.notes.count : 0)
    var commands: [AppCommand] = []
    if let made, let note = note(made) { commands = meet(note) }
    keepFocus()
    commands += keepHold(old)
    if followsOwnChange { showChange(from: old) }
    return commands
  }

  /// Goes to what an own undo or redo changed, if all of it is out of sight.
  private mutating func showChange(from old: BoardPicture) {
    followsOwnChange = false
    let before = Dictionary(old.notes.map { ($0.id, $0) }) { first, _ in first }
    let changed = readingOrder.filter { before[$0.id] != $0 }
    guard let first = changed.first, !changed.contains(where: isInView) else { return }
    setFocus(first)
  }

  /// Another board: its own view and focus.
  ///
  /// Whatever was in hand belongs to the old one.
  private mutating func arrive() {
    focus = nil
    hasOwnView = false
    viewSettles = nil
    wakes = []
    cursors = [:]
    lost = []
    expectation = .nothing
    view.x = 0
    view.y = 0
    focusFrame = BoardFrame(x: 0, y: 0, width: 1, height: 1)
    switch mode {
    case .editing, .moving, .clearQuestion, .keepQuestion, .bringQuestion: mode = .browsing
    case .browsing, .prompt, .endQuestion, .help, .people, .link, .removeQuestion: break
    }
  }

  /// A board comes in pieces: what comes within a second of the first notes chooses the view.
  ///
  /// After that, and once this person has moved about, nothing that others do moves it.
  private mutating func chooseView(after count: Int) {
    guard !hasOwnView, board.notes.count > count else { return }
    let settled = viewSettles ?? moment + .seconds(1)
    viewSettles = settled
    if moment <= settled { showWhole() }
  }

  /// The note that this person asked for is there.
  private mutating func meet(_ note: NotePicture) -> [AppCommand] {
    let expected = expectation
    expectation = .nothing
    if case .editing(var editing) = mode, editing.note == nil {
      editing.note = note.id
      editing.committed = note.text
      mode = .editing(editing)
      setFocus(note)
      return []
    }
    switch expected {
    case .nothing:
      return []
    case .focus:
      if mode == .browsing { setFocus(note) }
      return []
    case .text(let text):
      if mode == .browsing { setFocus(note) }
      return [.edit(.editText(note.id, from: note.text, to: text))]
    }
  }

  /// The focus stays on its note; when that is gone, the nearest has it.
  ///
  /// The view stays.
  private mutating func keepFocus() {
    if let note = focusedNote {
      focusFrame = BoardFrame(note)
    } else if hasOwnView {
      focus = nearest(to: focusFrame, among: board.notes)?.id
    } else {
      focus = board.firstToRead?.id
    }
    if focusedNote == nil { focus = nil }
    if let note = focusedNote { focusFrame = BoardFrame(note) }
  }

  /// The note in hand: its text follows the others' edits, or it is gone and the person is asked.
  private mutating func keepHold(_ old: BoardPicture) -> [AppCommand] {
    switch mode {
    case .moving(let moving):
      focus = board.notes.index(of: moving.note) != nil ? moving.note : focus
      if focus == moving.note {
        focusFrame = BoardFrame(moving.position, moving.size)
      } else if let lost = old.notes.first(where: { $0.id == moving.note }) {
        mode = .keepQuestion(
          KeepQuestion(
            text: lost.text,
            position: moving.position,
            size: lost.size,
            color: lost.color,
            takenBy: nameOfTaker(of: lost.id),
            askedAt: moment
          )
        )
      } else {
        mode = .browsing
      }
    case .editing(let editing):
      return followText(editing, old)
    case .browsing, .prompt, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help,
      .people, .link, .removeQuestion:
      break
    }
    return []
  }

  /// Notes that others move leave wakes.
  private mutating func trackMovers(from old: BoardPicture, to new: BoardPicture) {
    guard old.id == new.id else { return }
    for index in new.notes.moving {
      let note = new.notes[index]
      if case .moving(let moving) = mode, moving.note == note.id { continue }
      guard let before = old.notes.index(of: note.id).map({ old.notes[$0] }),
        before.position != note.position
      else { continue }
      extendWake(of: note.id, by: note.mover, from: BoardFrame(before), to: BoardFrame(note))
    }
  }
}
