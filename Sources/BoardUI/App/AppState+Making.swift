import BoardCore

/// New notes: where they go, how large they are.
extension AppState {
  /// The most text that a note holds, in UTF-8 bytes.
  static let textLimit = 16_384

  var colorOfNewNotes: NoteColor {
    nextColor ?? NoteColor.all[Int(truncatingIfNeeded: identity.peer.rawValue & 7)]
  }

  /// A new empty note near the focus, its editor open at once: keys typed meanwhile are kept.
  mutating func makeNote() -> [AppCommand] {
    let place = placeForNote(of: .standard)
    let frame = BoardFrame(place, .standard)
    mode = .editing(EditingMode(newNoteWith: TextEditor(), in: frame))
    reveal(frame)
    return [.edit(.create(text: "", at: place, size: .standard, color: colorOfNewNotes))]
  }

  /// Pasted text becomes one note; no character of it is ever a key.
  mutating func pasteOnBoard(_ text: String) -> [AppCommand] {
    if let obstacle = sync.obstacle { return say(obstacle.words, isError: true) }
    let text = Self.tidy(text)
    guard !text.isEmpty else { return [] }
    guard text.utf8.count <= Self.textLimit else {
      return say("That is too long for one note: it holds 16 KiB.", isError: true)
    }
    let size = NoteSize(fitting: text)
    expectation = .focus
    return [
      .edit(.create(text: text, at: placeForNote(of: size), size: size, color: colorOfNewNotes))
    ]
  }

  /// Line ends of any kind become newlines.
  static func tidyLines(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// The same, without those at the end.
  static func tidy(_ text: String) -> String {
    var result = tidyLines(text)
    while result.last == "\n" { result.removeLast() }
    return result
  }

  /// A free place near the focus, to the right, below, left or above; else stepwise over it.
  func placeForNote(of size: NoteSize) -> BoardPoint {
    guard let focused = focusedNote else {
      return BoardPoint(
        clampingX: view.x + (view.width - Int(size.width)) / 2,
        y: view.y + (view.height - Int(size.height)) / 2
      )
    }
    let near = BoardFrame(focused)
    let candidates = board.places(beside: near, for: size)
    if let free = candidates.first(where: { board.isFree($0, size) && isInView($0, size) }) {
      return free
    }
    var place = BoardPoint(clampingX: near.x + 3, y: near.y + 2)
    // Not exactly over another note, however many were made here.
    let taken = Set(board.notes.map(\.position))
    for _ in 0..<board.notes.count where taken.contains(place) {
      place = BoardPoint(clampingX: Int(place.x) + 3, y: Int(place.y) + 2)
    }
    return place
  }

  private func isInView(_ place: BoardPoint, _ size: NoteSize) -> Bool {
    view.contains(BoardFrame(place, size))
  }
}
