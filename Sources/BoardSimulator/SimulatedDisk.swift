/// What a machine's disk holds of a board: a value, so that a power cut and an old backup are one line.
package struct SimulatedDisk: Equatable, Sendable {
  /// One thing that was written.
  private enum Entry: Equatable, Sendable {
    case operation([UInt8])
    case snapshot([UInt8])
  }

  /// Everything written, in order.
  private var entries: [Entry] = []
  /// How much of it a power cut cannot take away.
  private var synced = 0
  private var backups: [SavedState] = []

  private struct SavedState: Equatable {
    var entries: [Entry]
  }

  /// The last state that was written; nil when all is in `operations`.
  package var snapshot: [UInt8]? {
    for case .snapshot(let bytes) in entries.reversed() { return bytes }
    return nil
  }

  /// What was written after the last state, in order.
  package var operations: [[UInt8]] {
    var operations: [[UInt8]] = []
    for entry in entries {
      switch entry {
      case .operation(let bytes): operations.append(bytes)
      case .snapshot: operations = []
      }
    }
    return operations
  }

  mutating func write(_ more: [[UInt8]]) { entries += more.map { .operation($0) } }

  mutating func write(snapshot: [UInt8]) { entries.append(.snapshot(snapshot)) }

  mutating func sync() { synced = entries.count }

  /// The power goes: what was not synced may be gone.
  ///
  /// Returns how much went.
  mutating func loseUnsynced(keeping pick: UInt64) -> Int {
    let unsynced = entries.count - synced
    guard unsynced > 0 else { return 0 }
    let kept = Int(pick % UInt64(unsynced + 1))
    entries.removeLast(unsynced - kept)
    sync()
    return unsynced - kept
  }

  /// Somebody copies the folder.
  mutating func backUp() {
    guard backups.count < 4 else { return }
    backups.append(SavedState(entries: entries))
  }

  /// Somebody copies an old folder back.
  ///
  /// Returns whether there was one that differs.
  mutating func restore(_ pick: UInt64) -> Bool {
    guard !backups.isEmpty else { return false }
    let saved = backups[Int(pick % UInt64(backups.count))]
    guard saved.entries != entries else { return false }
    entries = saved.entries
    sync()
    return true
  }
}
