import BoardCore
import BoardStore
import BoardUI
import OpenGroupActivities

/// Keeping again after the disk would not: once there is room, or the file may be written.
extension Shelf {
  /// How long after a failure keeping is tried again, in nanoseconds.
  static let patience: UInt64 = 5_000_000_000

  /// Whether there is a board that is not kept and might be.
  var mayRecover: Bool {
    problem != nil && !isUnfit && openBoard != nil && path != nil
  }

  /// Tries to keep all of the board: what the file has and what was done without it.
  ///
  /// True when it is kept from now on. The run's replica id stays, and ends with this run.
  func recover(_ replicator: inout BoardReplicator) -> Bool {
    guard mayRecover, hasFolder(), let store, let board = openBoard else { return false }
    let now = Surroundings.wallMilliseconds
    let opening = store.open(board, title: replicator.picture.title, at: now) {
      .random(in: 1 ... .max)
    }
    guard let file = opening.file else { return false }
    do {
      try replicator.join(kept: opening.log.snapshot, operations: opening.log.operations)
      try file.keep(joined: replicator.snapshot(), at: now)
      let known = Set(replicator.ownRuns.map(\.replica))
      replicator.load(try file.ownRuns().filter { !known.contains($0.replica) })
      try file.keep(replicator.ownRuns)
      if try store.homeBoard() == nil { try store.setHomeBoard(board) }
    } catch {
      return false
    }
    resume(opening)
    keepKnown()
    return true
  }

  /// Opens the folder again where it could not be used, with all that a start would make in it.
  ///
  /// This device stays who it is to others until the program ends.
  private func hasFolder() -> Bool {
    guard store == nil || store?.refusal != nil, let path else { return true }
    // Its lock would be in the way of the next one.
    store = nil
    do {
      // At once or not at all: a screen waits, and it is tried again.
      guard case .opened(let opened) = try BoardStore.open(path) else {
        problem = StorageProblem(
          "another corkboard has the folder",
          "nothing is kept: another corkboard has the folder. Close it; it is tried again every 5 s.",
          path: path
        )
        return false
      }
      store = opened
      if let refusal = opened.refusal { throw refusal }
      let key = key
      _ = try opened.deviceKey { key.bytes }
      openKnown()
      if let record = storedSession { try opened.setSessionRecord(Array(record)) }
      return true
    } catch {
      problem = StorageProblem(error)
      return false
    }
  }

  /// What of the board is not on disk as it is now, in words; nil when all is.
  ///
  /// Notes that show otherwise than they are kept; where only deletions and the like are missing, edits.
  func unkept(_ replicator: BoardReplicator) -> String? {
    guard problem != nil else { return nil }
    let kept = keptBoard(of: replicator)
    let known = Dictionary(
      (kept?.picture.notes ?? []).map { ($0.id, PortableNote($0)) },
      uniquingKeysWith: { first, _ in first }
    )
    let notes = replicator.picture.notes.count { known[$0.id] != PortableNote($0) }
    if notes > 0 { return notes == 1 ? "1 note" : "\(notes) notes" }
    let edits = replicator.board.vector.entries.reduce(0) { count, entry in
      count + entry.sequence - min(entry.sequence, kept?.board.vector[entry.replica] ?? 0)
    }
    if edits > 0 { return edits == 1 ? "1 edit" : "\(edits) edits" }
    return nil
  }

  /// The board as the disk has it; nil when it cannot be read.
  private func keptBoard(of replicator: BoardReplicator) -> BoardReplicator? {
    guard let board = openBoard, let log = try? store?.readBoard(board)?.load() else { return nil }
    var kept = BoardReplicator(
      board: board,
      title: "",
      replica: ReplicaID(.random(in: 1 ... .max)),
      author: AuthorID(device)
    )
    try? kept.load(snapshot: log.snapshot, operations: log.operations)
    return kept
  }
}
