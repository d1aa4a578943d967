/// Raising and lowering: one step that can be seen.
extension BoardReplicator {
  /// Past the next note that overlaps, or past the next one when none does.
  mutating func restack(
    _ note: NoteID,
    up: Bool,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    guard let index = cache.index(of: note, in: board) else { return }
    let notes = picture.notes
    let beyond = up ? Array((index + 1)..<notes.count) : Array((0..<index).reversed())
    guard let next = beyond.first(where: { notes[$0].overlaps(notes[index]) }) ?? beyond.first
    else { return }
    let dot = Dot(replicaID, nextSequence)
    for place in beyond where up ? place >= next : place <= next {
      let low = up ? cache.keys[place] : (place > 0 ? cache.keys[place - 1] : nil)
      let high = up ? (place + 1 < notes.count ? cache.keys[place + 1] : nil) : cache.keys[place]
      let isTop = up && high == nil
      let key =
        isTop
        ? StackingKey.inFront(of: low, dot: dot) : StackingKey.between(low, high, dot: dot)
      if let key { return set(note, .stacking(key), at: now, into: &effects) }
      // No room between these two: the notes change places. Equal ones cannot: one step further.
      if cache.keys[place] != cache.keys[index] {
        return exchange(note, notes[place].id, at: now, into: &effects)
      }
    }
  }

  /// Above or below all others, in the order in which they lie: one step of undo.
  mutating func move(
    _ notes: [NoteID],
    toFront isFront: Bool,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    let indices = Set(notes.compactMap { cache.index(of: $0, in: board) }).sorted()
    let count = cache.keys.count
    let isThere =
      isFront ? indices.first == count - indices.count : indices.last == indices.count - 1
    guard !indices.isEmpty, !isThere else { return }
    let group = nextSequence
    let dot = Dot(replicaID, group)
    let base = isFront ? keyInFront(dot) : StackingKey.behind(cache.keys.first, dot: dot)
    let moved = indices.map { picture.notes[$0].id }
    for (number, note) in moved.enumerated() {
      guard let key = number == 0 ? base : base?.member(number) else { return }
      let isFirst = nextSequence == group
      set(note, .stacking(key), group: group, isStep: isFirst, at: now, into: &effects)
    }
  }

  /// The key of a new note: above all others, and in a group right above the one made before.
  mutating func keyOfNewNote(_ dot: Dot) -> StackingKey? {
    if let key = openStep?.nextKey() { return key }
    let key = keyInFront(dot)
    openStep?.pile = key.map { ($0, 0) }
    return key
  }

  /// The highest place there is: below what others may have put where nothing is above.
  private func keyInFront(_ dot: Dot) -> StackingKey? {
    if let key = StackingKey.inFront(of: cache.keys.last, dot: dot) { return key }
    for place in cache.keys.indices.reversed() {
      let low = place > 0 ? cache.keys[place - 1] : nil
      if let key = StackingKey.between(low, cache.keys[place], dot: dot) { return key }
    }
    return nil
  }

  /// Two notes take each other's place in the pile: one step of undo.
  private mutating func exchange(
    _ note: NoteID,
    _ other: NoteID,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    guard let index = cache.index(of: note, in: board),
      let otherIndex = cache.index(of: other, in: board)
    else { return }
    let key = cache.keys[index]
    let otherKey = cache.keys[otherIndex]
    let group = nextSequence
    set(note, .stacking(otherKey), group: group, at: now, into: &effects)
    set(other, .stacking(key), group: group, isStep: false, at: now, into: &effects)
  }
}

extension NotePicture {
  /// Whether two notes share a cell.
  func overlaps(_ other: NotePicture) -> Bool {
    position.x < other.position.x + other.size.width
      && other.position.x < position.x + size.width
      && position.y < other.position.y + other.size.height
      && other.position.y < position.y + size.height
  }
}
