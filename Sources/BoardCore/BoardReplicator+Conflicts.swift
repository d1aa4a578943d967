/// Two people who change one property without knowing of each other: both are told, and the one who
/// lost can have theirs again.
extension BoardReplicator {
  /// Remembers how much of this replica's own operations the author knew.
  mutating func learn(_ operation: BoardOperation) {
    let own = operation.dependencies[replicaID]
    guard own > 0 else { return }
    sync.sharedOwn = max(sync.sharedOwn, own)
    let author = operation.dot.replica
    sync.knownOwn[author] = max(sync.knownOwn[author] ?? 0, own)
  }

  /// Whoever is behind a state that was joined is taken to know what it holds.
  mutating func knowAll(of vector: VersionVector, since before: VersionVector) {
    for entry in vector.entries where entry.sequence > before[entry.replica] {
      sync.knownOwn[entry.replica] = board.vector[replicaID]
    }
  }

  /// Says so when an operation that is about to be applied meets an own write unknown to its author.
  mutating func noteConflict(
    with operation: BoardOperation,
    into effects: inout [ReplicaEffect]
  ) {
    guard operation.dot.replica != replicaID,
      case .set(let note, let value, let stamp) = operation.action, let kind = value.kind
    else { return }
    let known = max(sync.knownOwn[operation.dot.replica] ?? 0, sync.earlierOwn)
    guard board.vector[replicaID] > known,
      let mine = ownTop(kind, of: note), mine.dot.sequence > known, mine.value != value
    else { return }
    let isMineShown = (mine.stamp, mine.dot) > (stamp, operation.dot)
    effects.append(
      .notice(.conflict(note, kind, by: operation.dot.replica, isMineShown: isMineShown))
    )
  }

  /// Before another state is joined: what it shows instead of own writes that it did not know.
  ///
  /// `heard` is what was known there before the two met: nothing in it knew more of this replica.
  mutating func noteConflicts(
    with other: Board,
    knowing heard: VersionVector,
    into effects: inout [ReplicaEffect]
  ) {
    let known = heard[replicaID]
    guard board.vector[replicaID] > known else { return }
    var other = other
    let kinds: [RegisterKind] = [.place, .size, .color, .stacking]
    var found: [(NoteID?, RegisterKind, OwnWrite)] = []
    for note in board.notes.keys.sorted() {
      for kind in kinds {
        if let mine = ownTop(kind, of: note) { found.append((note, kind, mine)) }
      }
    }
    if let mine = ownTop(.title, of: nil) { found.append((nil, .title, mine)) }
    for (note, kind, mine) in found where mine.dot.sequence > known {
      guard let theirs = other.top(kind, of: note), theirs.dot.replica != replicaID,
        heard.contains(theirs.dot),
        !board.vector.contains(theirs.dot), theirs.value != mine.value
      else { continue }
      let isMineShown = (mine.stamp, mine.dot) > (theirs.stamp, theirs.dot)
      effects.append(
        .notice(.conflict(note, kind, by: theirs.dot.replica, isMineShown: isMineShown))
      )
    }
  }

  /// Writes this person's last value of a property again, above the one that shows.
  mutating func takeBack(
    _ note: NoteID?,
    _ kind: RegisterKind,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    if kind == .title {
      guard let title = board.title.latest(of: replicaID, board.cancellations) else { return }
      setTitle(title.string, at: now, into: &effects)
    } else if let note,
      let value = board.notes[note]?.latest(kind, of: replicaID, board.cancellations)
    {
      set(note, value, at: now, into: &effects)
    }
  }

  private mutating func ownTop(_ kind: RegisterKind, of note: NoteID?) -> OwnWrite? {
    board.top(kind, of: note, by: replicaID)
  }
}

/// The write that a property shows.
struct OwnWrite {
  var stamp: UInt64
  var dot: Dot
  var value: RegisterValue

  /// Nil when there is no write, or none by `author`.
  init?<Value>(
    _ register: Register<Value>,
    _ ledger: Cancellations,
    by author: ReplicaID?,
    _ value: (Value) -> RegisterValue
  ) {
    if let author, register.topOrigin(ledger)?.dot.replica != author { return nil }
    guard let write = register.top(ledger) else { return nil }
    stamp = write.stamp
    dot = write.origin.dot
    self.value = value(write.value)
  }
}

extension Board {
  /// The write that a property shows; with `author` only when it is that replica's.
  mutating func top(
    _ kind: RegisterKind,
    of note: NoteID?,
    by author: ReplicaID? = nil
  ) -> OwnWrite? {
    guard let note else { return OwnWrite(title, cancellations, by: author) { .title($0) } }
    return inspect(note) { record, ledger in
      switch kind {
      case .place: OwnWrite(record.placement, ledger, by: author) { .placement($0) }
      case .size: OwnWrite(record.size, ledger, by: author) { .size($0) }
      case .color: OwnWrite(record.color, ledger, by: author) { .color($0) }
      case .stacking: OwnWrite(record.stacking, ledger, by: author) { .stacking($0) }
      case .title: nil
      }
    }
  }
}

extension NoteRecord {
  fileprivate func latest(
    _ kind: RegisterKind,
    of replica: ReplicaID,
    _ ledger: Cancellations
  ) -> RegisterValue? {
    switch kind {
    case .place: placement.latest(of: replica, ledger).map { .placement($0) }
    case .size: size.latest(of: replica, ledger).map { .size($0) }
    case .color: color.latest(of: replica, ledger).map { .color($0) }
    case .stacking: stacking.latest(of: replica, ledger).map { .stacking($0) }
    case .title: nil
    }
  }
}
