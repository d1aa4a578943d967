package import BoardCore

/// What a board must show, by definition: a function of the set of all operations, without any of
/// the board's own machinery.
///
/// Clears hide the notes that their issuer really saw.
package struct BoardOracle: Sendable {
  package private(set) var operations: [Dot: BoardOperation] = [:]
  /// What each clear's issuer saw on its board.
  package internal(set) var seen: [Dot: [NoteID]] = [:]
  /// What each author knew when it made an operation.
  private(set) var knowledge: [Dot: VersionVector] = [:]

  /// Who gave each key in the pile to a note.
  private var makers: [[UInt8]: [Dot]] = [:]
  /// An operation whose new key somebody else had made as well, without knowing of it.
  private(set) var sharedKey: Dot?
  /// A name that two different operations had.
  private(set) var clash: Dot?

  private var last: [ReplicaID: UInt64] = [:]
  private var places: [Hand: [UInt64]] = [:]

  package init() {}

  /// An operation was just made by somebody who knew this much before.
  mutating func issue(_ dot: Dot, knowing vector: VersionVector) {
    knowledge[dot] = vector
    guard let key = operations[dot]?.action.stackingKey else { return }
    let makers = makers[key.bytes] ?? []
    if !makers.isEmpty, !makers.contains(where: { vector.contains($0) }) { sharedKey = dot }
    self.makers[key.bytes, default: []].append(dot)
  }

  package mutating func record(_ bytes: [UInt8]) {
    guard let operation = try? BoardOperation(encoded: bytes) else { return }
    let known = operations.updateValue(operation, forKey: operation.dot)
    if let known, known != operation { clash = operation.dot }
    last[operation.dot.replica] = max(last[operation.dot.replica] ?? 0, operation.dot.sequence)
    guard case .set(let note?, .placement, _) = operation.action else { return }
    let hand = Hand(note: note, replica: operation.dot.replica)
    if !(places[hand]?.contains(operation.dot.sequence) ?? false) {
      places[hand, default: []].append(operation.dot.sequence)
    }
  }

  /// Whether this operation was kept by somebody.
  func holds(_ bytes: [UInt8]) -> Bool {
    guard let operation = try? BoardOperation(encoded: bytes) else { return false }
    return operations[operation.dot] == operation
  }

  /// Whether a replica ever did more than `vector` holds.
  func hasMore(of replica: ReplicaID, than vector: VersionVector) -> Bool {
    last[replica] ?? 0 > vector[replica]
  }

  /// Everyone who ever did anything, ascending.
  var replicas: [ReplicaID] { last.keys.sorted() }

  /// The last place that a replica gave a note, among what `vector` holds.
  func lastPlace(of note: NoteID, by replica: ReplicaID, within vector: VersionVector) -> UInt64? {
    places[Hand(note: note, replica: replica)]?.last { $0 <= vector[replica] }
  }

  /// All operations that `vector` holds, each after what it depends on.
  func inOrder(within vector: VersionVector) -> [[UInt8]] {
    var board = Board()
    var ordered: [[UInt8]] = []
    var isDone = false
    while !isDone {
      isDone = true
      for replica in replicas {
        while board.vector[replica] < vector[replica],
          let next = operations[Dot(replica, board.vector[replica] + 1)], board.isReady(next)
        {
          board.apply(next)
          ordered.append(next.encoded)
          isDone = false
        }
      }
    }
    return ordered
  }

  private struct Hand: Hashable {
    var note: NoteID
    var replica: ReplicaID
  }

  /// The notes that must show, the lowest first, when only what `vector` holds is known.
  package func notes(within vector: VersionVector) -> [NotePicture] {
    let known = operations.values.filter { vector.contains($0.dot) }
    let revisions = revisions(known)
    let dead = hidden(known, revisions)
    var notes: [(key: StackingKey, note: NotePicture)] = []
    let texts = Dictionary(grouping: known) { operation in
      guard case .text(let note, _) = operation.action else { return NoteID(ReplicaID(0), 0) }
      return note
    }
    let writes = Dictionary(grouping: known.compactMap { write($0, revisions) }, by: \.note)
    let files = files(known, revisions)
    for operation in known where !dead.contains(operation.dot) {
      guard case .create(let start, let stamp) = operation.action else { continue }
      var candidates = writes[operation.dot] ?? []
      let values: [RegisterValue] = [
        .placement(start.placement), .size(start.size), .color(start.color),
        .stacking(start.stacking),
      ]
      candidates += values.map {
        Candidate(note: operation.dot, stamp: stamp, dot: operation.dot, value: $0)
      }
      var resolved = Self.resolve(operation.dot, start, candidates)
      resolved.note.text =
        TextOracle(operation, texts[operation.dot] ?? []) { isActive($0, revisions) }.string
      resolved.note.attachments = (files[operation.dot] ?? []).sorted { $0.id < $1.id }
      notes.append(resolved)
    }
    return notes.sorted { ($0.key, $0.note.id) < ($1.key, $1.note.id) }.map(\.note)
  }

  /// The title that must show; nil when nobody set one.
  package func title(within vector: VersionVector) -> String? {
    let known = operations.values.filter { vector.contains($0.dot) }
    let revisions = revisions(known)
    var best: (stamp: UInt64, dot: Dot, title: ExactText)?
    for operation in known where isActive(operation, revisions) {
      guard case .set(nil, .title(let title), let stamp) = operation.action else { continue }
      if let best, (best.stamp, best.dot) > (stamp, operation.dot) { continue }
      best = (stamp, operation.dot, title)
    }
    return best?.title.string
  }

  private struct Candidate {
    var note: NoteID
    var stamp: UInt64
    var dot: Dot
    var value: RegisterValue
  }

  private func revisions(_ known: [BoardOperation]) -> [Dot: UInt64] {
    var revisions: [Dot: UInt64] = [:]
    for operation in known {
      guard case .toggle(let group, let revision) = operation.action else { continue }
      let dot = Dot(operation.dot.replica, group)
      revisions[dot] = max(revisions[dot] ?? 0, revision)
    }
    return revisions
  }

  private func isActive(_ operation: BoardOperation, _ revisions: [Dot: UInt64]) -> Bool {
    (revisions[Dot(operation.dot.replica, operation.group)] ?? 0) % 2 == 0
  }

  private func hidden(
    _ known: [BoardOperation],
    _ revisions: [Dot: UInt64]
  ) -> Set<NoteID> {
    var dead: Set<NoteID> = []
    for operation in known where isActive(operation, revisions) {
      switch operation.action {
      case .delete(let note): dead.insert(note)
      case .clear: dead.formUnion(seen[operation.dot] ?? [])
      case .create, .set, .text, .toggle, .attach, .detach, .noop: break
      }
    }
    return dead
  }

  /// What was attached and not taken off, both in force.
  private func files(
    _ known: [BoardOperation],
    _ revisions: [Dot: UInt64]
  ) -> [NoteID: [NoteAttachment]] {
    var gone: Set<Dot> = []
    for operation in known where isActive(operation, revisions) {
      if case .detach(_, let dots) = operation.action { gone.formUnion(dots) }
    }
    var files: [NoteID: [NoteAttachment]] = [:]
    for operation in known where isActive(operation, revisions) {
      guard case .attach(let note, let file) = operation.action, !gone.contains(operation.dot)
      else { continue }
      files[note, default: []].append(NoteAttachment(id: operation.dot, file: file))
    }
    return files
  }

  private func write(
    _ operation: BoardOperation,
    _ revisions: [Dot: UInt64]
  ) -> Candidate? {
    guard case .set(let note?, let value, let stamp) = operation.action,
      isActive(operation, revisions)
    else { return nil }
    return Candidate(note: note, stamp: stamp, dot: operation.dot, value: value)
  }

  private static func resolve(
    _ id: NoteID,
    _ start: NoteStart,
    _ candidates: [Candidate]
  ) -> (key: StackingKey, note: NotePicture) {
    var note = NotePicture(id: id, text: "", position: start.placement.point, author: start.author)
    var key = start.stacking
    var votes: [AuthorID: Bool] = [:]
    let ascending = candidates.sorted {
      $0.stamp == $1.stamp ? $0.dot < $1.dot : $0.stamp < $1.stamp
    }
    for candidate in ascending {
      switch candidate.value {
      case .placement(let placement): note.position = placement.point
      case .size(let size): note.size = size
      case .color(let color): note.color = color
      case .stacking(let stacking): key = stacking
      case .vote(let vote): votes[vote.author] = vote.isCast
      case .title: break
      }
    }
    note.votes = votes.values.count { $0 }
    return (key, note)
  }
}

extension BoardAction {
  /// The place in the pile that it gives to a note.
  fileprivate var stackingKey: StackingKey? {
    switch self {
    case .create(let start, _): start.stacking
    case .set(_, .stacking(let key), _): key
    case .set, .text, .delete, .attach, .detach, .clear, .toggle, .noop: nil
    }
  }
}
