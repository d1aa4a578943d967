package import BoardCore

/// A rectangle on the board, in cells: of a note, or of what the screen shows.
///
/// Machine integers, so that sums of what came from others cannot overflow.
package struct BoardFrame: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Where a note is drawn.
  ///
  /// A size that no person chose is brought within 3 × 3 and 400 × 200.
  package init(_ note: NotePicture) {
    self.init(note.position, note.size)
  }

  package init(_ position: BoardPoint, _ size: NoteSize) {
    x = Int(position.x)
    y = Int(position.y)
    width = min(400, max(3, Int(size.width)))
    height = min(200, max(3, Int(size.height)))
  }

  package var right: Int { x + width }
  package var bottom: Int { y + height }

  package func intersects(_ other: BoardFrame) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  package func contains(_ other: BoardFrame) -> Bool {
    x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
  }

  package func contains(x column: Int, y row: Int) -> Bool {
    column >= x && column < right && row >= y && row < bottom
  }

  /// How many cells both cover.
  package func overlap(_ other: BoardFrame) -> Int {
    let across = min(right, other.right) - max(x, other.x)
    let down = min(bottom, other.bottom) - max(y, other.y)
    return across > 0 && down > 0 ? across * down : 0
  }

  /// Twice the middle, rows counted twice more: cells are about twice as high as wide.
  var middle: (across: Int, down: Int) { (2 * x + width, 2 * (2 * y + height)) }
}

extension BoardPoint {
  /// The furthest place on a board, either way.
  static let limit = 1_000_000

  /// The nearest point that a board can hold.
  init(clampingX x: Int, y: Int) {
    self.init(
      x: Int32(min(Self.limit, max(-Self.limit, x))),
      y: Int32(min(Self.limit, max(-Self.limit, y)))
    )
  }
}
