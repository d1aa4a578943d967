import BoardCore
import BoardUI
import FoundationEssentials
import OpenGroupActivities

/// Entering and leaving sessions: each brings its board.
extension EventLoop {
  /// How long a stored session or an accepted invitation may take to arrive.
  private static let arrivalNanoseconds: UInt64 = 3_000_000_000
  /// How long messages may take before the loop turns.
  private static let fairShare: UInt64 = 4_000_000

  /// Founds a session around the board that is open, so that others can be invited or let in.
  func activateHome() {
    homeDeadline = nil
    let activity = self.activity
    Task {
      do {
        _ = try await activity.activate()
      } catch {
        take(.notice("No session: \(error)", isError: true))
      }
    }
  }

  /// Goes on alone when the session that was promised does not arrive.
  func expectSession() {
    homeDeadline = LoopExecutor.now + Self.arrivalNanoseconds
  }

  func goHome() {
    homeDeadline = nil
    guard sync == nil, ending == nil else { return }
    // What is only in memory would not come back from the disk.
    if shelf.openBoard != shelf.home { openHome() }
    activateHome()
  }

  func watchSessions() async {
    for await session in BoardActivity.sessions() { enter(session) }
  }

  private func enter(_ session: GroupSession<BoardActivity>) {
    guard ending == nil, leaving == nil else { return }
    homeDeadline = nil
    detach()
    let activity = session.activity
    let own = mayBringNotes ? replicator.picture.notes.map { PortableNote($0) } : []
    mayBringNotes = false
    if activity.board != replicator.boardID {
      open(activity.board, title: activity.title)
      take(.otherBoardOpened(from: own))
    }
    let sync = BoardSync(session: session)
    self.sync = sync
    sessionTasks = [
      Task { await receive(sync.reliable.messages(of: Data.self), of: session.id) },
      Task { await receive(sync.unreliable.messages(of: Data.self), of: session.id) },
      Task { await watchRoster(session.$activeParticipants.values, of: session.id) },
      Task { await watchState(session.$state.values, of: session.id) },
    ]
    session.join()
    showIdentity()
    if let address = pendingInvitation {
      pendingInvitation = nil
      invite(address)
    }
  }

  /// The board stays; whoever was reachable through the session no longer is.
  private func detach() {
    for task in sessionTasks { task.cancel() }
    sessionTasks = []
    guard let left = sync?.roster([]).left else { return }
    sync = nil
    for peer in left { replicate { $0.peerLeft(peer, at: $1, into: &$2) } }
  }

  private func receive(
    _ messages: GroupSessionMessenger.Messages<Data>,
    of session: UUID
  ) async {
    for await (message, context) in messages {
      guard let sync, sync.session.id == session else { return }
      let peer = PeerKey(context.source)
      let isNew = sync.admit(context.source)
      let knew = replicator.replica(of: peer)
      replicate { replicator, now, effects in
        if isNew { replicator.peerJoined(peer, at: now, into: &effects) }
        replicator.receive(Array(message), from: peer, at: now, into: &effects)
      }
      if replicator.replica(of: peer) != knew { showPeople() }
      // However much comes at once, keys and the screen have their turn in between.
      if LoopExecutor.now - turnBegan > Self.fairShare { await Task.yield() }
    }
  }

  private func watchRoster(
    _ rosters: some AsyncSequence<Set<Participant>, Never>,
    of session: UUID
  ) async {
    for await active in rosters {
      guard let sync, sync.session.id == session else { return }
      let change = sync.roster(active)
      for peer in change.left { replicate { $0.peerLeft(peer, at: $1, into: &$2) } }
      for peer in change.joined { replicate { $0.peerJoined(peer, at: $1, into: &$2) } }
    }
  }

  private func watchState(
    _ states: some AsyncSequence<GroupSession<BoardActivity>.State, Never>,
    of session: UUID
  ) async {
    for await state in states {
      guard case .invalidated(let reason) = state, sync?.session.id == session else { continue }
      sessionOver(reason)
      return
    }
  }

  private func sessionOver(_ reason: any Error) {
    detach()
    guard ending == nil, leaving == nil else { return }
    switch reason as? GroupSessionEnding {
    case .replaced: expectSession()
    case .ended(let participant):
      let name = participant.flatMap { knownNames[$0] }
      take(
        .notice("\(name ?? "Somebody") ended the session. This is your own board.", isError: false)
      )
      goHome()
    case .removed(let participant):
      let (board, title) = (replicator.boardID, replicator.picture.title)
      let isKept = !shelf.isGuest && shelf.problem == nil
      goHome()
      let now: RemovalWords.Board =
        replicator.boardID == board ? .same : isKept ? .own(keeping: title) : .ownAlone
      let name = participant.flatMap { knownNames[$0] }
      take(.lastingNotice(RemovalWords.own(remover: name, board: now)))
    case .left, .stopped, nil: goHome()
    }
  }
}
