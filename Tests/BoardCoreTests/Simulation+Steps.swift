import BoardCore
import TestSupport

extension Simulation {
  mutating func step() {
    elapsed += .milliseconds(random.number(in: 0...30))
    wakeAll()
    switch choose(actionWeights) {
    case 0: editSomething(random.number(in: 0...replicas.count - 1))
    case 1:
      let waiting = queues.filter { !$0.value.isEmpty }.keys.sorted()
      if !waiting.isEmpty { deliver(random.one(of: waiting)) }
    case 2:
      guard !datagrams.isEmpty else { return }
      deliver(datagrams.remove(at: random.number(in: 0...datagrams.count - 1)))
    case 3: elapsed += .milliseconds(random.number(in: 0...1_500))
    case 4: flipLink()
    case 5: replicas[random.number(in: 0...replicas.count - 1)].prune()
    default: stepShadow()
    }
  }

  private mutating func flipLink() {
    let left = random.number(in: 0...replicas.count - 1)
    let right = (left + random.number(in: 1...replicas.count - 1)) % replicas.count
    if links.contains(Pair(from: left, to: right)) {
      disconnect(left, right)
    } else {
      connect(left, right)
    }
  }

  /// A shadow takes part without a replicator: any ready operation, any join, any pruning.
  private mutating func stepShadow() {
    let index = random.number(in: 0...shadows.count - 1)
    switch random.number(in: 0...3) {
    case 0:
      let other = random.number(in: 0...replicas.count - 1)
      shadows[index].join(replicas[other].board)
      sometimes["joined", default: 0] += 1
    case 1: shadows[index].join(shadows[1 - index])
    case 2: shadows[index].prune()
    default:
      let ready = oracle.operations.values.filter { shadows[index].isReady($0) }
        .sorted { $0.dot < $1.dot }
      if !ready.isEmpty { shadows[index].apply(random.one(of: ready)) }
    }
  }

  mutating func edit(_ index: Int, _ edit: BoardEdit) {
    let visible = edit == .clear ? replicas[index].board.visibleNotes : []
    let before = replicas[index].board.vector[replicas[index].replicaID]
    call(index) { $0.edit(edit, at: $1, into: &$2) }
    guard edit == .clear else { return }
    let replica = replicas[index].replicaID
    for sequence in before..<replicas[index].board.vector[replica] {
      let dot = Dot(replica, sequence + 1)
      if case .clear = oracle.operations[dot]?.action { oracle.seen[dot] = visible }
    }
  }

  private mutating func editSomething(_ index: Int) {
    value += 1
    let point = BoardPoint(x: Int32(value), y: Int32(index))
    let visible = replicas[index].board.visibleNotes
    // A drag goes on for a while before anything else is done.
    if replicas[index].picture.notes.contains(where: { isOwnMove($0, of: index) }),
      random.number(in: 0...3) > 0
    {
      edit(index, .dragTo(point, trail: []))
      return
    }
    let kind = choose(editWeights)
    guard kind != 0, !visible.isEmpty else {
      let color = NoteColor.all[value % 8]
      return edit(index, .create(text: "\(value)", at: point, size: .standard, color: color))
    }
    let note = random.one(of: visible)
    switch kind {
    case 1: edit(index, .lift(note))
    case 2: edit(index, register(of: note))
    case 3: edit(index, .delete(note))
    case 4: edit(index, .clear)
    case 5: edit(index, .undo)
    case 6: edit(index, .redo)
    case 7: edit(index, random.number(in: 0...4) == 0 ? .putBack : .drop)
    default: edit(index, .nudge(note, to: point))
    }
  }

  private func isOwnMove(_ note: NotePicture, of index: Int) -> Bool {
    note.mover == replicas[index].replicaID
  }

  private mutating func register(of note: NoteID) -> BoardEdit {
    switch random.number(in: 0...4) {
    case 0: .setText(note, "text \(value)")
    case 1: .recolor(note, NoteColor.all[value % 8])
    case 2: .resize(note, NoteSize(width: Int32(value % 90 + 1), height: 7))
    case 3: .raise(note)
    default: .lower(note)
    }
  }

  // MARK: Coming to rest

  /// Heals all links and lets everything arrive.
  ///
  /// Returns false when the replicas do not get equal.
  mutating func settle() -> Bool {
    for index in replicas.indices { edit(index, .drop) }
    for left in replicas.indices {
      for right in replicas.indices
      where left < right && !links.contains(Pair(from: left, to: right)) {
        connect(left, right)
      }
    }
    for round in 1...60 {
      elapsed += .milliseconds(1_001)
      wakeAll()
      while let pair = queues.filter({ !$0.value.isEmpty }).keys.min() { deliver(pair) }
      let first = replicas[0].board.vector
      let isEqual = replicas.allSatisfy { $0.board.vector == first && !$0.isMoving }
      // Moves whose last frame was lost end by themselves after three seconds.
      if isEqual, round >= 4 { return true }
    }
    return false
  }
}

extension BoardReplicator {
  /// Whether any note shows elsewhere than its register says.
  var isMoving: Bool { picture.notes.contains { $0.mover != nil } }
}
