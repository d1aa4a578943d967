extension Board {
  /// Joins another state of the same board: afterwards this one knows what either knew.
  ///
  /// The order of joins, and joining twice, make no difference but for what pruning drops.
  package mutating func join(_ other: Board) {
    var joined: [NoteID: NoteRecord] = [:]
    joined.reserveCapacity(max(notes.count, other.notes.count))
    for (note, record) in notes {
      if let theirs = other.notes[note] {
        var record = record
        record.join(theirs, mine: vector, theirs: other.vector)
        joined[note] = record
      } else if !other.vector.contains(note) {
        joined[note] = record
      }
    }
    for (note, record) in other.notes where notes[note] == nil && !vector.contains(note) {
      joined[note] = record
      joined[note]?.text.unsettle()
    }
    notes = joined
    title.join(other.title, mine: vector, theirs: other.vector)
    cancellations.join(other.cancellations)
    vector.merge(other.vector)
  }
}

extension NoteRecord {
  mutating func join(_ other: NoteRecord, mine: VersionVector, theirs: VersionVector) {
    placement.join(other.placement, mine: mine, theirs: theirs)
    size.join(other.size, mine: mine, theirs: theirs)
    color.join(other.color, mine: mine, theirs: theirs)
    stacking.join(other.stacking, mine: mine, theirs: theirs)
    text.join(other.text, mine: mine, theirs: theirs)
    guard tokens != other.tokens else { return }
    let here = Set(tokens.map(\.dot))
    let there = Set(other.tokens.map(\.dot))
    tokens.removeAll { !there.contains($0.dot) && theirs.contains($0.dot) }
    for token in other.tokens where !here.contains(token.dot) && !mine.contains(token.dot) {
      hide(token)
    }
  }
}
