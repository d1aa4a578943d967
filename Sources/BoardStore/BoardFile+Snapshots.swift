/// Snapshots: what loading begins with, and the keyframes of history.
extension BoardFile {
  /// When a snapshot is due: after so many operations, or so many bytes of them.
  static let snapshotOperations = 4_096
  static let snapshotBytes = 8 << 20
  /// When a keyframe of history is due: milliseconds, or operations, after the last one.
  static let keyframePause: UInt64 = 300_000
  static let keyframeOperations = 2_000

  /// Whether the program should hand in a snapshot of what it has kept so far.
  package func wantsSnapshot(at moment: UInt64) -> Bool {
    !isReadOnly && !hasFailed && (isSnapshotDue || isKeyframeDue(at: moment))
  }

  private var isSnapshotDue: Bool {
    isSnapshotBad || sinceSnapshot.operations >= Self.snapshotOperations
      || sinceSnapshot.bytes >= Self.snapshotBytes
  }

  private func isKeyframeDue(at moment: UInt64) -> Bool {
    guard let last = keyframeMoment else { return true }
    guard sinceKeyframe.operations > 0 else { return false }
    // A clock that was set back must not end the keeping of keyframes.
    let isLate = moment < last || moment - last >= Self.keyframePause
    return isLate || sinceKeyframe.operations >= Self.keyframeOperations
  }

  /// Keeps a snapshot of exactly the operations that were kept so far, wherever one is due.
  ///
  /// Two snapshots stay for loading, with all operations after the older one, so that one bad
  /// snapshot loses nothing.
  package func keep(
    snapshot: [UInt8],
    at moment: UInt64
  ) throws(BoardStoreError) {
    let isSnapshot = isSnapshotDue
    let isKeyframe = isKeyframeDue(at: moment)
    guard isSnapshot || isKeyframe else { return }
    let deflated = Deflated(snapshot)
    try write { () throws(BoardStoreError) in
      if isSnapshot { try replaceSnapshot(by: deflated, at: lastPlace) }
      if isKeyframe { try insertKeyframe(deflated, at: moment, place: lastPlace) }
    }
    if isSnapshot {
      isSnapshotBad = false
      sinceSnapshot = Growth()
    }
    if isKeyframe {
      keyframeMoment = moment
      sinceKeyframe = Growth()
      try thinHistory(at: moment)
    }
  }

  /// What a snapshot that is made now belongs to.
  ///
  /// Nil while there is no keyframe: then only `keep(snapshot:)` begins the history.
  package func snapshotPlace(at moment: UInt64) -> SnapshotPlace? {
    guard keyframeMoment != nil else { return nil }
    return SnapshotPlace(place: lastPlace, moment: moment)
  }

  /// Keeps what was made smaller elsewhere while operations went on being kept.
  ///
  /// It comes to nothing when a newer state was kept meanwhile.
  package func keep(
    _ packed: PackedSnapshot,
    of place: SnapshotPlace
  ) throws(BoardStoreError) {
    guard place.place >= newestState, place.place <= lastPlace else { return }
    let isSnapshot = isSnapshotDue
    // History that was deleted meanwhile begins with a keyframe of all that was kept.
    let isKeyframe = keyframeMoment != nil && isKeyframeDue(at: place.moment)
    guard isSnapshot || isKeyframe else { return }
    try write { () throws(BoardStoreError) in
      if isSnapshot { try replaceSnapshot(by: packed.deflated, at: place.place) }
      if isKeyframe {
        try insertKeyframe(packed.deflated, at: place.moment, place: place.place)
      }
    }
    let since = Growth(operations: Int(lastPlace - place.place))
    if isSnapshot {
      isSnapshotBad = false
      sinceSnapshot = since
    }
    if isKeyframe {
      keyframeMoment = place.moment
      sinceKeyframe = since
      try thinHistory(at: place.moment)
    }
  }

  /// Keeps a state that holds more than the operations that were kept so far.
  ///
  /// It takes a place of its own: without it, what comes later cannot be loaded.
  package func keep(
    joined snapshot: [UInt8],
    at moment: UInt64
  ) throws(BoardStoreError) {
    let deflated = Deflated(snapshot, isUrgent: true)
    try write { () throws(BoardStoreError) in
      try replaceSnapshot(by: deflated, at: lastPlace + 1)
      try insertKeyframe(deflated, at: moment, place: lastPlace + 1)
    }
    lastPlace += 1
    newestState = lastPlace
    isSnapshotBad = false
    sinceSnapshot = Growth()
    keyframeMoment = moment
    sinceKeyframe = Growth()
  }

  private func replaceSnapshot(
    by deflated: Deflated,
    at place: Int64
  ) throws(BoardStoreError) {
    // A bad snapshot is no second chance: the good one that was loaded instead stays for it.
    if isSnapshotBad {
      try database.run(
        "DELETE FROM snapshots WHERE place > \(loadedPlace)"
      )
    }
    try Self.insert(deflated, at: place, into: database)
    try database.run(
      """
      DELETE FROM snapshots WHERE place NOT IN
        (SELECT place FROM snapshots ORDER BY place DESC LIMIT 2);
      DELETE FROM operations WHERE place <=
        (SELECT min(place) FROM snapshots) AND 2 <= (SELECT count(*) FROM snapshots);
      """
    )
  }

  static func insert(
    _ deflated: Deflated,
    at place: Int64,
    into database: Database
  ) throws(BoardStoreError) {
    try database.prepare(
      "INSERT OR REPLACE INTO snapshots (place, size, checksum, bytes) VALUES (?1, ?2, ?3, ?4)"
    ).run(
      .number(place),
      .number(Int64(deflated.size)),
      .number(Int64(deflated.checksum)),
      .bytes(deflated.bytes)
    )
  }
}
