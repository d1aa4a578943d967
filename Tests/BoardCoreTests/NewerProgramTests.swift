import BoardCore
import Testing

/// What a newer program made is never skipped and never lost.
@Suite struct `An operation of a kind that is not known` {
  /// A peer of the room that writes what only a newer program can write.
  static let newer = ReplicaID(40)

  /// Bytes of a sound operation of a kind that nobody knows yet.
  static func unknown(_ sequence: UInt64) -> [UInt8] {
    var bytes = BoardOperation(dot: Dot(newer, sequence), action: .noop).encoded
    bytes[1] = 28
    return bytes + [1, 2, 3]
  }

  static func operation(_ sequence: UInt64, _ action: BoardAction) -> [UInt8] {
    BoardOperation(dot: Dot(newer, sequence), action: action).encoded
  }

  static func tell(_ room: inout Room, _ operations: [[UInt8]], from index: Int, to target: Int) {
    let message = BoardMessage(
      board: BoardID(7),
      replica: ReplicaID(UInt64(index + 1)),
      content: .operations(operations, .pushed)
    )
    room.deliver(Room.Datagram(from: index, to: target, bytes: message.encoded))
  }

  @Test func `is said, and no noop`() {
    #expect(throws: BoardCodingError.unknownKind(28)) {
      try BoardOperation(encoded: Self.unknown(1))
    }
  }

  @Test func `makes the board one to read, of which nothing is lost`() throws {
    var room = Room(3)
    room.connectAll()
    let note = room.create(0, "mine")
    room.edit(0, .lift(note))
    room.edit(0, .dragTo(BoardPoint(x: 5, y: 5), trail: []))
    let before = room.replicas[0].board.vector[ReplicaID(1)]
    Self.tell(&room, [Self.unknown(1), Self.operation(2, .noop)], from: 1, to: 0)
    #expect(room.effects[0] == [.notice(.newerProgram)])
    #expect(room.replicas[0].isReadOnly)
    #expect(room.position(note, at: 1) == BoardPoint(x: 5, y: 5), "what was in hand is set down")
    #expect(room.replicas[0].board.vector[ReplicaID(1)] == before + 1)
    #expect(room.replicas[0].board.vector[Self.newer] == 0)
    room.edit(0, .recolor(note, NoteColor.all[5]))
    room.edit(0, .undo)
    #expect(room.create(0) == NoteID(ReplicaID(0), 0))
    #expect(room.effects[0] == Array(repeating: .notice(.newerProgram), count: 4))
    #expect(room.replicas[0].board.vector[ReplicaID(1)] == before + 1)
    // What others do in ways that are known is still seen.
    room.edit(1, .setText(note, "theirs"))
    #expect(room.note(note, at: 0)?.text == "theirs")
  }

  @Test func `does not cost what was being typed`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "a")
    let cursor = PeerCursor(
      replica: ReplicaID(1),
      place: BoardPoint(x: 0, y: 0),
      note: note,
      isEditing: true
    )
    room.call(0) { $0.moveCursor(cursor, at: $1, into: &$2) }
    Self.tell(&room, [Self.unknown(1)], from: 1, to: 0)
    room.edit(0, .editText(note, from: "a", to: "a and more"))
    #expect(room.note(note, at: 1)?.text == "a and more")
    var left = cursor
    left.isEditing = false
    room.call(0) { $0.moveCursor(left, at: $1, into: &$2) }
    room.edit(0, .editText(note, from: "a and more", to: "no"))
    #expect(room.note(note, at: 1)?.text == "a and more")
  }

  @Test func `is not asked for again and again, and others catch up past it`() {
    var room = Room(3)
    room.connect(0, 1)
    room.create(0, "from before")
    Self.tell(&room, [Self.unknown(1)], from: 1, to: 0)
    var vector = room.replicas[0].board.vector
    vector[Self.newer] = 9
    room.heldMessages = []
    for _ in 0..<60 {
      let message = BoardMessage(
        board: BoardID(7),
        replica: ReplicaID(2),
        content: .vector(vector, isAnswer: true)
      )
      room.deliver(Room.Datagram(from: 1, to: 0, bytes: message.encoded))
      room.pass(.seconds(1))
    }
    let pulls = (room.heldMessages ?? []).filter { datagram in
      guard datagram.from == 0, let message = try? BoardMessage(encoded: datagram.bytes),
        case .pull = message.content
      else { return false }
      return true
    }
    #expect(pulls.isEmpty)
    room.heldMessages = nil
    room.connect(0, 2)
    #expect(room.notes[2].map(\.text) == ["from before"])
    #expect(room.replicas[2].board.vector[Self.newer] == 0)
  }

  @Test func `on disk makes the board one to read, with all around it`() throws {
    var room = Room(1)
    let note = room.create(0, "mine")
    let after = Self.operation(1, .set(note, .color(NoteColor.all[6]), stamp: BoardLimits.stamp))
    let hanging = Self.operation(3, .delete(note))
    room.edit(0, .setText(note, "later"))
    let kept = room.kept[0]
    var loaded = Room(1).replicas[0]
    #expect(throws: BoardCodingError.unknownKind(28)) {
      try loaded.load([kept[0], after, Self.unknown(2), hanging] + kept[1...])
    }
    #expect(loaded.isReadOnly)
    #expect(loaded.picture.notes.map(\.text) == ["later"])
    #expect(loaded.picture.notes.map(\.color) == [NoteColor.all[6]])
    #expect(loaded.board.vector[Self.newer] == 1)
  }

  @Test func `has its like in snapshots: a part that must be understood`() throws {
    var room = Room(2)
    room.create(0, "note")
    let bytes = room.replicas[0].snapshot()
    let starts = `A snapshot`.blocks(bytes)
    // The heading begins with its parts; a note's are the last byte of its block.
    for index in [starts[0] + 1, bytes.count - 1] {
      var changed = bytes
      changed[index] |= 64
      #expect(throws: BoardCodingError.unknownKind(64)) { try BoardSnapshot.board(changed) }
      var loaded = Room(1).replicas[0]
      #expect(throws: BoardCodingError.self) {
        try loaded.load(snapshot: changed, operations: [])
      }
      #expect(loaded.isReadOnly)
      #expect(loaded.picture.notes.isEmpty)
    }
  }

  @Test func `is not taken for a message: those of unknown kinds are no harm`() throws {
    var room = Room(2)
    room.connectAll()
    let cursor = CodingTests.messages[7]
    var bytes = BoardMessage(board: BoardID(7), replica: ReplicaID(2), content: cursor.content)
      .encoded
    #expect(try BoardMessage(encoded: bytes + [1, 2]).content == cursor.content)
    bytes[1] = 77
    #expect(throws: BoardCodingError.unknownKind(77)) { try BoardMessage(encoded: bytes) }
    room.deliver(Room.Datagram(from: 1, to: 0, bytes: bytes))
    #expect(room.effects[0].isEmpty)
    #expect(!room.replicas[0].isReadOnly)
  }
}

