/// The picture of a board, kept up to date note by note, so that a move costs no rebuilding.
struct PictureCache: Sendable {
  private(set) var picture: BoardPicture
  /// The stacking key of each note of the picture, in the same order.
  private(set) var keys: [StackingKey] = []
  private var shown: [NoteID: Place] = [:]
  /// From this many notes on, one sort is cheaper than a search for each.
  private static let bulk = 48

  /// Where a note was found last: it is there still unless others came or went below it.
  private struct Place {
    var key: StackingKey
    var index: Int
  }

  typealias Shown = (note: NotePicture, key: StackingKey)

  init(board: BoardID, title: String) {
    picture = BoardPicture(id: board, title: title)
  }

  mutating func set(title: String) { picture.title = title }
  mutating func set(edited: EditedText?) { picture.edited = edited }

  mutating func set(canUndo: Bool, canRedo: Bool) {
    picture.canUndo = canUndo
    picture.canRedo = canRedo
  }

  /// The place of a note among those that show, the lowest first.
  func index(of note: NoteID) -> Int? {
    shown[note].map { find($0, note) }
  }

  /// Shows a note as it is now, or no more.
  ///
  /// Returns whether anything differs.
  mutating func update(_ note: NoteID, to now: consuming Shown?) -> Bool {
    replace(note, by: now) ?? move(note, to: now)
  }

  /// Shows a note at another place, with all else as it is.
  ///
  /// Returns whether anything differs; nil when it does not show or is under a hand.
  mutating func place(_ note: NoteID, at point: BoardPoint) -> Bool? {
    guard let place = shown[note] else { return nil }
    let index = find(place, note)
    guard picture.notes[index].mover == nil else { return nil }
    if index != place.index { shown[note]?.index = index }
    guard picture.notes[index].position != point else { return false }
    picture.notes[index].position = point
    return true
  }

  /// Shows all of these as they are now, or no more.
  ///
  /// Returns whether anything differs.
  mutating func update(_ looked: [(id: NoteID, now: Shown?)]) -> Bool {
    var isChanged = false
    var moved: [(id: NoteID, now: Shown?)] = []
    for (id, now) in looked {
      if let isOther = replace(id, by: now) {
        isChanged = isChanged || isOther
      } else {
        moved.append((id, now))
      }
    }
    if moved.count >= Self.bulk { return moveAll(moved) || isChanged }
    for (id, now) in moved where move(id, to: now) { isChanged = true }
    return isChanged
  }

  /// Shows a note where it is in the pile; nil when that is not where it belongs.
  private mutating func replace(_ note: NoteID, by now: Shown?) -> Bool? {
    guard let now, let place = shown[note], now.key == place.key else { return nil }
    let index = find(place, note)
    if index != place.index { shown[note]?.index = index }
    guard !Self.isSame(picture.notes[index], now.note) else { return false }
    picture.notes[index] = now.note
    return true
  }

  private mutating func move(_ note: NoteID, to now: Shown?) -> Bool {
    if let place = shown[note] {
      let index = find(place, note)
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
    shown[note] = Place(key: now.key, index: index)
    return true
  }

  private mutating func moveAll(_ looked: [(id: NoteID, now: Shown?)]) -> Bool {
    let before = picture.notes
    var all: [Shown] = []
    all.reserveCapacity(before.count + looked.count)
    var taken = Set<NoteID>(minimumCapacity: looked.count)
    for (id, now) in looked where taken.insert(id).inserted {
      if let now { all.append(now) }
    }
    for (note, key) in zip(before, keys) where !taken.contains(note.id) {
      all.append((note, key))
    }
    all.sort { ($0.key, $0.note.id) < ($1.key, $1.note.id) }
    picture.notes = all.map(\.note)
    keys = all.map(\.key)
    shown = Dictionary(minimumCapacity: all.count)
    for (index, one) in all.enumerated() {
      shown[one.note.id] = Place(key: one.key, index: index)
    }
    return !picture.notes.elementsEqual(before, by: Self.isSame)
  }

  private func find(_ place: Place, _ note: NoteID) -> Int {
    let isThere = place.index < picture.notes.count && picture.notes[place.index].id == note
    return isThere ? place.index : self.place(of: place.key, note)
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
    left.position == right.position && left == right
      && left.text.utf8.elementsEqual(right.text.utf8)
  }
}
