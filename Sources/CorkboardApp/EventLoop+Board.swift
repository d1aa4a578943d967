import BoardCore
import BoardStore
import BoardUI
import OpenGroupActivities

/// What happens to the board, from this person and from others.
extension EventLoop {
  func make(_ edit: BoardEdit) {
    var effects: [ReplicaEffect] = []
    let made = replicator.edit(edit, at: boardTime, into: &effects)
    carryOut(effects)
    // The next key of the same read must find the board as this one left it.
    if made != nil || isBoardStale { refreshBoard(made: made) }
  }

  func replicate(
    _ step: (inout BoardReplicator, BoardTime, inout [ReplicaEffect]) -> Void
  ) {
    var effects: [ReplicaEffect] = []
    step(&replicator, boardTime, &effects)
    carryOut(effects)
  }

  /// Adds notes that no key made: a drag, the focus and the view stay as they are.
  ///
  /// They are on disk before they are sent.
  func addToBoard(_ notes: [PortableNote]) -> [NoteID] {
    var effects: [ReplicaEffect] = []
    let made = replicator.add(notes, at: boardTime, into: &effects)
    carryOut(effects)
    return made
  }

  private func carryOut(_ effects: [ReplicaEffect]) {
    var conflicts: [ReplicaNotice] = []
    for effect in effects.keptFirst {
      switch effect {
      case .keep(let operations): shelf.keep(operations)
      case .keepSnapshot(let snapshot): shelf.keep(snapshot: snapshot)
      case .replicaIDMustChange: renewReplica()
      case .send(let message, let recipients, let delivery):
        sync?.send(message, to: recipients, delivery)
      case .pictureChanged:
        isBoardStale = true
        isDirty = true
      case .cursorChanged(let peer, let cursor): take(.cursorChanged(peer, cursor))
      case .notice(.conflict(let note, let kind, let replica, let isMineShown)):
        conflicts.append(.conflict(note, kind, by: replica, isMineShown: isMineShown))
      case .notice(let notice): take(.replicaNotice(notice))
      }
    }
    // A line about what shows ends with the next change: the one that it speaks of comes first.
    if !conflicts.isEmpty { refreshBoard(made: nil) }
    for conflict in conflicts { take(.replicaNotice(conflict)) }
    if shelf.wantsSnapshot { keepSnapshot() }
    if LoopExecutor.now > runsDue {
      runsDue = LoopExecutor.now + 2_000_000_000
      shelf.keep(replicator.ownRuns)
    }
    if shelf.mayRecover, recoveryDue == nil {
      warnOfShelf()
    }
    showSync()
  }

  /// Has the whole board kept; a large one is packed where no screen waits for it.
  private func keepSnapshot() {
    guard replicator.board.notes.count > Self.fewNotes, let packing = shelf.beginPacking() else {
      return shelf.keepOwn(snapshot: replicator.snapshot())
    }
    let make = replicator.snapshotMaker()
    Task {
      let packed = await Task.detached { PackedSnapshot(make()) }.value
      shelf.keep(packed, of: packing)
    }
  }

  /// A board of so many notes is packed within a millisecond.
  private static var fewNotes: Int { 500 }

  /// Keeps the board again, if the disk lets it now.
  func recoverShelf() {
    recoveryDue = nil
    guard shelf.mayRecover else { return }
    guard shelf.recover(&replicator) else {
      recoveryDue = LoopExecutor.now + Shelf.patience
      showSync()
      return
    }
    if desk == nil { openDesk() }
    showIdentity()
    refreshBoard(made: nil)
    take(.notice("The disk is well again: all of the board is kept.", isError: false))
    warnOfShelf()
  }

  /// The board goes on under an id that nobody has: a copy of this folder is in use elsewhere.
  private func renewReplica() {
    replicator.renew(replica: shelf.renewReplica())
    isBoardStale = true
  }

  func refreshBoard(made: NoteID?) {
    isBoardStale = false
    shelf.keep(title: replicator.picture.title)
    take(.boardChanged(replicator.picture, made: made))
  }

  func showSync() {
    var picture = SyncPicture(
      unsharedCount: unshared.shown(
        replicator.unsharedCount,
        areAllHere: lastPeople.allSatisfy { $0.presence == .here },
        at: LoopExecutor.now
      ),
      hasShared: replicator.hasShared,
      storageProblem: shelf.problem?.brief
    )
    picture.obstacle = obstacle
    if picture != state.sync { take(.syncChanged(picture)) }
  }

  /// Why nothing can be written on the board that is open; nil when it can.
  var obstacle: WritingObstacle? { shelf.unfitness ?? (replicator.isReadOnly ? .newer : nil) }

  /// Ends the work on the board that is open; what could not be kept is tried a last time.
  func closeShelf() {
    recoveryDue = nil
    _ = shelf.recover(&replicator)
    shelf.close(replicator)
  }

  /// Opens a board, a copy of which may be kept here from earlier.
  func open(_ board: BoardID, title: String) {
    closeShelf()
    replicator = shelf.open(board, title: title)
    refreshBoard(made: nil)
    warnOfShelf()
  }

  /// This person's own board, as they left it.
  func openHome() {
    closeShelf()
    replicator = shelf.openHome(title: "\(ownName)’s board")
    refreshBoard(made: nil)
    warnOfShelf()
  }

  /// Says what is wrong with what was kept, and has it tried again.
  func warnOfShelf() {
    if shelf.mayRecover, recoveryDue == nil { recoveryDue = LoopExecutor.now + Shelf.patience }
    showSync()
    if let warning = shelf.takeWarning() {
      take(.fileNotice(warning.words, path: warning.path))
    } else if let problem = shelf.problem {
      take(.fileNotice(problem.words, path: problem.path))
    }
    warnOfKnown()
  }

  /// Says what is wrong with the list of known devices.
  func warnOfKnown() {
    if let warning = shelf.takeKnownWarning() {
      take(.fileNotice(warning.words, path: warning.path))
    }
  }
}
