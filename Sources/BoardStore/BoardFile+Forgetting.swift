/// A past that is deleted: gone at once for whoever looks, and from the file piece by piece.
///
/// Its tables are set aside under other names, which costs the same however much is in them, and
/// emptied from there. What a kill leaves of them is nobody's history, and goes in the next run.
extension BoardFile {
  /// Most rows, and about as many bytes, that one piece deletes: it takes a few milliseconds.
  private static let pieceRows = 1_000
  private static let pieceBytes = 256 << 10
  /// What is copied within a frame or two while a screen waits.
  private static let bytesAtOnce = 1 << 20

  /// Deletes the past, and makes the file smaller; the board as it is stays.
  ///
  /// A keyframe is wanted next. It takes as long as there is much of it: `setHistoryAside` does not.
  package func deleteHistory() throws(BoardStoreError) {
    try setHistoryAside()
    try forgetAll()
    shrink()
  }

  /// Deletes the past; `forgetSome` then takes it out of the file.
  ///
  /// A keyframe is wanted next.
  package func setHistoryAside() throws(BoardStoreError) {
    try write { () throws(BoardStoreError) in
      for table in ["keyframes", "changes"] {
        try database.run("ALTER TABLE \(table) RENAME TO \(try nameAside())")
      }
      try BoardSchema.makeExtras(in: database)
    }
    beginHistory()
    isForgetting = true
    isShrinkDue = true
  }

  /// Takes a piece of a deleted past out of the file, while `isForgetting`.
  ///
  /// With the last one the file becomes smaller, unless so much is left that it is done when the
  /// run ends.
  package func forgetSome() throws(BoardStoreError) {
    try forgetPiece()
    if !isForgetting, let left = usedBytes, left <= Self.bytesAtOnce { shrink() }
  }

  func forgetAll() throws(BoardStoreError) {
    while isForgetting { try forgetPiece() }
  }

  /// Looks for what the last run had no time to take out.
  func goOnForgetting() throws(BoardStoreError) {
    isForgetting = try !tablesAside().isEmpty
    isShrinkDue = isForgetting
  }

  private func forgetPiece() throws(BoardStoreError) {
    guard let table = try tablesAside().first else {
      isForgetting = false
      return
    }
    var (last, count, bytes) = (Int64(0), 0, Int64(0))
    let rows = try database.prepare("SELECT place, length(bytes) FROM \(table) ORDER BY place")
    while count < Self.pieceRows, bytes < Self.pieceBytes, try rows.step() {
      last = rows.number(0)
      bytes += rows.number(1)
      count += 1
    }
    rows.reset()
    try write { () throws(BoardStoreError) in
      if count == 0 {
        try database.run("DROP TABLE \(table)")
      } else {
        try database.prepare("DELETE FROM \(table) WHERE place <= ?1").run(.number(last))
      }
    }
  }

  /// The tables of pasts that were deleted.
  private func tablesAside() throws(BoardStoreError) -> [String] {
    let rows = try database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'forgotten_[0-9]*'"
    )
    var names: [String] = []
    while try rows.step() { names.append(String(decoding: rows.bytes(0), as: UTF8.self)) }
    // Nobody else makes any, and a name that needs quoting is not one of ours.
    return names.filter { $0.utf8.dropFirst(10).allSatisfy { (48...57).contains($0) } }
  }

  private func nameAside() throws(BoardStoreError) -> String {
    let taken = try tablesAside()
    var number = taken.count + 1
    while taken.contains("forgotten_\(number)") { number += 1 }
    return "forgotten_\(number)"
  }

  /// Bytes of the pages that hold something.
  private var usedBytes: Int? {
    guard let pages = try? database.number("PRAGMA page_count"),
      let free = try? database.number("PRAGMA freelist_count"),
      let size = try? database.number("PRAGMA page_size")
    else { return nil }
    return Int(pages - free) * Int(size)
  }

  /// Gives the room of what was deleted back to the disk, if that is due.
  ///
  /// It takes as long as copying what is left. Where the disk has no room for that, or somebody
  /// reads, the room is used by what comes next.
  func shrink() {
    guard isShrinkDue, !isForgetting, !isReadOnly, !hasFailed else { return }
    isShrinkDue = false
    try? database.run("VACUUM")
    try? database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
