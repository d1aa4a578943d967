package import BoardCore

/// What a machine's disk holds of a board: a value, so that a power cut and an old backup are one line.
///
/// Written bytes are lost with the power from any byte on; synced ones never are. A replica id goes on
/// only after a clean end, under the seal that this end left beside the board and that no copy has.
package struct SimulatedDisk: Equatable, Sendable {
  /// Under which id a program wrote and, once it ended cleanly, what it could take back.
  package struct Run: Equatable, Sendable {
    package var replica: ReplicaID
    package var undo: [UInt8]
    /// What the clean end was known by; nil: the program runs, or died.
    var seal: UInt64?
  }

  /// One thing that was written.
  private enum Entry: Equatable, Sendable {
    case operation([UInt8])
    case snapshot([UInt8])
    case run(Run)

    /// About as many as a file has for it.
    var bytes: Int {
      switch self {
      case .operation(let bytes), .snapshot(let bytes): bytes.count + 8
      case .run(let run): run.undo.count + 32
      }
    }
  }

  /// Everything written, in order.
  private var entries: [Entry] = []
  /// How much of it a power cut cannot take away.
  private var synced = 0
  /// The seal that lies beside the board.
  private var seal: UInt64?
  private var seals: UInt64 = 0
  private var backups: [SavedState] = []
  /// What the whole disk was at the last clean end.
  private var cleanEnd: SavedState?

  private struct SavedState: Equatable {
    var entries: [Entry]
    var seal: UInt64?
  }

  // MARK: Runs

  /// The run that the next one continues, when the last one ended cleanly here; its seal is broken.
  mutating func takeRun() -> Run? {
    defer { seal = nil }
    guard let seal, let last, last.seal == seal else { return nil }
    return last
  }

  private var last: Run? {
    for case .run(let run) in entries.reversed() { return run }
    return nil
  }

  /// A program begins to write under this id: on disk before anything that it writes.
  mutating func begin(_ replica: ReplicaID) {
    entries.append(.run(Run(replica: replica, undo: [], seal: nil)))
    sync()
  }

  /// It ends cleanly.
  mutating func end(_ replica: ReplicaID, undo: [UInt8]) {
    seals += 1
    seal = seals
    entries.append(.run(Run(replica: replica, undo: undo, seal: seals)))
    sync()
    cleanEnd = SavedState(entries: entries, seal: seal)
  }

  // MARK: The board

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
      case .run: break
      }
    }
    return operations
  }

  mutating func write(_ more: [[UInt8]]) { entries += more.map { .operation($0) } }

  mutating func write(snapshot: [UInt8]) { entries.append(.snapshot(snapshot)) }

  mutating func sync() { synced = entries.count }

  /// The power goes: from some byte on, what was not synced is gone, the torn piece with it.
  ///
  /// Returns how many pieces went.
  mutating func loseUnsynced(keeping pick: UInt64) -> Int {
    let unsynced = entries[synced...]
    guard !unsynced.isEmpty else { return 0 }
    var left = Int(pick % UInt64(unsynced.reduce(1) { $0 + $1.bytes }))
    let kept = unsynced.prefix { entry in
      left -= entry.bytes
      return left >= 0
    }
    let lost = unsynced.count - kept.count
    entries.removeLast(lost)
    sync()
    return lost
  }

  // MARK: Copies

  /// Somebody copies the folder, or the whole disk.
  mutating func backUp() {
    if backups.count == 4 { backups.removeFirst() }
    backups.append(SavedState(entries: entries, seal: seal))
  }

  /// Somebody copies an old folder back, or an image of the whole disk: that alone has the old seal.
  ///
  /// Returns whether there was one that differs.
  mutating func restore(_ pick: UInt64, isImage: Bool) -> Bool {
    guard !backups.isEmpty else { return false }
    let saved = backups[Int(pick % UInt64(backups.count))]
    guard saved.entries != entries else { return false }
    entries = saved.entries
    seal = isImage ? saved.seal : nil
    sync()
    return true
  }

  /// The whole disk goes back to what it was at the last clean end.
  ///
  /// Returns whether there was one, and anything since.
  mutating func goBack() -> Bool {
    guard let cleanEnd, cleanEnd.entries != entries else { return false }
    entries = cleanEnd.entries
    seal = cleanEnd.seal
    sync()
    return true
  }

  /// Another machine gets an image of this disk, seal and all.
  var image: SimulatedDisk {
    var image = self
    image.backups = []
    return image
  }
}
