/// The picture of a board, kept up to date note by note, so that a move costs no rebuilding.
struct PictureCache: Sendable {
  private(set) var picture: BoardPicture
  /// The stacking key of each note of the picture, in the same order.
  private(set) var keys: [StackingKey] = []
  private var shown: [NoteID: StackingKey] = [:]
  /// From this many notes on, one sort is cheaper than a search for each.
  private static let bulk = 48

  typealias Shown = (note: NotePicture, key: StackingKey)

  init(board: BoardID, title: String) {
    picture = BoardPicture(id: board, title: title)
  }

  mutating func set(title: String) { picture.title = title }

  mutating func set(canUndo: Bool, canRedo: Bool) {
    picture.canUndo = canUndo
    picture.canRedo = canRedo
  }

  /// The place of a note among those that show, the lowest first.
  func index(of note: NoteID) -> Int? {
    guard let key = shown[note] else { return nil }
    return place(of: key, note)
  }

  /// Shows these notes as `look` sees them now.
  ///
  /// Returns whether anything differs.
  mutating func update(_ notes: [NoteID], _ look: (NoteID) -> Shown?) -> Bool {
    guard notes.count < Self.bulk else { return updateAll(notes, look) }
    var isChanged = false
    for note in notes where update(note, to: look(note)) { isChanged = true }
    return isChanged
  }

  private mutating func update(_ note: NoteID, to now: Shown?) -> Bool {
    if let key = shown[note] {
      let index = place(of: key, note)
      if let now, now.key == key {
        guard !Self.isSame(picture.notes[index], now.note) else { return false }
        picture.notes[index] = now.note
        return true
      }
      picture.notes.remove(at: index)
      keys.remove(at: index)
      shown[note] = nil
    } else if now == nil {
      return false
    }
    guard let now else { return true }
    let index = place(of: now.key, note)
    picture.notes.insert(now.note, at: index)
    keys.insert(now.key, at: index)
    shown[note] = now.key
    return true
  }

  private mutating func updateAll(_ notes: [NoteID], _ look: (NoteID) -> Shown?) -> Bool {
    let before = picture.notes
    let touched = Set(notes)
    var all: [Shown] = []
    all.reserveCapacity(before.count + touched.count)
    for (note, key) in zip(before, keys) where !touched.contains(note.id) {
      all.append((note, key))
    }
    for note in touched {
      if let now = look(note) { all.append(now) }
    }
    all.sort { ($0.key, $0.note.id) < ($1.key, $1.note.id) }
    picture.notes = all.map(\.note)
    keys = all.map(\.key)
    shown = Dictionary(all.map { ($0.note.id, $0.key) }) { first, _ in first }
    return !picture.notes.elementsEqual(before, by: Self.isSame)
  }

  /// Where a note with this key is, or would be.
  private func place(of key: StackingKey, _ note: NoteID) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if (keys[middle], picture.notes[middle].id) < (key, note) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private static func isSame(_ left: NotePicture, _ right: NotePicture) -> Bool {
    left == right && left.text.utf8.elementsEqual(right.text.utf8)
  }
}
