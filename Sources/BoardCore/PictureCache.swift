/// The picture of a board, kept up to date note by note, so that a move costs no rebuilding.
///
/// Of one board: where its notes are in the picture is remembered in `NoteTable.spots`.
struct PictureCache: Sendable {
  private(set) var picture: BoardPicture
  /// The stacking key of each note of the picture, in the same order.
  private(set) var keys: [StackingKey] = []
  /// From this many notes on, one sort is cheaper than a search for each.
  private static let bulk = 48

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
  func index(of note: NoteID, in board: Board) -> Int? {
    guard let place = board.notes.place(of: note) else { return nil }
    return find(note, near: board.notes.spots[place], board.shownKey(at: place))
  }

  /// Shows a note at another place, with all else as it is.
  ///
  /// Returns whether anything differs; nil when it does not show or is under a hand.
  mutating func place(_ note: NoteID, of board: inout Board) -> Bool? {
    guard let place = board.notes.find(note), let point = board.shownPoint(at: place) else {
      return nil
    }
    let spot = board.notes.spots[place]
    // What shows has a key.
    let key = spot >= 0 && holds(note, at: Int(spot)) ? nil : board.shownKey(at: place) ?? .lowest
    guard let index = key == nil ? Int(spot) : find(note, near: spot, key) else { return nil }
    if spot != index { board.notes.spots[place] = Int32(index) }
    return picture.notes.place(at: index, on: point)
  }

  /// Shows a note as it is now, or no more.
  ///
  /// Returns whether anything differs.
  mutating func show(_ note: NoteID, of board: inout Board, _ overlay: Overlay) -> Bool {
    guard let place = board.notes.find(note) else {
      guard let index = picture.notes.index(of: note) else { return false }
      remove(at: index)
      return true
    }
    let now = board.look(at: place, overlay)
    let index = find(note, near: board.notes.spots[place], now?.key)
    guard let now else {
      board.notes.spots[place] = NoteTable.noSpot
      if let index { remove(at: index) }
      return index != nil
    }
    if let index, keys[index] == now.key {
      board.notes.spots[place] = Int32(index)
      return set(index, now.note)
    }
    if let index { remove(at: index) }
    let spot = self.place(of: now.key, note)
    picture.notes.insert(now.note, at: spot)
    keys.insert(now.key, at: spot)
    board.notes.spots[place] = Int32(spot)
    return true
  }

  /// Shows all of these as they are now, or no more.
  ///
  /// Returns whether anything differs.
  mutating func show(_ notes: [NoteID], of board: inout Board, _ overlay: Overlay) -> Bool {
    var isChanged = false
    var moved: [NoteID] = []
    for note in notes {
      if !isInPlace(note, of: &board) {
        moved.append(note)
      } else if show(note, of: &board, overlay) {
        isChanged = true
      }
    }
    if moved.count >= Self.bulk { return moveAll(moved, of: &board, overlay) || isChanged }
    for note in moved where show(note, of: &board, overlay) { isChanged = true }
    return isChanged
  }

  /// Puts the picture together anew, with these as they are now.
  private mutating func moveAll(
    _ moved: [NoteID],
    of board: inout Board,
    _ overlay: Overlay
  ) -> Bool {
    let (order, newKeys) = order(of: moved, &board)
    let before = picture.notes
    let keysBefore = keys
    var notes: [NotePicture] = []
    notes.reserveCapacity(order.count)
    keys = []
    keys.reserveCapacity(order.count)
    for entry in order {
      if entry.index >= 0 {
        notes.append(before[Int(entry.index)])
        keys.append(keysBefore[Int(entry.index)])
      } else if let now = board.look(at: Int(entry.place), overlay) {
        notes.append(now.note)
        keys.append(newKeys[Int(~entry.index)])
      }
      board.notes.spots[Int(entry.place)] = Int32(keys.count - 1)
    }
    picture.notes = NotePile(notes)
    return !notes.elementsEqual(before, by: Self.isSame)
  }

