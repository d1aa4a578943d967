import BoardCore
import BoardUI
import OpenGroupActivities
import Synchronization

/// The program while it runs: one stream of events in, one screen out, on the main thread.
///
/// Typing, signals, messages and time all arrive here; `AppState` says what they mean and
/// `BoardReplicator` what becomes of the board. The actor's jobs run between the waits of one loop,
/// so nothing here waits and nothing is locked.
actor EventLoop: LoopDriver {
  nonisolated let executor = LoopExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let terminal: Terminal
  let theme: Theme
  let people: People
  let shelf: Shelf
  let options: Options
  /// Session records to keep, as the network hands them out.
  let records: SessionRecords
  let started = LoopExecutor.now

  var state: AppState
  var decoder = InputDecoder()
  /// When an unfinished escape sequence is taken for what it is.
  var escapeDeadline: UInt64?
  var typed: [UInt8] = []

  var replicator: BoardReplicator
  /// The picture is to be shown again before the next screen.
  var isBoardStale = false
  var sync: BoardSync?
  /// Where commands from the shell arrive; nil for a guest.
  var desk: CommandDesk?
  var sessionTasks: [Task<Void, Never>] = []
  var recordsTask: Task<Void, Never>?
  var lastPeople: [People.Person] = []
  var lastNearby: [People.Nearby] = []
  /// Why nobody can be heard; nil while everybody can.
  var discoveryNote: String?
  /// It was said on the board that the system refuses discovery: once is enough.
  var hasSaidRefusal = false
  /// Also of those who are not listed any more: for the words about what they did.
  var knownNames: [Participant: String] = [:]
  var requestTask: Task<Void, Never>?
  /// An address to invite as soon as there is a session.
  var pendingInvitation: String?
  /// When this program goes on with its own board, unless a session comes first.
  var homeDeadline: UInt64?
  /// This person asked to be let in, or accepted to be: notes may come along, if they want.
  var mayBringNotes = false
  /// Visitors who invite; the others knock.
  var inviters: Set<UInt64> = []
  /// When keeping is tried again, after the disk would not.
  var recoveryDue: UInt64?
  /// When what others have of this person's work is kept again, at the earliest.
  var runsDue: UInt64 = 0
  var ownName: String

  var unshared = UnsharedCount()
  var missing = MissingCounts()

  /// The screen is to be made again.
  var isDirty = true
  var lastDrawn: UInt64 = 0
  /// When the loop last came to wait.
  var turnBegan: UInt64 = 0
  /// A new key is made: what this program still is belongs to the other machine.
  var hasNewKey = false
  /// Set while the last edits are on their way to others, and the program is about to end.
  var leaving: Leaving?
  /// Nil while the program goes on.
  var ending: Ending?
  var hasEnded = false
  nonisolated let exitStatus = Atomic<Int32>(Main.Status.failed)

  /// How the program ends.
  struct Ending: Sendable {
    var status: Int32
    /// Printed once the terminal is restored.
    var message: String
    var isError = false
  }

  static let frameNanoseconds: UInt64 = 16_700_000
  static let escapeNanoseconds: UInt64 = 25_000_000
  static let slowEscapeNanoseconds: UInt64 = 100_000_000
  static let terminalToken: UInt64 = 1
  static let signalToken: UInt64 = 2

  init(
    terminal: sending Terminal,
    people: People,
    shelf: sending Shelf,
    records: SessionRecords,
    options: Options,
    name: String
  ) {
    self.terminal = terminal
    self.people = people
    self.shelf = shelf
    self.records = records
    self.options = options
    ownName = name
    theme = Theme(depth: terminal.depth, isASCII: terminal.isASCII)
    state = AppState(columns: terminal.size.columns, rows: terminal.size.rows)
    replicator = shelf.openHome(title: "\(name)’s board")
  }

  /// Runs until the program is to end, on the calling thread.
  nonisolated func run() {
    Task { await begin() }
    executor.run(self)
  }

  private func begin() {
    executor.add(terminal.inputDescriptor, for: .read, token: Self.terminalToken)
    executor.add(terminal.signalDescriptor, for: .read, token: Self.signalToken)
    openDesk()
    showIdentity()
    refreshBoard(made: nil)
    warnOfShelf()
    beginPeople()
    draw(LoopExecutor.now)
  }

  // MARK: What the loop calls

  func prepareToWait(_ now: UInt64) -> LoopWait {
    if hasEnded { return .end }
    turnBegan = now
    if let due = escapeDeadline, due <= now { endEscape() }
    if let due = replicator.nextDeadline, due <= elapsed(now) {
      replicate { $0.wake(at: $1, into: &$2) }
    }
    if let due = state.nextTick, due <= elapsed(now) { take(.ticked, at: now) }
    if let due = homeDeadline, due <= now { goHome() }
    if let due = unshared.deadline, due <= now { showSync() }
    if let due = recoveryDue, due <= now { recoverShelf() }
    if shelf.isForgetting { shelf.forgetSome() }
    if ending == nil { goOnLeaving(now) }
    if isBoardStale { refreshBoard(made: nil) }
    if state.showsPeople { showParticipants() }
    let earliest = lastDrawn + Self.frameNanoseconds
    if isDirty, now >= earliest { draw(now) }
    return wait(isDirty ? earliest : nil)
  }

  private func wait(_ frame: UInt64?) -> LoopWait {
    let moments = [replicator.nextDeadline, state.nextTick].compactMap { $0 }.map(instant)
    let waiting = ending == nil ? leaving?.deadline : nil
    let forgetting = shelf.isForgetting ? turnBegan + Self.frameNanoseconds : nil
    let deadlines = [
      frame, escapeDeadline, homeDeadline, unshared.deadline, recoveryDue, waiting, forgetting,
      state.showsPeople ? missing.deadline : nil,
    ]
    guard
      let first =
        (moments + deadlines.compactMap { $0 }).min()
    else {
      return .untilWoken
    }
    return .until(first)
  }

  func handle(_ token: UInt64, _ ready: Readiness, _ now: UInt64) {
    guard ending == nil else { return }
    if token == Self.terminalToken {
      readTerminal(now)
    } else if token == Self.signalToken {
      takeSignals()
    } else {
      desk?.handle(token, answer: answer)
    }
  }

  // MARK: Events and commands

  /// Tells the state what happened and does what it asks for.
  func take(_ event: AppEvent, at now: UInt64 = LoopExecutor.now) {
    isDirty = true
    for command in state.update(event, at: elapsed(now)) { carryOut(command) }
  }

  private func carryOut(_ command: AppCommand) {
    switch command {
    case .edit(let edit): make(edit)
    case .bring(let notes): _ = addToBoard(notes)
    case .showCursor(let place, let note, let isEditing):
      let cursor = PeerCursor(
        replica: replicator.replicaID,
        place: place,
        note: note,
        isEditing: isEditing
      )
      replicate { $0.moveCursor(cursor, at: $1, into: &$2) }
    case .invite(let address): invite(address)
    case .inviteNearby(let device): inviteNearby(device)
    case .makeLink(let uses, let minutes): makeLink(uses: uses, minutes: minutes)
    case .revokeLink(let id): people.revokeLink(id)
    case .cancelRequest: requestTask?.cancel()
    case .answer(Self.copyBanner, let accept): if accept { renewKey() }
    case .answer(let visitor, let accept):
      if accept, inviters.contains(visitor) { mayBringNotes = true }
      people.answer(visitor, accept: accept)
    case .remove(let peer): remove(peer)
    case .redraw: terminal.repaint()
    case .suspend: terminal.suspend()
    case .leave: leave()
    case .endForAll: leave(endingSession: true)
    }
  }

  // MARK: Drawing

  private func draw(_ now: UInt64) {
    lastDrawn = now
    let scene = Scene(state, at: elapsed(now))
    // A terminal that takes nothing gets the newest screen once it does: the frame stays due.
    isDirty = !terminal.show(Screen(scene, theme: theme))
  }

  // MARK: Time

  func elapsed(_ now: UInt64) -> Duration {
    .nanoseconds(Int64(clamping: now - min(started, now)))
  }

  private func instant(_ sinceStart: Duration) -> UInt64 {
    let (seconds, attoseconds) = sinceStart.components
    return started + UInt64(max(0, seconds)) * 1_000_000_000
      + UInt64(max(0, attoseconds)) / 1_000_000_000
  }

  var boardTime: BoardTime {
    BoardTime(
      wallMilliseconds: Surroundings.wallMilliseconds,
      sinceStart: elapsed(LoopExecutor.now)
    )
  }
}
