package import BoardCore

/// Which note keys act on, and which part of the board is shown.
extension AppState {
  package var focusedNote: NotePicture? { note(focus) }

  func note(_ id: NoteID?) -> NotePicture? {
    guard let id else { return nil }
    return board.notes.index(of: id).map { board.notes[$0] }
  }

  /// Gives the focus to a note, or to none, and brings it into view.
  mutating func setFocus(_ note: NotePicture?) {
    focus = note?.id
    guard let note else { return }
    focusFrame = BoardFrame(note)
    reveal(focusFrame)
  }

  mutating func moveFocus(_ direction: Direction) -> [AppCommand] {
    guard let from = focusedNote else {
      setFocus(nearest(to: focusFrame, among: board.notes))
      return []
    }
    setFocus(nextNote(direction, from: from) ?? from)
    return []
  }

  /// The next in reading order, around the end.
  mutating func moveFocus(by step: Int) -> [AppCommand] {
    let order = readingOrder
    guard !order.isEmpty else { return [] }
    guard let index = order.firstIndex(where: { $0.id == focus }) else {
      setFocus(order[0])
      return []
    }
    setFocus(order[(index + step + order.count) % order.count])
    return []
  }

  /// As `BoardPicture` has it.
  package var readingOrder: [NotePicture] { board.readingOrder }

  /// The nearest note that way: what lies aside counts twice, so that a straight way wins.
  private func nextNote(_ direction: Direction, from: NotePicture) -> NotePicture? {
    let start = BoardFrame(from).middle
    var best: (note: NotePicture, cost: Int)?
    for note in board.notes where note.id != from.id {
      let middle = BoardFrame(note).middle
      let across = middle.across - start.across
      let down = middle.down - start.down
      let (along, aside) =
        switch direction {
        case .left: (-across, abs(down))
        case .right: (across, abs(down))
        case .up: (-down, abs(across))
        case .down: (down, abs(across))
        }
      guard along > 0 else { continue }
      let cost = along + 2 * aside + (aside > along ? 3 * (aside - along) : 0)
      if let known = best, (known.cost, known.note.id) < (cost, note.id) { continue }
      best = (note, cost)
    }
    return best?.note
  }

  /// The note whose middle is nearest to that of a frame.
  func nearest(to frame: BoardFrame, among notes: some Sequence<NotePicture>) -> NotePicture? {
    func distance(_ note: NotePicture) -> Int {
      let middle = BoardFrame(note).middle
      return abs(middle.across - frame.middle.across) + abs(middle.down - frame.middle.down)
    }
    return notes.min { (distance($0), $0.id) < (distance($1), $1.id) }
  }

  /// Whether some part of the note is in the view.
  func isInView(_ note: NotePicture) -> Bool {
    let frame = BoardFrame(note)
    return frame.x < view.right && frame.right > view.x && frame.y < view.bottom
      && frame.bottom > view.y
  }

  /// Moves the view as little as needed, and a few cells more, so that a frame is in it.
  mutating func reveal(_ frame: BoardFrame) {
    hasOwnView = true
    view.x = Self.scrolled(view.x, view.width, toShow: frame.x, frame.width, spare: 8)
    view.y = Self.scrolled(view.y, view.height, toShow: frame.y, frame.height, spare: 4)
  }

  private static func scrolled(
    _ start: Int,
    _ length: Int,
    toShow first: Int,
    _ count: Int,
    spare: Int
  ) -> Int {
    let extra = min(spare, max(0, (length - count) / 2))
    if first < start || count > length { return first - extra }
    if first + count > start + length { return first + count + extra - length }
    return start
  }

  /// The room for the board changes size; its top left corner, focus and mode stay.
  mutating func resize(columns: Int, rows: Int) -> [AppCommand] {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    view.width = self.columns
    view.height = max(0, self.rows - 1)
    return []
  }

  /// Chooses a view for a board that this person has just come to: from the top left note on.
  mutating func showWhole() {
    guard let first = board.firstToRead, let all = board.notes.frame else {
      view.x = 0
      view.y = 0
      return
    }
    let frame = BoardFrame(first)
    let fitsAcross = all.width <= view.width
    let fitsDown = all.height <= view.height
    view.x = fitsAcross ? all.x - (view.width - all.width) / 2 : frame.x - 2
    view.y = fitsDown ? all.y - (view.height - all.height) / 2 : frame.y - 1
    // What is in view already around zero stays where its maker saw it.
    let zero = BoardFrame(x: 0, y: 0, width: view.width, height: view.height)
    if zero.contains(all) {
      view.x = 0
      view.y = 0
    }
  }
}
