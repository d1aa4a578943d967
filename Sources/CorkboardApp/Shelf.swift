import BoardCore
import BoardStore
import BoardUI
import FoundationEssentials
import OpenGroupActivities

/// Where boards are kept: a folder on disk, or nowhere for a guest.
///
/// Keeping never stops the work: when the disk fails, `problem` says so and the board goes on in
/// memory. Owned by the event loop and used on its thread alone.
final class Shelf {
  /// Nothing is kept: another program has the folder, or it cannot be used.
  var isGuest: Bool { store == nil }
  /// What makes this device itself; a guest's is nobody's the next time.
  let key: DeviceKey
  /// Who this device is to others and in what it writes.
  let device: UInt128
  /// The session that the last run did not leave.
  private(set) var storedSession: Data?
  /// What is wrong with the disk: nothing is kept.
  var problem: StorageProblem?
  /// What a person must be told of a board that is kept all the same; told once.
  private var warning: Warning?

  /// Whom this person let in before; nil where that is not kept.
  var known: KnownDevices?
  /// The disk does not have the list as it is here.
  var isKnownStale = false
  /// What a person must be told of that list; told once.
  var knownWarning: Warning?

  /// The folder of the boards; nil where there is no home.
  let path: String?
  var store: BoardStore?
  private var file: BoardFile?
  private var fileTitle = ""
  /// The board that is open, wherever it is kept.
  private(set) var openBoard: BoardID?
  /// This person's own board in this run, also where nothing is kept.
  private(set) var home: BoardID?
  private var keptRuns: [OwnRun] = []
  private var isPacking = false
  /// Something of this run was not kept when it was made: its replica id ends with it.
  private var hasMissed = false
  /// Why the file is not one to write to, whatever becomes of the disk.
  private(set) var unfitness: WritingObstacle?
  var isUnfit: Bool { unfitness != nil }
  /// The title of the board that the command line asks for.
  private var chosenTitle: String?
  /// The board of that title is kept, and the program that has the folder has it.
  private var isChosenElsewhere = false
  /// The open board only has the title of one that is kept.
  private(set) var isNamesake = false

  private init(
    _ path: String?,
    store: BoardStore?,
    key: DeviceKey,
    problem: StorageProblem? = nil
  ) {
    self.path = path
    self.store = store
    self.key = key
    device = key.device
    self.problem = problem
  }

  /// The folder of a profile; a guest's shelf when it is in use or cannot be used.
  static func open(profile: String?) -> Shelf {
    let guest = DeviceKey()
    guard let path = Surroundings.dataFolder(profile: profile) else {
      let problem = StorageProblem("no home folder", "no home folder: set HOME to keep boards")
      return Shelf(nil, store: nil, key: guest, problem: problem)
    }
    do {
      switch try BoardStore.openUnlessProgramHas(path) {
      case .inUse: return Shelf(path, store: nil, key: guest)
      case .opened(let store):
        let key = try store.deviceKey()
        let problem = store.refusal.map { StorageProblem($0) }
        let shelf = Shelf(path, store: store, key: key, problem: problem)
        shelf.storedSession = try store.sessionRecord().map { Data($0) }
        shelf.openKnown()
        return shelf
      }
    } catch {
      return Shelf(path, store: nil, key: guest, problem: StorageProblem(error))
    }
  }

  /// Makes this device another one, from the next start on; nothing for a guest, who is new anyway.
  func renewKey() throws(BoardStoreError) { try store?.renewDeviceKey() }

  // MARK: Boards

