import BoardCore

/// Straight to operations that no sound program makes, and to what people are told.
extension DirectedRun {
  static let limits: [DirectedRun] = [
    DirectedRun(name: "only so many operations wait for an earlier one") { waiting() },
    DirectedRun(name: "only so many bytes of operations wait") { waitingBytes() },
    DirectedRun(name: "an operation waits for all that it names") { named() },
    DirectedRun(name: "a toggle never goes back") { toggles() },
    DirectedRun(name: "an unsound operation does nothing and stops nobody") { unsound() },
    DirectedRun(name: "an edit of a note that is gone for ever leaves nothing behind") { gone() },
    DirectedRun(name: "two who change one property at once are told so, both") {
      () throws(SimulationFailure) in try told(byState: false)
    },
    DirectedRun(name: "two who change one property at once are told so by a state, too") {
      () throws(SimulationFailure) in try told(byState: true)
    },
    DirectedRun(name: "a clean end promises no more than there is to take back") {
      () throws(SimulationFailure) in
      var (mesh, note) = try pair()
      try mesh.edit(0, .recolor(note, NoteColor.all[3]))
      try mesh.quit(0)
      mesh.start(0)
      try mesh.edit(0, .undo)
      mesh.rest(.seconds(3))
      return mesh.machines.allSatisfy {
        $0.replicator?.board.picture(of: note)?.color == .first
      }
    },
  ]

