import BoardCore

/// Where notes are, found without taking thousands of them in hand.
extension NotePile {
  /// Those of which some part lies within a frame.
  func indices(within frame: BoardFrame) -> [Int] {
    indices { BoardFrame($0.position, $0.size).intersects(frame) }
  }

  /// Those that somebody moves now.
  var moving: [Int] { indices { $0.mover != nil } }

  /// The frame around all of them; nil without notes.
  var frame: BoardFrame? {
    guard !isEmpty else { return nil }
    var left = Int.max
    var top = Int.max
    var right = Int.min
    var bottom = Int.min
    forEach { _, note in
      let frame = BoardFrame(note.position, note.size)
      left = Swift.min(left, frame.x)
      top = Swift.min(top, frame.y)
      right = Swift.max(right, frame.right)
      bottom = Swift.max(bottom, frame.bottom)
    }
    return BoardFrame(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The first in reading order: of those near the top the one at the left.
  var firstToRead: Int? {
    var top = Int.max
    forEach { _, note in top = Swift.min(top, Int(note.position.y)) }
    var first: (index: Int, place: (Int32, Int32, NoteID))?
    forEach { index, note in
      guard Int(note.position.y) < top + 4 else { return }
      let place = (note.position.x, note.position.y, note.id)
      if first.map({ place < $0.place }) ?? true { first = (index, place) }
    }
    return first?.index
  }

  private func forEach(_ body: (Int, borrowing NotePicture) -> Void) {
    var start = 0
    for part in parts {
      for index in part.indices { body(start + index, part[index]) }
      start += part.count
    }
  }

  private func indices(where isWanted: (borrowing NotePicture) -> Bool) -> [Int] {
    var found: [Int] = []
    forEach { index, note in if isWanted(note) { found.append(index) } }
    return found
  }
}