  /// Makes a board the one that opens: the one that is meant by a name, else a new one of that title.
  ///
  /// Also one that cannot be read: what can be saved of it goes on, as with the board used last.
  ///
  /// - Throws: which ones it could be; nothing is made then.
  func choose(_ name: String) throws(CommandFailure) {
    chosenTitle = name
    guard let store else { return seekElsewhere(name) }
    do {
      switch try store.boards().find(name) {
      case .board(let known):
        chosenTitle = known.title
        try store.setHomeBoard(known.id)
      case .file(let board, _): try store.setHomeBoard(board)
      case .nothing:
        let board = BoardID(.random(in: 1 ... .max))
        _ = try store.makeBoard(board, title: name, at: Surroundings.wallMilliseconds)
        try store.setHomeBoard(board)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      problem = StorageProblem(error)
    }
  }

  /// A guest gets a board of its own; one that is kept under that name is not it.
  private func seekElsewhere(_ name: String) {
    guard let path, let boards = try? BoardStore.reading(path).boards(),
      let known = try? boards.board(meantBy: name)
    else { return }
    chosenTitle = known.title
    isChosenElsewhere = true
  }

  /// This person's own board, made on the first run.
  func openHome(title: String) -> BoardReplicator {
    let title = chosenTitle ?? title
    do {
      if let board = try store?.homeBoard() {
        home = board
        return open(board, title: title)
      }
    } catch {
      problem = StorageProblem(error)
    }
    let board = BoardID(.random(in: 1 ... .max))
    home = board
    let replicator = open(board, title: title)
    isNamesake = isChosenElsewhere
    attempt { try store?.setHomeBoard(board) }
    return replicator
  }

  /// A board by its id: the copy that is kept here, or a new and empty one.
  func open(_ board: BoardID, title: String) -> BoardReplicator {
    file = nil
    unfitness = nil
    isNamesake = false
    openBoard = board
    guard let store else {
      hasMissed = true
      return load(StoredLog(), board, title, newRun)
    }
    let opening = store.open(board, title: title, at: Surroundings.wallMilliseconds) {
      .random(in: 1 ... .max)
    }
    take(opening)
    hasMissed = file == nil
    unfitness = opening.isNewer ? .unopened : nil
    fileTitle = (try? file?.facts().title) ?? title
    var replicator = load(opening.log, board, fileTitle, opening.run)
    if opening.isNewer { replicator.refuseEdits() }
    return replicator
  }

  private func take(_ opening: BoardOpening) {
    file = opening.file
    problem = opening.file == nil ? StorageProblem(opening) : nil
    warning = nil
    guard opening.file != nil, let words = opening.words else { return }
    warning = Warning(words: words, path: opening.path.map { Surroundings.short($0) })
  }

  private var newRun: BoardFile.Run {
    BoardFile.Run(replica: ReplicaID(.random(in: 1 ... .max)), undo: nil)
  }

  private func load(
    _ log: StoredLog,
    _ board: BoardID,
    _ title: String,
    _ run: BoardFile.Run
  ) -> BoardReplicator {
    var replicator = BoardReplicator(
      board: board,
      title: title,
      replica: run.replica,
      author: AuthorID(device)
    )
    do {
      try replicator.load(snapshot: log.snapshot, operations: log.operations)
    } catch {
      // Nothing is appended to a file whose operations could not all be read.
      let brief =
        replicator.isReadOnly ? "made by a newer corkboard" : "the file cannot be read whole"
      let advice =
        replicator.isReadOnly
        ? "Install the newer one to edit." : "Move it away: the board comes back from others."
      problem = StorageProblem(brief, "nothing is kept: \(brief). \(advice)", path: file?.path)
      file = nil
      unfitness = replicator.isReadOnly ? .newer : .partlyRead
      replicator.refuseEdits()
    }
    if let runs = try? file?.ownRuns() { replicator.load(runs) }
    keptRuns = replicator.ownRuns
    // What cannot be taken back any more is no harm.
    if let undo = run.undo { try? replicator.load(undo: undo) }
    return replicator
  }

  /// Ends the work on a board, so that the next start goes on where this one ends.
  func close(_ replicator: BoardReplicator) {
    keep(replicator.ownRuns)
    if !hasMissed {
      attempt {
        try file?.endRun(of: replicator.replicaID, undo: replicator.undoRecord) {
          .random(in: 1 ... .max)
        }
      }
    }
    file = nil
    openBoard = nil
  }

  /// Goes on with a file that has everything again.
  func resume(_ opening: BoardOpening) { take(opening) }

  /// The id under which the board goes on: of a new run, on disk before anything is written with it.
  func renewReplica() -> ReplicaID {
    var run = newRun
    attempt { run = try file?.renewRun { .random(in: 1 ... .max) } ?? run }
    return run.replica
  }

  /// Remembers what others have of this device's work, when that is news.
  func keep(_ runs: [OwnRun]) {
    guard runs != keptRuns else { return }
    keptRuns = runs
    attempt { try file?.keep(runs) }
  }

  /// Whether the disk should have the whole board now.
  var wantsSnapshot: Bool {
    !isPacking && file?.wantsSnapshot(at: Surroundings.wallMilliseconds) ?? false
  }

  /// A snapshot under way: for which file, and what it holds.
  struct Packing {
    fileprivate weak var file: BoardFile?
    fileprivate let place: SnapshotPlace
  }

  /// Begins to keep the board as it is, off this thread; nil when it must be done at once.
  func beginPacking() -> Packing? {
    guard let file, let place = file.snapshotPlace(at: Surroundings.wallMilliseconds) else {
      return nil
    }
    isPacking = true
    return Packing(file: file, place: place)
  }

  /// Keeps what was packed, unless that board was closed meanwhile.
  func keep(_ packed: PackedSnapshot, of packing: Packing) {
    isPacking = false
    guard let mine = packing.file, mine === file else { return }
    attempt { try file?.keep(packed, of: packing.place) }
  }

  /// Keeps the board as it is: starting will be quick, and there is a moment more to look back at.
  func keepOwn(snapshot: [UInt8]) {
    attempt { try file?.keep(snapshot: snapshot, at: Surroundings.wallMilliseconds) }
  }

  /// Words for a person, and the file that they are about.
  struct Warning {
    let words: String
    let path: String?
  }

  /// What is to be told now; nil the next time.
  func takeWarning() -> Warning? {
    defer { warning = nil }
    return warning
  }

  /// Appends operations to the board's log.
  ///
  /// They are on disk when this returns, or `problem` is set.
  func keep(_ operations: [[UInt8]]) {
    attempt { try file?.append(operations, at: Surroundings.wallMilliseconds) }
  }

  /// Keeps a state that came from others; what is kept later builds on it.
  func keep(snapshot: [UInt8]) {
    attempt { try file?.keep(joined: snapshot, at: Surroundings.wallMilliseconds) }
  }

  /// The title as the list of boards shows it.
  func keep(title: String) {
    guard title != fileTitle else { return }
    fileTitle = title
    attempt { try file?.setTitle(title) }
  }

  /// Deletes the board's past; false when the disk would not.
  ///
  /// While `isForgetting`, `forgetSome` is to be called from time to time.
  func deleteHistory() -> Bool {
    attempt { try file?.setHistoryAside() }
    return file != nil
  }

  /// Whether a deleted past is still in the file.
  var isForgetting: Bool { file?.isForgetting ?? false }

  /// Takes a piece of it out: a few milliseconds.
  func forgetSome() { attempt { try file?.forgetSome() } }

  // MARK: The session

  func keep(session record: Data?) {
    storedSession = record
    do {
      try store?.setSessionRecord(record.map { Array($0) })
    } catch {
      // The board is kept all the same: what is lost is coming back without a question.
      let problem = StorageProblem(error)
      let words = "the session is not remembered: \(problem.brief)."
      warning = warning ?? Warning(words: words, path: problem.path)
    }
  }

  /// A disk that failed once is not written any more: half a log would be worse than none.
  private func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      problem = StorageProblem(error)
      file = nil
      hasMissed = true
    }
  }
}