@Suite struct `A field that only a newer program knows` {
  /// Operations of every kind that names a note or the board, each with more than is known of it.
  private func operations() throws -> [BoardOperation] {
    let note = Dot(ReplicaID(5), 1)
    let file = try CodingTests.file("a")
    let change = TextChange(deletions: [TextRange(note, 0..<1)])
    let actions: [BoardAction] = [
      .create(try CodingTests.start("text"), stamp: 1),
      .set(note, .color(.first), stamp: 2),
      .text(note, change),
      .attach(note, file),
      .detach(note, [Dot(ReplicaID(5), 4)]),
      .set(nil, .title(ExactText("T")), stamp: 3),
      .toggle(group: 2, revision: 1),
      .noop,
    ]
    return actions.enumerated().map { index, action in
      var operation = BoardOperation(dot: Dot(ReplicaID(5), UInt64(index + 1)), action: action)
      operation.fields = [UInt8(index), 200, 1]
      return operation
    }
  }

  @Test func `is kept, passed on as it came, and does not change what is known`() throws {
    for operation in try operations() {
      let bytes = operation.encoded
      #expect(try BoardOperation(encoded: bytes) == operation)
    }
    var room = Room(3)
    room.connect(0, 1)
    let bytes = try operations().map(\.encoded)
    NewerTell.tell(&room, bytes, to: 0)
    room.pass(.seconds(3))
    room.connect(1, 2)
    #expect(room.kept == [bytes, bytes, bytes])
    #expect(room.notes[2].map(\.text) == ["ext"])
    #expect(room.effects == [[], [], []])
  }

  @Test func `survives snapshots and joins in any order`() throws {
    let all = try operations()
    var whole = Board()
    for operation in all { whole.apply(operation) }
    let read = try BoardSnapshot.board(BoardSnapshot.encoded(whole))
    #expect(read == whole)
    let note = Dot(ReplicaID(5), 1)
    #expect(read.notes[note]?.fields.count == 5)
    #expect(read.fields.count == 3)
    for count in 1..<all.count {
      var part = Board()
      for operation in all.prefix(count) { part.apply(operation) }
      var other = part
      part.join(read)
      var back = read
      back.join(other)
      other.prune()
      other.join(read)
      #expect(part.fields == whole.fields && part.notes[note]?.fields == whole.notes[note]?.fields)
      #expect(back.fields == whole.fields && back.notes[note]?.fields == whole.notes[note]?.fields)
      #expect(other.notes[note]?.fields == whole.notes[note]?.fields)
    }
  }
}

private enum NewerTell {
  static func tell(_ room: inout Room, _ operations: [[UInt8]], to target: Int) {
    `An operation of a kind that is not known`.tell(&room, operations, from: 1, to: target)
  }
}