  /// A note that will show.
  private struct Entry {
    /// Of the stacking key.
    var prefix: UInt64
    /// On the board, and in the picture as it was.
    ///
    /// When it is to be looked at anew: the bits turned round, in the list of new keys.
    var place: Int32
    var index: Int32
  }

  /// All notes that show, the lowest first; every other one has no spot any more.
  private func order(
    of moved: [NoteID],
    _ board: inout Board
  ) -> (order: [Entry], newKeys: [StackingKey]) {
    var order: [Entry] = []
    var newKeys: [StackingKey] = []
    order.reserveCapacity(keys.count + moved.count)
    newKeys.reserveCapacity(moved.count)
    for note in moved {
      guard let place = board.notes.find(note), board.notes.spots[place] != NoteTable.newSpot
      else { continue }
      board.notes.spots[place] = NoteTable.newSpot
      guard let key = board.shownKey(at: place) else { continue }
      order.append(Entry(prefix: key.prefix, place: Int32(place), index: ~Int32(newKeys.count)))
      newKeys.append(key)
    }
    for index in keys.indices {
      // What is not on the board any more shows no more.
      guard let place = board.notes.find(picture.notes[index].id),
        board.notes.spots[place] != NoteTable.newSpot
      else { continue }
      order.append(Entry(prefix: keys[index].prefix, place: Int32(place), index: Int32(index)))
    }
    for note in moved {
      if let place = board.notes.find(note) { board.notes.spots[place] = NoteTable.noSpot }
    }
    let sorted = Self.sorted(order, keys, newKeys, board.notes.keys)
    return (sorted, newKeys)
  }

  /// Nearly always the prefixes of the keys decide: the keys themselves lie all over the memory.
  private static func sorted(
    _ order: [Entry],
    _ keys: [StackingKey],
    _ newKeys: [StackingKey],
    _ names: [NoteID]
  ) -> [Entry] {
    keys.withUnsafeBufferPointer { keys in
      newKeys.withUnsafeBufferPointer { newKeys in
        names.withUnsafeBufferPointer { names in
          func isLower(_ left: Entry, _ right: Entry) -> Bool {
            guard left.prefix == right.prefix else { return left.prefix < right.prefix }
            let (here, there) = (Int(left.index), Int(right.index))
            let leftKey = here < 0 ? newKeys[~here] : keys[here]
            let rightKey = there < 0 ? newKeys[~there] : keys[there]
            if leftKey < rightKey { return true }
            if rightKey < leftKey { return false }
            return names[Int(left.place)] < names[Int(right.place)]
          }
          return order.sorted(by: isLower)
        }
      }
    }
  }

  // MARK: One note

  private mutating func set(_ index: Int, _ note: NotePicture) -> Bool {
    guard !Self.isSame(picture.notes[index], note) else { return false }
    picture.notes[index] = note
    return true
  }

  private mutating func remove(at index: Int) {
    picture.notes.remove(at: index)
    keys.remove(at: index)
  }

  /// Whether a note shows in the place where it belongs, or does not show and need not.
  private func isInPlace(_ note: NoteID, of board: inout Board) -> Bool {
    guard let place = board.notes.find(note) else { return false }
    let spot = board.notes.spots[place]
    guard let key = board.shownKey(at: place) else { return spot == NoteTable.noSpot }
    guard spot != NoteTable.noSpot else { return false }
    let index = holds(note, at: Int(spot)) ? Int(spot) : self.place(of: key, note)
    return holds(note, at: index) && keys[index] == key
  }

  /// Where a note is in the picture: where it was last, else where `key` belongs, else anywhere.
  private func find(_ note: NoteID, near spot: Int32, _ key: StackingKey?) -> Int? {
    guard spot != NoteTable.noSpot else { return nil }
    if holds(note, at: Int(spot)) { return Int(spot) }
    if let key {
      let index = place(of: key, note)
      if holds(note, at: index) { return index }
    }
    return picture.notes.index(of: note)
  }

  private func holds(_ note: NoteID, at index: Int) -> Bool {
    index < picture.notes.count && picture.notes[index].id == note
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
      && left.text.isExactly(right.text)
  }
}
