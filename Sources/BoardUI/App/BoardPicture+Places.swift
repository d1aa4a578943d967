package import BoardCore

/// Where new notes go and how large they are, whoever makes them.
extension BoardPicture {
  /// Row by row from the top: notes whose tops lie within four rows of the first of them count as
  /// one row.
  package var readingOrder: [NotePicture] {
    var rest = notes.sorted { ($0.position.y, $0.id) < ($1.position.y, $1.id) }[...]
    var order: [NotePicture] = []
    while let first = rest.first {
      let row = rest.prefix { Int($0.position.y) < Int(first.position.y) + 4 }
      order += row.sorted {
        ($0.position.x, $0.position.y, $0.id) < ($1.position.x, $1.position.y, $1.id)
      }
      rest = rest.dropFirst(row.count)
    }
    return order
  }

  /// The first in reading order.
  var firstToRead: NotePicture? { notes.firstToRead.map { notes[$0] } }

  /// The places beside a note: to the right, below, left, above, then at its lower corners.
  func places(beside near: BoardFrame, for size: NoteSize) -> [BoardPoint] {
    let width = Int(size.width)
    let height = Int(size.height)
    return [
      (near.right + 2, near.y), (near.x, near.bottom + 1),
      (near.x - width - 2, near.y), (near.x, near.y - height - 1),
      (near.right + 2, near.bottom + 1), (near.x - width - 2, near.bottom + 1),
    ].map { BoardPoint(clampingX: $0.0, y: $0.1) }
  }

  /// Whether no note covers any of these cells.
  func isFree(_ place: BoardPoint, _ size: NoteSize) -> Bool {
    let frame = BoardFrame(place, size)
    return !notes.contains { BoardFrame($0).intersects(frame) }
  }

  /// A free place near the notes that were made last, for one that nobody put anywhere.
  ///
  /// Such notes stand in rows about as wide as a screen, each below the one before.
  package func placeForAddedNote(of size: NoteSize) -> BoardPoint {
    guard let last = notes.last else { return BoardPoint(x: 0, y: 0) }
    let left = notes.suffix(Self.addedNearby).map { Int($0.position.x) }.min() ?? 0
    let beside = places(beside: BoardFrame(last), for: size)[0]
    let end = BoardFrame(beside, size).right
    if end <= left + Self.addedColumns, isFree(beside, size) { return beside }
    // Under whatever is in the way, until nothing is.
    var place = BoardPoint(clampingX: left, y: BoardFrame(last).bottom + 1)
    for _ in 0..<Self.addedTries {
      let frame = BoardFrame(place, size)
      let covered = notes.lazy.map { BoardFrame($0) }.filter { $0.intersects(frame) }
      guard let bottom = covered.map(\.bottom).max() else { return place }
      place = BoardPoint(clampingX: left, y: bottom + 1)
    }
    let bottom = notes.map { BoardFrame($0).bottom }.max() ?? 0
    return BoardPoint(clampingX: left, y: bottom + 1)
  }

  private static let addedColumns = 104
  private static let addedNearby = 8
  private static let addedTries = 100

  /// The color after that of the note that was made last.
  package var colorForAddedNote: NoteColor {
    guard let last = notes.last else { return .first }
    return NoteColor.all[(Int(last.color.index) + 1) % NoteColor.all.count]
  }
}

extension NoteSize {
  /// Room for a text: between the standard size and 44 × 16.
  package init(fitting text: String) {
    self = .standard
    for width in stride(from: Int32(24), through: 44, by: 5) {
      let rows = TextWrapping(text, columns: Int(width) - 4, limit: 15).rows.count
      if rows <= 10 || width == 44 {
        self.init(width: width, height: Int32(min(16, max(7, rows + 2))))
        return
      }
    }
  }
}
