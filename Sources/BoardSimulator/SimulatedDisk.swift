/// What a machine's disk holds of a board: a value, so that a power cut and an old backup are one line.
package struct SimulatedDisk: Equatable, Sendable {
  /// Everything written, in order: what a program reads when it starts.
  package private(set) var operations: [[UInt8]] = []
  /// How much of it a power cut cannot take away.
  private var synced = 0
  private var backups: [SavedState] = []

  private struct SavedState: Equatable {
    var operations: [[UInt8]]
  }

  mutating func write(_ more: [[UInt8]]) { operations += more }

  mutating func sync() { synced = operations.count }

  /// The power goes: what was not synced may be gone.
  ///
  /// Returns how much went.
  mutating func loseUnsynced(keeping pick: UInt64) -> Int {
    let unsynced = operations.count - synced
    guard unsynced > 0 else { return 0 }
    let kept = Int(pick % UInt64(unsynced + 1))
    operations.removeLast(unsynced - kept)
    sync()
    return unsynced - kept
  }

  /// Somebody copies the folder.
  mutating func backUp() {
    guard backups.count < 4 else { return }
    backups.append(SavedState(operations: operations))
  }

  /// Somebody copies an old folder back.
  ///
  /// Returns whether there was one that differs.
  mutating func restore(_ pick: UInt64) -> Bool {
    guard !backups.isEmpty else { return false }
    let saved = backups[Int(pick % UInt64(backups.count))]
    guard saved.operations != operations else { return false }
    operations = saved.operations
    sync()
    return true
  }
}
