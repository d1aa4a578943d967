extension Board {
  /// Joins another state of the same board: afterwards this one knows what either knew.
  ///
  /// The order of joins, and joining twice, make no difference but for what pruning drops.
  package mutating func join(_ other: Board) {
    if notes.isEmpty, vector.count == 0 {
      notes = other.notes
      notes.forgetSpots()
    } else {
      joinNotes(other)
    }
    title.join(other.title, mine: vector, theirs: other.vector)
    cancellations.join(other.cancellations)
    vector.merge(other.vector)
    extra = Self.joined(extra, other.extra)
    fields.join(other.fields)
    rehashAll()
  }

  private mutating func joinNotes(_ other: Board) {
    let gone = notes.keys.filter { other.notes[$0] == nil && other.vector.contains($0) }
    for note in gone { remove(note) }
    for (note, record) in zip(other.notes.keys, other.notes.values) {
      if let place = notes.find(note) {
        notes[at: place].join(record, mine: vector, theirs: other.vector)
      } else if !vector.contains(note) {
        notes.append(record, as: note)
      }
    }
  }

  /// Bytes that nobody here understands: the greater ones stay, on every replica alike.
  static func joined(_ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
    mine.lexicographicallyPrecedes(theirs) ? theirs : mine
  }
}

extension NoteRecord {
  mutating func join(_ other: NoteRecord, mine: VersionVector, theirs: VersionVector) {
    guard !isSame(as: other) else { return }
    placement.join(other.placement, mine: mine, theirs: theirs)
    size.join(other.size, mine: mine, theirs: theirs)
    color.join(other.color, mine: mine, theirs: theirs)
    stacking.join(other.stacking, mine: mine, theirs: theirs)
    if !isTextAsMade || !other.isTextAsMade || text != other.text {
      text.join(other.text, mine: mine, theirs: theirs)
    }
    guard !isPlain || !other.isPlain else { return }
    votes.join(other.votes, mine: mine, theirs: theirs)
    attachments.join(other.attachments, mine: mine, theirs: theirs)
    extra = Board.joined(extra, other.extra)
    fields.join(other.fields)
    tokens.joinTokens(other.tokens, mine: mine, theirs: theirs)
  }
}

extension [Origin] {
  /// Joins what hides something: both sides' tokens, without those that one has seen folded away.
  mutating func joinTokens(_ other: [Origin], mine: VersionVector, theirs: VersionVector) {
    guard self != other else { return }
    let here = Set(map(\.dot))
    let there = Set(other.map(\.dot))
    removeAll { !there.contains($0.dot) && theirs.contains($0.dot) }
    append(contentsOf: other.filter { !here.contains($0.dot) && !mine.contains($0.dot) })
    sort()
  }
}
