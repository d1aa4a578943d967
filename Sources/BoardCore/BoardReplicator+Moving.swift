/// Drags and nudges: shown and sent at once, kept when they come to rest.
extension BoardReplicator {
  mutating func lift(_ note: NoteID, at now: Duration, into effects: inout [ReplicaEffect]) {
    guard let placed = board.picture(of: note) else { return }
    var move = OwnMove(note: note, origin: placed.position, at: now)
    sendFrame(of: &move, at: now, into: &effects)
    drag = move
    refresh([note])
  }

  mutating func dragTo(
    _ point: BoardPoint,
    trail: [BoardPoint],
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    guard var move = drag else { return }
    move.point = point.clamped
    move.trail = trail.map(\.clamped)
    sendFrame(of: &move, at: now, into: &effects)
    drag = move
    refresh([move.note])
  }

  /// Sets the lifted note down where it is: always one operation, so that every live move ends.
  mutating func drop(at now: BoardTime, into effects: inout [ReplicaEffect]) {
    guard let move = drag else { return }
    drag = nil
    rest(move, isStep: move.point != move.origin, at: now, into: &effects)
  }

  /// Sets it down where it was lifted.
  ///
  /// Nothing to take back: nothing changed.
  mutating func putBack(at now: BoardTime, into effects: inout [ReplicaEffect]) {
    guard var move = drag else { return }
    drag = nil
    move.point = move.origin
    move.trail = []
    rest(move, isStep: false, at: now, into: &effects)
  }

  mutating func nudge(
    _ note: NoteID,
    to point: BoardPoint,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    // A run whose time is over is another gesture, also when nobody woke this in time.
    commitNudges(where: { $0.due <= now.sinceStart }, at: now, into: &effects)
    guard let placed = board.picture(of: note) else { return }
    let index = nudges.firstIndex { $0.note == note }
    var move =
      index.map { nudges[$0] } ?? OwnMove(note: note, origin: placed.position, at: now.sinceStart)
    move.trail = Placement.thinned(move.trail + [move.point], to: BoardLimits.trailPoints)
    move.point = point.clamped
    move.due = now.sinceStart + OwnMove.pause
    sendFrame(of: &move, at: now.sinceStart, into: &effects)
    if let index { nudges[index] = move } else { nudges.append(move) }
    refresh([note])
  }

  mutating func commitNudges(
    where isDue: (OwnMove) -> Bool = { _ in true },
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    let due = nudges.filter(isDue)
    guard !due.isEmpty else { return }
    nudges.removeAll(where: isDue)
    for move in due {
      rest(move, isStep: move.point != move.origin, at: now, into: &effects)
    }
  }

  /// Checkpoints of a long drag, and nudges that came to rest.
  mutating func commitDueMoves(at now: BoardTime, into effects: inout [ReplicaEffect]) {
    commitNudges(where: { $0.due <= now.sinceStart }, at: now, into: &effects)
    guard var move = drag, move.due <= now.sinceStart, move.point != move.committed
    else { return }
    let sequence = nextSequence
    let placement = Placement(point: move.point, isResting: false)
    place(move, placement, isStep: false, at: now, into: &effects)
    move.group = move.group ?? sequence
    move.committed = move.point
    move.due = now.sinceStart + OwnMove.pause
    drag = move
  }

  /// The end of a move.
  private mutating func rest(
    _ move: OwnMove,
    isStep: Bool,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    let trail = Placement.thinned(move.trail, to: BoardLimits.trailPoints)
    place(move, Placement(point: move.point, trail: trail), isStep: isStep, at: now, into: &effects)
    refresh([move.note])
  }

  private mutating func place(
    _ move: OwnMove,
    _ placement: Placement,
    isStep: Bool,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    set(
      move.note,
      .placement(placement),
      group: move.group,
      isStep: isStep,
      evenIfSame: true,
      at: now,
      into: &effects
    )
  }

  // MARK: Frames

  mutating func sendDueFrames(at now: Duration, into effects: inout [ReplicaEffect]) {
    guard !sync.peers.isEmpty else { return }
    if var move = drag, let due = move.frameDeadline(isHeld: true), due <= now {
      sendFrame(of: &move, at: now, into: &effects)
      drag = move
    }
    for index in nudges.indices {
      var move = nudges[index]
      guard let due = move.frameDeadline(isHeld: false), due <= now else { continue }
      sendFrame(of: &move, at: now, into: &effects)
      nudges[index] = move
    }
  }

  /// Sends where a note is, or remembers to when the last frame is too near.
  mutating func sendFrame(
    of move: inout OwnMove,
    at now: Duration,
    into effects: inout [ReplicaEffect]
  ) {
    guard !sync.peers.isEmpty else { return }
    if let last = move.lastFrame, now - last < OwnMove.framePause {
      move.needsFrame = true
      return
    }
    move.lastFrame = now
    move.needsFrame = false
    frameNumber += 1
    let frame = MoveFrame(
      note: move.note,
      after: board.vector[replicaID],
      number: frameNumber,
      point: move.point,
      origin: move.origin
    )
    send(.frame(frame), to: .all, .unreliable, into: &effects)
  }

  /// Ends all moves of notes that others took away.
  mutating func releaseHidden(
    _ notes: [NoteID],
    by replica: ReplicaID?,
    into effects: inout [ReplicaEffect]
  ) {
    guard !notes.isEmpty,
      drag != nil || !nudges.isEmpty || liveMoves.nextExpiry != nil || editedNote != nil
    else { return }
    let hidden = Set(notes.filter { !board.isVisible($0) && board.vector.contains($0) })
    guard !hidden.isEmpty else { return }
    _ = liveMoves.end { hidden.contains($0.frame.note) }
    if let move = drag, hidden.contains(move.note) {
      drag = nil
      hasOpenFrames = hasOpenFrames || move.lastFrame != nil
      effects.append(.notice(.liftedNoteGone(move.note, by: replica)))
    }
    let gone = nudges.filter { hidden.contains($0.note) }
    hasOpenFrames = hasOpenFrames || gone.contains { $0.lastFrame != nil }
    if let note = editedNote, hidden.contains(note) {
      effects.append(.notice(.editedNoteGone(note, by: replica)))
    }
    nudges.removeAll { hidden.contains($0.note) }
  }

  /// A move without a place to rest ends with an operation all the same.
  ///
  /// Frames that are still under way are older than it: should the note come back, they move nothing.
  mutating func endTakenMoves(into effects: inout [ReplicaEffect]) {
    guard hasOpenFrames else { return }
    hasOpenFrames = false
    if !isReadOnly { commit(.noop, isStep: false, into: &effects) }
  }
}
