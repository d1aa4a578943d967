package import BoardCore

/// What the board was: keyframes and the operations between, thinned as they grow old.
///
/// In tables of their own, of which nothing else depends.
extension BoardFile {
  /// The moments that can be shown, the oldest first.
  ///
  /// A board that is kept as it is now, and as nothing else, has no past.
  package func history() throws(BoardStoreError) -> [HistoryMoment] {
    let shown = HistoryThinning.shown(try moments(withGestures: true))
    return shown.count == 1 && shown[0].isKeyframe ? [] : shown
  }

  /// The board as it was at a moment, for nobody to write with.
  ///
  /// `title` shows where none was set yet. Nil when that moment is not kept or cannot be read.
  package func board(
    at place: Int64,
    title: String
  ) throws(BoardStoreError) -> BoardReplicator? {
    guard let log = try log(at: place) else { return nil }
    var board = BoardReplicator(
      board: id,
      title: title,
      replica: ReplicaID(0),
      author: AuthorID(0)
    )
    do {
      try board.load(snapshot: log.snapshot, operations: log.operations)
    } catch {
      return nil
    }
    return board
  }

  /// What the board was at a moment: the keyframe before it and the operations up to it.
  ///
  /// Nil when that moment is not kept, or its keyframe cannot be read.
  package func log(at place: Int64) throws(BoardStoreError) -> StoredLog? {
    guard version >= 2 else { return nil }
    let keyframe = try database.prepare(
      """
      SELECT place, size, checksum, bytes FROM keyframes WHERE place <= ?1
      ORDER BY place DESC LIMIT 1
      """
    )
    keyframe.bind([.number(place)])
    guard try keyframe.step() else { return nil }
    let deflated = Deflated(
      size: Int(keyframe.number(1)),
      checksum: UInt32(truncatingIfNeeded: keyframe.number(2)),
      bytes: keyframe.bytes(3)
    )
    guard let plain = deflated.inflated else { return nil }
    var log = StoredLog(snapshot: plain)
    log.place = keyframe.number(0)
    let rows = try database.prepare(
      "SELECT place, bytes FROM changes WHERE place > ?1 AND place <= ?2 ORDER BY place"
    )
    rows.bind([.number(log.place), .number(place)])
    while try rows.step() {
      // Without one of them, those after it would be shown on a board that never was.
      guard rows.number(0) == log.place + Int64(log.operations.count) + 1 else { return nil }
      log.operations.append(rows.bytes(1))
    }
    return log.place + Int64(log.operations.count) == place ? log : nil
  }

  func insertKeyframe(
    _ deflated: Deflated,
    at moment: UInt64,
    place: Int64
  ) throws(BoardStoreError) {
    try database.prepare(
      """
      INSERT OR REPLACE INTO keyframes (place, moment, size, checksum, bytes)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """
    ).run(
      .number(place),
      .number(Int64(clamping: moment)),
      .number(Int64(deflated.size)),
      .number(Int64(deflated.checksum)),
      .bytes(deflated.bytes)
    )
  }

  /// Deletes what `HistoryThinning` lets go.
  func thinHistory(at moment: UInt64) throws(BoardStoreError) {
    guard try !restoreExtras() else { return }
    // Young history stays as it is, however much there is of it.
    let oldest = try database.number("SELECT min(moment) FROM keyframes")
    guard let oldest, HistoryThinning.mayLetGo(of: UInt64(clamping: oldest), now: moment) else {
      return
    }
    let all = try moments(withGestures: false)
    let kept = HistoryThinning.kept(all, now: moment)
    guard kept.count < all.count else { return }
    let keyframes = Set(kept.filter(\.isKeyframe).map(\.place))
    let changes = Set(kept.filter { !$0.isKeyframe }.map(\.place))
    try write { () throws(BoardStoreError) in
      let deleteKeyframe = try database.prepare("DELETE FROM keyframes WHERE place = ?1")
      let deleteChange = try database.prepare("DELETE FROM changes WHERE place = ?1")
      for moment in all {
        if moment.isKeyframe, !keyframes.contains(moment.place) {
          try deleteKeyframe.run(.number(moment.place))
        } else if !moment.isKeyframe, !changes.contains(moment.place) {
          try deleteChange.run(.number(moment.place))
        }
      }
    }
  }

  /// Everything that is kept of the past, ascending; a keyframe after the change that it includes.
  private func moments(
    withGestures: Bool
  ) throws(BoardStoreError) -> [HistoryMoment] {
    guard version >= 2 else { return [] }
    let rows = try database.prepare(
      """
      SELECT place, moment, 0 AS keyframe, bytes FROM changes UNION ALL
      SELECT place, moment, 1, zeroblob(0) FROM keyframes ORDER BY place, keyframe
      """
    )
    var moments: [HistoryMoment] = []
    while try rows.step() {
      let operation = withGestures ? try? BoardOperation(encoded: rows.bytes(3)) : nil
      moments.append(
        HistoryMoment(
          place: rows.number(0),
          time: UInt64(clamping: rows.number(1)),
          kind: rows.number(2) == 1
            ? .keyframe : .change(gesture: operation.flatMap { HistoryGesture($0) })
        )
      )
    }
    return moments
  }
}
