/// Two people who change one property without knowing of each other: both are told, and the one who
/// lost can have theirs again.
extension BoardReplicator {
  /// Remembers how much of this device's own operations the author knew.
  mutating func learn(_ operation: BoardOperation) {
    let author = operation.dot.replica
    for index in sync.earlierRuns.indices {
      let earlier = sync.earlierRuns[index]
      let replica = earlier.run.replica
      let own = replica == author ? earlier.made : operation.dependencies[replica]
      guard own > 0 else { continue }
      sync.earlierRuns[index].run.shared = max(earlier.run.shared, min(own, earlier.made))
      know(own, of: replica, by: author)
    }
    let own = operation.dependencies[replicaID]
    guard own > 0 else { return }
    sync.sharedOwn = max(sync.sharedOwn, own)
    know(own, of: replicaID, by: author)
  }

  private mutating func know(_ own: UInt64, of replica: ReplicaID, by author: ReplicaID) {
    let known = sync.knownOwn[author]?[replica] ?? 0
    if own > known { sync.knownOwn[author, default: VersionVector()][replica] = own }
  }

  /// The same for an operation of the log: which ids are own is known only later.
  mutating func learnLater(_ operation: BoardOperation) {
    guard operation.dependencies.count > 0 else { return }
    sync.knownOwn[operation.dot.replica, default: VersionVector()].merge(operation.dependencies)
  }

  /// Whoever is behind a state that was joined is taken to know what it holds.
  mutating func knowAll(of vector: VersionVector, since before: VersionVector) {
    for entry in vector.entries where entry.sequence > before[entry.replica] {
      for own in [replicaID] + sync.earlierRuns.map(\.run.replica) {
        know(board.vector[own], of: own, by: entry.replica)
      }
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
    let unknown = ownOperations(unknownTo: operation.dot.replica)
    guard !unknown.isEmpty,
      let mine = board.top(kind, of: note, among: unknown), mine.value != value
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
    let unknown = ownOperations(after: heard, isEarlierKnown: false)
    guard !unknown.isEmpty else { return }
    var other = other
    let kinds: [RegisterKind] = [.place, .size, .color, .stacking]
    var found: [(NoteID?, RegisterKind, OwnWrite)] = []
    for note in board.notes.keys.sorted() {
      for kind in kinds {
        let mine = board.top(kind, of: note, among: unknown)
        if let mine { found.append((note, kind, mine)) }
      }
    }
    if let mine = board.top(.title, of: nil, among: unknown) {
      found.append((nil, .title, mine))
    }
    for (note, kind, mine) in found {
      guard let theirs = other.top(kind, of: note), !isOwn(theirs.dot),
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
  ///
  /// Also one that was written in an earlier run, under another id.
  mutating func takeBack(
    _ note: NoteID?,
    _ kind: RegisterKind,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
    if kind == .title {
      guard let title = board.title.latest(board.cancellations, where: isOwn) else { return }
      setTitle(title.string, at: now, into: &effects)
    } else if let note,
      let value = board.notes[note]?.latest(kind, board.cancellations, where: isOwn)
    {
      set(note, value, at: now, into: &effects)
    }
  }
}

/// The write that a property shows.
struct OwnWrite {
  var stamp: UInt64
  var dot: Dot
  var value: RegisterValue

  /// Nil when there is no write.
  @inline(__always)
  init?<Value>(
    _ register: Register<Value>,
    _ ledger: Cancellations,
    _ value: (Value) -> RegisterValue
  ) {
    guard let write = register.top(ledger) else { return nil }
    stamp = write.stamp
    dot = write.origin.dot
    self.value = value(write.value)
  }
}

extension Board {
  /// The write that a property shows; nil when there is none.
  mutating func top(_ kind: RegisterKind, of note: NoteID?) -> OwnWrite? {
    guard let note else { return OwnWrite(title, cancellations) { .title($0) } }
    guard let place = notes.find(note) else { return nil }
    return notes[at: place].topWrite(kind, cancellations)
  }

  /// The same; nil when it is none of these.
  mutating func top(
    _ kind: RegisterKind,
    of note: NoteID?,
    among wanted: OwnOperations
  ) -> OwnWrite? {
    guard let note else {
      guard let dot = title.topOrigin(cancellations)?.dot, wanted.contains(dot) else { return nil }
      return top(kind, of: nil)
    }
    guard let place = notes.find(note),
      let dot = notes[at: place].topDot(kind, cancellations), wanted.contains(dot)
    else { return nil }
    return notes[at: place].topWrite(kind, cancellations)
  }
}

extension NoteRecord {
  fileprivate func latest(
    _ kind: RegisterKind,
    _ ledger: Cancellations,
    where isOwn: (Dot) -> Bool
  ) -> RegisterValue? {
    switch kind {
    case .place: placement.latest(ledger, where: isOwn).map { .placement($0) }
    case .size: size.latest(ledger, where: isOwn).map { .size($0) }
    case .color: color.latest(ledger, where: isOwn).map { .color($0) }
    case .stacking: stacking.latest(ledger, where: isOwn).map { .stacking($0) }
    case .title: nil
    }
  }
}
