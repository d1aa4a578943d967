/// One replica of one board, and what every other peer lacks of it: all that the program needs.
///
/// Takes what a person does, what peers sent and what time it is; appends what must be kept, sent
/// and shown, in that order.
package struct BoardReplicator: Sendable {
  /// A board with nothing on it.
  ///
  /// `title` shows until somebody sets one. `logBytes` of operations are held to answer with.
  package init(
    board: BoardID,
    title: String,
    replica: ReplicaID,
    author: AuthorID,
    undoDepth: Int = BoardLimits.undoDepth,
    logBytes: Int = BoardLimits.logBytes
  ) {
    boardID = board
    replicaID = replica
    self.author = author
    initialTitle = title
    history = UndoHistory(depth: undoDepth)
    log = OperationLog(limit: logBytes)
    cache = PictureCache(board: board, title: title)
  }

  package let boardID: BoardID
  /// Under which name this one writes: another one after `renew`.
  package internal(set) var replicaID: ReplicaID
  package let author: AuthorID
  let initialTitle: String

  /// What is agreed on: without live moves.
  package internal(set) var board = Board()
  var log: OperationLog
  var parking = ParkingLot()
  /// What was known when this replica's last operation was made.
  var announced = VersionVector()
  var history: UndoHistory
  /// The step that the edits of one group become.
  var openStep: OpenStep?
  /// Parts of the board were made by a newer program, or not read: it is shown and not changed.
  package internal(set) var isReadOnly = false
  /// The note that was written in when the board became one to read: what was typed is still taken.
  var lastWritten: NoteID?
  /// Another replica writes under this one's id: nothing is written before `renew`.
  package internal(set) var needsNewID = false
  var cache: PictureCache
  var isPictureChanged = false
  /// When a large board that was joined is shown, unless an edit comes first.
  var showDue: Duration?
  var appliedSincePruning = 0

  package internal(set) var liveMoves = LiveMoves()
  var drag: OwnMove?
  /// Runs of nudges that are not committed yet, in the order in which they began.
  var nudges: [OwnMove] = []
  var frameNumber: UInt64 = 0
  /// Whether a note was taken away while frames of its move may be under way.
  var hasOpenFrames = false

  var sync = SyncState()
  var ownCursor = OwnCursor()
  /// The last versions of the text that this person writes in.
  var versions: [TextVersion] = []

  /// The board as it is now, live moves included.
  package var picture: BoardPicture { cache.picture }

  /// Operations that came before what they depend on.
  package var parkedCount: Int { parking.count }

  /// The replica that a peer speaks for, once it has spoken.
  package func replica(of peer: PeerKey) -> ReplicaID? { sync.peers[peer]?.replica }

  /// Operations of an earlier run, in the order in which they were kept.
  ///
  /// Before anything else.
  ///
  /// - Throws: what the first unreadable operation is; those before it are loaded. Around those of a
  ///   newer program all is loaded that needs none of them, and the board can only be read.
  package mutating func load(_ operations: [[UInt8]]) throws(BoardCodingError) {
    var newer: BoardCodingError?
    var changed: Set<NoteID> = []
    defer {
      board.prune()
      announced = VersionVector()
      sync.earlierOwn = board.vector[replicaID]
      show(BoardChange(notes: Array(changed), isTitle: true))
      isPictureChanged = false
    }
    for bytes in operations {
      let operation: BoardOperation
      do {
        operation = try BoardOperation(encoded: bytes)
      } catch {
        guard error.isNewer else { throw error }
        newer = newer ?? error
        isReadOnly = true
        continue
      }
      guard board.isReady(operation) else {
        if !board.vector.contains(operation.dot) { parking.park(operation, bytes) }
        continue
      }
      learnLater(operation)
      let change = board.apply(operation)
      changed.formUnion(change.notes)
      if let moved = change.moved { changed.insert(moved) }
      log.append(bytes, of: operation.dot)
    }
    if let newer { throw newer }
  }

  /// Drops what can never show again.
  ///
  /// The picture stays; done by itself now and then.
  package mutating func prune() {
    board.prune()
    appliedSincePruning = 0
  }

  /// The earliest moment since start at which `wake` must be called; nil means never.
  package var nextDeadline: Duration? {
    var deadlines = [liveMoves.nextExpiry, drag.flatMap(dragDeadline), showDue]
    for move in nudges {
      deadlines.append(move.due)
      if !sync.peers.isEmpty { deadlines.append(move.frameDeadline(isHeld: false)) }
    }
    if !sync.peers.isEmpty {
      deadlines += [sync.nextDigest, sync.gapDeadline, ownCursor.deadline]
    }
    return deadlines.compactMap { $0 }.min()
  }

  private func dragDeadline(_ move: OwnMove) -> Duration? {
    let checkpoint = move.point == move.committed ? nil : move.due
    let frame = sync.peers.isEmpty ? nil : move.frameDeadline(isHeld: true)
    return [checkpoint, frame].compactMap { $0 }.min()
  }

  /// Does what has come due.
  ///
  /// Early and needless calls do nothing.
  package mutating func wake(at now: BoardTime, into effects: inout [ReplicaEffect]) {
    if let due = showDue, due <= now.sinceStart { showJoined() }
    commitDueMoves(at: now, into: &effects)
    sendDueFrames(at: now.sinceStart, into: &effects)
    let ended = liveMoves.end { $0.expires <= now.sinceStart }
    refresh(ended)
    synchronize(at: now.sinceStart, into: &effects)
    sendDueCursor(at: now.sinceStart, into: &effects)
    finish(&effects)
  }
}