  private static let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .seconds(1))

  private static func waiting() -> Bool {
    let last = BoardLimits.parkedOperations + 100
    let early = (2...last).map {
      BoardOperation(dot: Dot(ReplicaID(9), UInt64($0)), action: .noop).encoded
    }
    return received(early, inMessagesOf: 500).parkedCount == BoardLimits.parkedOperations
  }

  private static func waitingBytes() -> Bool {
    let text = String(repeating: "x", count: BoardLimits.textBytes)
    let early = (2...1_100).map {
      let dot = Dot(ReplicaID(9), UInt64($0))
      return BoardOperation(dot: dot, action: .create(start(text), stamp: 1)).encoded
    }
    let count = received(early, inMessagesOf: 3).parkedCount
    return count > 0 && count * early[0].count <= BoardLimits.parkedBytes
  }

  private static func received(_ operations: [[UInt8]], inMessagesOf size: Int) -> BoardReplicator {
    var replicator = BoardReplicator(
      board: BoardMesh.board,
      title: "Board",
      replica: ReplicaID(1),
      author: AuthorID(1)
    )
    for first in stride(from: 0, to: operations.count, by: size) {
      let message = BoardMessage(
        board: BoardMesh.board,
        replica: ReplicaID(9),
        content: .operations(
          Array(operations[first..<min(first + size, operations.count)]),
          .pushed
        )
      )
      var effects: [ReplicaEffect] = []
      replicator.receive(message.encoded, from: PeerKey(9), at: now, into: &effects)
    }
    return replicator
  }

  /// Somebody who never says what they knew: what they name is waited for all the same.
  private static func named() -> Bool {
    let note = Dot(ReplicaID(1), 1)
    let element = TextElement(note, 0)
    let change = TextChange(
      insertions: [TextInsertion(parent: element, side: .right, text: ExactText("x"))],
      deletions: []
    )
    guard let file = file() else { return false }
    var seen = VersionVector()
    seen[note.replica] = 1
    let actions: [BoardAction] = [
      .set(note, .color(.first), stamp: 1), .text(note, change), .delete(note),
      .attach(note, file), .detach(note, [Dot(ReplicaID(1), 2)]), .clear(seen: seen, hidden: []),
    ]
    return actions.allSatisfy { action in
      let operation = BoardOperation(dot: Dot(ReplicaID(2), 1), action: action)
      return !Board().isReady(operation)
    }
  }

  private static func toggles() -> Bool {
    let replica = ReplicaID(1)
    let note = Dot(replica, 1)
    let operations = [
      BoardOperation(dot: note, action: .create(start("note"), stamp: 1)),
      BoardOperation(dot: Dot(replica, 2), action: .set(note, .color(color(5)), stamp: 2)),
      BoardOperation(dot: Dot(replica, 3), action: .toggle(group: 2, revision: 2)),
      BoardOperation(dot: Dot(replica, 4), action: .toggle(group: 2, revision: 1)),
    ]
    var board = Board()
    for operation in operations { board.apply(operation) }
    var (older, newer) = (Board(), Board())
    for operation in operations.prefix(2) {
      older.apply(operation)
      newer.apply(operation)
    }
    older.apply(BoardOperation(dot: Dot(replica, 3), action: .toggle(group: 2, revision: 1)))
    newer.apply(BoardOperation(dot: Dot(replica, 3), action: .toggle(group: 2, revision: 2)))
    var joined = [older, newer]
    joined[0].join(newer)
    joined[1].join(older)
    return ([board] + joined).allSatisfy { $0.picture(of: note)?.color.index == 5 }
  }

  /// Values out of their range: each is an operation without effect, the next one comes through.
  private static func unsound() -> Bool {
    let replica = ReplicaID(9)
    let note = Dot(replica, 1)
    let far = BoardPoint(x: BoardLimits.coordinate + 1, y: 0)
    let values: [RegisterValue] = [
      .size(NoteSize(width: 0, height: 5)), .placement(Placement(point: far)),
      .size(NoteSize(width: 5, height: BoardLimits.noteSide + 1)),
    ]
    var operations = [BoardOperation(dot: note, action: .create(start("note"), stamp: 1))]
    for value in values {
      let dot = Dot(replica, UInt64(operations.count + 1))
      operations.append(BoardOperation(dot: dot, action: .set(note, value, stamp: 9)))
    }
    let late = Dot(replica, UInt64(operations.count + 1))
    operations.append(
      BoardOperation(
        dot: late,
        action: .set(note, .color(color(2)), stamp: BoardLimits.stamp + 1)
      )
    )
    var bytes = operations.map(\.encoded)
    // A key without a byte: the last byte of this one counts those of the key.
    bytes.append(unsoundKey(of: note, Dot(replica, UInt64(bytes.count + 1))))
    let good = Dot(replica, UInt64(bytes.count + 1))
    bytes.append(
      BoardOperation(dot: good, action: .set(note, .color(color(5)), stamp: 10)).encoded
    )
    let board = received(bytes, inMessagesOf: 100).board
    let shown = board.picture(of: note)
    return board.vector[replica] == good.sequence && shown?.color.index == 5
      && shown?.size == .standard && shown?.position == BoardPoint(x: 0, y: 0)
      && board.notes[note]?.stacking.count == 1
  }

  private static func unsoundKey(of note: NoteID, _ dot: Dot) -> [UInt8] {
    guard let key = StackingKey([200]) else { return [] }
    let sound = BoardOperation(dot: dot, action: .set(note, .stacking(key), stamp: 9)).encoded
    return sound.dropLast(2) + [0]
  }

  /// Known and absent is dead for ever: nothing of what comes later is held.
  private static func gone() -> Bool {
    let note = Dot(ReplicaID(1), 1)
    let change = TextChange(
      insertions: [TextInsertion(parent: nil, side: .right, text: ExactText("x"))],
      deletions: []
    )
    guard let file = file() else { return false }
    var board = Board()
    board.apply(BoardOperation(dot: note, action: .create(start("note"), stamp: 1)))
    board.apply(BoardOperation(dot: Dot(ReplicaID(1), 2), action: .delete(note)))
    board.apply(BoardOperation(dot: Dot(ReplicaID(1), 3), floor: 3, action: .noop))
    board.prune()
    let actions: [BoardAction] = [
      .set(note, .color(color(3)), stamp: 9), .text(note, change), .attach(note, file),
      .delete(note),
    ]
    for (index, action) in actions.enumerated() {
      let dot = Dot(ReplicaID(2), UInt64(index + 1))
      board.apply(BoardOperation(dot: dot, action: action))
      if board.notes[note] != nil { return false }
    }
    return board.vector[ReplicaID(2)] == UInt64(actions.count)
  }

  /// Each property, changed by two who cannot hear each other.
  private static func told(byState: Bool) throws(SimulationFailure) -> Bool {
    let edits: [(RegisterKind, (NoteID, Int) -> BoardEdit)] = [
      (.color, { .recolor($0, color($1 + 2)) }),
      (.size, { .resize($0, NoteSize(width: Int32($1) + 5, height: 5)) }),
      (.place, { .nudge($0, to: BoardPoint(x: Int32($1) + 20, y: 20)) }),
      (.title, { .setTitle("\($0) \($1)") }),
    ]
    for (kind, edit) in edits {
      var (mesh, note) = try pair()
      mesh.recordsNotices = true
      mesh.unplug(0, 1)
      for index in 0...1 {
        try mesh.edit(index, edit(note, index))
        mesh.rest(.seconds(1))
      }
      if byState { mesh.snapshotAnswers = 1_000 }
      mesh.plug(0, 1)
      mesh.rest(.seconds(4))
      let ids = mesh.machines.map { $0.replicator?.replicaID ?? ReplicaID(0) }
      let named = kind == .title ? nil : note
      for index in 0...1 {
        let told = mesh.notices.filter { $0.machine == index }.map(\.notice)
        // The second wrote later: that is what shows.
        let notice = ReplicaNotice.conflict(
          named,
          kind,
          by: ids[1 - index],
          isMineShown: index == 1
        )
        guard told.contains(notice) else { return false }
      }
    }
    return true
  }

  private static func color(_ index: Int) -> NoteColor { NoteColor.all[index] }

  private static func file() -> FileReference? {
    ContentHash(Array(repeating: UInt8(7), count: 32))
      .flatMap { FileReference(hash: $0, name: "file", size: 7) }
  }

  private static func start(_ text: String) -> NoteStart {
    guard let key = StackingKey([128]) else { preconditionFailure("one byte is a key") }
    return NoteStart(
      author: AuthorID(1),
      placement: Placement(point: BoardPoint(x: 0, y: 0)),
      size: .standard,
      color: .first,
      stacking: key,
      text: ExactText(text)
    )
  }
}
