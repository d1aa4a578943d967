package import BoardCore

/// The thin trail that a moving note leaves: cells that it has just uncovered, fading.
///
/// All cells of all wakes fade at the same moments, 300 ms apart: between two of them a frame holds
/// only what moved.
package struct Wake: Equatable, Sendable {
  /// One cell and the step of time in which it was uncovered.
  package struct Cell: Equatable, Sendable {
    package var x: Int
    package var y: Int
    var born: Int64
  }

  package static let stepMilliseconds: Int64 = 300
  /// After so many steps a cell is gone.
  package static let steps: Int64 = 4
  /// Cells of one wake.
  package static let limit = 16

  package let note: NoteID
  /// Who moves the note; nil for this person.
  package let mover: ReplicaID?
  package internal(set) var cells: [Cell] = []

  /// Which step of time a moment lies in.
  static func step(of moment: Duration) -> Int64 {
    let parts = moment.components
    return (parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000) / stepMilliseconds
  }

  mutating func fade(to step: Int64) {
    cells.removeAll { step - $0.born >= Self.steps }
  }

  /// How far a cell has faded, 0 to 3.
  package static func fading(of cell: Cell, at moment: Duration) -> Int {
    Int(min(steps - 1, max(0, step(of: moment) - cell.born)))
  }

  /// Marks the middle of the edge that trails, for each cell of the way; the last 16 count.
  mutating func extend(from start: BoardFrame, to end: BoardFrame, at moment: Duration) {
    let across = end.x - start.x
    let down = end.y - start.y
    let count = max(abs(across), abs(down))
    guard count > 0 else { return }
    let born = Self.step(of: moment)
    for index in max(0, count - Self.limit)..<count {
      var at = start
      at.x += across * index / count
      at.y += down * index / count
      let cell = Self.uncovered(at, across: across, down: down)
      cells.removeAll { $0.x == cell.x && $0.y == cell.y }
      cells.append(Cell(x: cell.x, y: cell.y, born: born))
    }
    if cells.count > Self.limit { cells.removeFirst(cells.count - Self.limit) }
  }

  private static func uncovered(
    _ frame: BoardFrame,
    across: Int,
    down: Int
  ) -> (x: Int, y: Int) {
    if abs(across) >= abs(down) {
      return (across > 0 ? frame.x : frame.right - 1, frame.y + frame.height / 2)
    }
    return (frame.x + frame.width / 2, down > 0 ? frame.y : frame.bottom - 1)
  }
}

extension AppState {
  /// A note went from one place to another: its wake grows.
  mutating func extendWake(
    of note: NoteID,
    by mover: ReplicaID?,
    from start: BoardFrame,
    to end: BoardFrame
  ) {
    let index: Int
    if let known = wakes.firstIndex(where: { $0.note == note && $0.mover == mover }) {
      index = known
    } else {
      index = wakes.count
      wakes.append(Wake(note: note, mover: mover))
    }
    wakes[index].extend(from: start, to: end, at: moment)
  }
}
