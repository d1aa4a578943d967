import BoardCore
import BoardStore

/// Keeping again after the disk would not: once there is room, or the file may be written.
extension Shelf {
  /// How long after a failure keeping is tried again, in nanoseconds.
  static let patience: UInt64 = 5_000_000_000

  /// Whether there is a board that is not kept and might be.
  var mayRecover: Bool {
    problem != nil && !isUnfit && openBoard != nil && store != nil && store?.refusal == nil
  }

  /// Tries to keep all of the board: what the file has and what was done without it.
  ///
  /// True when it is kept from now on. The run's replica id stays, and ends with this run.
  func recover(_ replicator: inout BoardReplicator) -> Bool {
    guard mayRecover, let store, let board = openBoard else { return false }
    let now = Surroundings.wallMilliseconds
    let opening = store.open(board, title: replicator.picture.title, at: now) {
      .random(in: 1 ... .max)
    }
    guard let file = opening.file else { return false }
    do {
      try replicator.join(kept: opening.log.snapshot, operations: opening.log.operations)
      try file.keep(joined: replicator.snapshot(), at: now)
    } catch {
      return false
    }
    resume(opening)
    return true
  }
}
