/// Reading a board: the newest sound snapshot and the operations after it.
extension BoardFile {
  /// Everything that can be read, up to the first row that cannot.
  ///
  /// Each row is checked: a snapshot by size and checksum, an operation by checksum and place.
  package func load() -> StoredLog {
    var log = StoredLog()
    do {
      try readSnapshot(into: &log)
      try readOperations(into: &log)
    } catch {
      log.damage = error
    }
    return log
  }

  /// The newest snapshot that is sound; older ones are kept for the case that it is not.
  private func readSnapshot(into log: inout StoredLog) throws(BoardStoreError) {
    guard version >= 2 else { return }
    let rows = try database.prepare(
      "SELECT place, size, checksum, bytes FROM snapshots ORDER BY place DESC"
    )
    while try rows.step() {
      let deflated = Deflated(
        size: Int(rows.number(1)),
        checksum: UInt32(truncatingIfNeeded: rows.number(2)),
        bytes: rows.bytes(3)
      )
      guard let plain = deflated.inflated else {
        isSnapshotBad = true
        continue
      }
      log.snapshot = plain
      log.place = rows.number(0)
      loadedPlace = log.place
      return
    }
  }

  private func readOperations(into log: inout StoredLog) throws(BoardStoreError) {
    let checksum = version >= 2 ? "checksum" : "NULL"
    let rows = try database.prepare(
      "SELECT place, bytes, \(checksum) FROM operations WHERE place > ?1 ORDER BY place"
    )
    rows.bind([.number(log.place)])
    var last = log.place
    while try rows.step() {
      let bytes = rows.bytes(1)
      let isSound = rows.isNull(2) || rows.number(2) == Int64(Deflated.checksum(of: bytes))
      guard isSound, rows.number(0) == last + 1 else { throw Self.damaged(path) }
      last += 1
      log.operations.append(bytes)
    }
    // Rows that a damaged table hides are missed by what came after them.
    guard last >= lastPlace else { throw Self.damaged(path) }
  }

  /// Counts what the file holds, so that nothing need be asked of it later.
  func count() throws(BoardStoreError) {
    let tables = ["operations", "snapshots", "keyframes", "changes"]
    for table in tables {
      lastPlace = max(lastPlace, try database.number("SELECT max(place) FROM \(table)") ?? 0)
    }
    let snapshot = try database.number("SELECT max(place) FROM snapshots") ?? 0
    sinceSnapshot = try growth(of: "operations", above: snapshot)
    let newest = try database.prepare(
      "SELECT place, moment FROM keyframes ORDER BY place DESC LIMIT 1"
    )
    guard try newest.step() else { return }
    keyframeMoment = UInt64(clamping: newest.number(1))
    sinceKeyframe = try growth(of: "changes", above: newest.number(0))
  }

  private func growth(
    of table: String,
    above place: Int64
  ) throws(BoardStoreError) -> Growth {
    let row = try database.prepare(
      "SELECT count(*), coalesce(sum(length(bytes)), 0) FROM \(table) WHERE place > ?1"
    )
    row.bind([.number(place)])
    guard try row.step() else { return Growth() }
    return Growth(operations: Int(row.number(0)), bytes: Int(row.number(1)))
  }

  static func notABoard(_ path: String) -> BoardStoreError {
    BoardStoreError(
      .unreadable,
      path: path,
      failure: "is not a board",
      advice: "open it in corkboard: the file is set aside, and the board begins anew"
    )
  }

  static func damaged(_ path: String) -> BoardStoreError {
    BoardStoreError(
      .unreadable,
      path: path,
      failure: "is damaged",
      advice: "open it in corkboard: what can be read of it goes on, and the file is kept"
    )
  }

  static func newer(_ path: String, _ version: Int64) -> BoardStoreError {
    BoardStoreError(
      .newerFormat(version),
      path: path,
      failure: "was made by a newer corkboard",
      advice: "open it with that one; the file was left as it is"
    )
  }
}
