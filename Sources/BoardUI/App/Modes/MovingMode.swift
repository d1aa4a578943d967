package import BoardCore

/// A note in hand.
package struct MovingMode: Equatable, Sendable {
  package var note: NoteID
  package var size: NoteSize
  package var origin: BoardPoint
  package var position: BoardPoint
  /// The last places, at most 16, the newest last: sent along with each step.
  package var trail: [BoardPoint]

  package static let trailLimit = 16
}

extension AppState {
  mutating func lift(_ note: NotePicture) -> [AppCommand] {
    mode = .moving(
      MovingMode(
        note: note.id,
        size: note.size,
        origin: note.position,
        position: note.position,
        trail: [note.position]
      )
    )
    return [.edit(.lift(note.id))]
  }

  mutating func carry(_ key: Key, _ moving: MovingMode) -> [AppCommand] {
    guard case .move(let action)? = KeyBindings.action(of: key, in: .move) else { return [] }
    switch action {
    case .step(let direction, let count): return step(moving, direction, count)
    case .drop: return endMove(of: moving, at: moving.position, .drop)
    case .putBack: return endMove(of: moving, at: moving.origin, .putBack)
    }
  }

  private mutating func step(
    _ moving: MovingMode,
    _ direction: Direction,
    _ count: Int
  ) -> [AppCommand] {
    var moving = moving
    let place = BoardPoint(
      clampingX: Int(moving.position.x) + direction.step.x * count,
      y: Int(moving.position.y) + direction.step.y * count
    )
    guard place != moving.position else { return [] }
    let frame = BoardFrame(place, moving.size)
    let start = BoardFrame(moving.position, moving.size)
    extendWake(of: moving.note, by: nil, from: start, to: frame)
    moving.position = place
    moving.trail.append(place)
    if moving.trail.count > MovingMode.trailLimit { moving.trail.removeFirst() }
    mode = .moving(moving)
    focusFrame = frame
    reveal(frame)
    return [.edit(.dragTo(place, trail: moving.trail))]
  }

  private mutating func endMove(
    of moving: MovingMode,
    at place: BoardPoint,
    _ edit: BoardEdit
  ) -> [AppCommand] {
    mode = .browsing
    focusFrame = BoardFrame(place, moving.size)
    reveal(focusFrame)
    return [.edit(edit)]
  }
}
