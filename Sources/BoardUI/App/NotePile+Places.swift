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
    for part in parts {
      for index in part.indices {
        let frame = BoardFrame(part[index].position, part[index].size)
        left = Swift.min(left, frame.x)
        top = Swift.min(top, frame.y)
        right = Swift.max(right, frame.right)
        bottom = Swift.max(bottom, frame.bottom)
      }
    }
    return BoardFrame(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func indices(where isWanted: (borrowing NotePicture) -> Bool) -> [Int] {
    var found: [Int] = []
    var start = 0
    for part in parts {
      for index in part.indices where isWanted(part[index]) { found.append(start + index) }
      start += part.count
    }
    return found
  }
}
