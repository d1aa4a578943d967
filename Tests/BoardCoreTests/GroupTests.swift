import BoardCore
import Testing

@Suite struct `Several edits in one group` {
  private func make(_ text: String, _ x: Int32) -> BoardEdit {
    .create(text: text, at: BoardPoint(x: x, y: 0), size: .standard, color: .first)
  }

  @Test func `are one step of undo: a paste of several notes`() {
    var room = Room(2)
    room.connectAll()
    room.create(0, "before")
    let made = room.edit(0, .group([make("a", 0), make("b", 30), make("c", 60)]))
    #expect(made == NoteID(ReplicaID(1), 4))
    #expect(room.notes[1].map(\.text) == ["before", "a", "b", "c"])
    room.edit(0, .undo)
    #expect(room.notes.map { $0.map(\.text) } == [["before"], ["before"]])
    room.edit(0, .redo)
    #expect(room.notes[1].map(\.text) == ["before", "a", "b", "c"])
    room.edit(0, .undo)
    room.edit(0, .undo)
    #expect(room.notes == [[], []])
  }

  @Test func `are one step of undo: a move of several, with a note made`() {
    var room = Room(2)
    room.connectAll()
    let first = room.create(0, "1")
    let second = room.create(0, "2", x: 30)
    let place = BoardPoint(x: 7, y: 7)
    room.edit(0, .group([.nudge(first, to: place), .nudge(second, to: place), make("3", 1)]))
    #expect(room.position(first, at: 1) == place && room.position(second, at: 1) == place)
    room.edit(0, .undo)
    #expect(room.position(first, at: 1) == BoardPoint(x: 0, y: 0))
    #expect(room.position(second, at: 1) == BoardPoint(x: 30, y: 0))
    #expect(room.notes[1].count == 2)
    room.edit(0, .redo)
    #expect(room.position(second, at: 1) == place)
    #expect(room.notes[1].count == 3)
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `are one step of undo when they come from elsewhere, and leave a drag going on`() {
    var replicator = BoardReplicator(
      board: BoardID(7),
      title: "Board",
      replica: ReplicaID(1),
      author: AuthorID(1)
    )
    let now = BoardTime(wallMilliseconds: 1, sinceStart: .zero)
    var effects: [ReplicaEffect] = []
    let held = replicator.edit(make("held", 0), at: now, into: &effects)
    if let held { replicator.edit(.lift(held), at: now, into: &effects) }
    let made = replicator.addTogether(into: &effects) { replicator, effects in
      (1...3).compactMap { number in
        replicator.add(
          text: "\(number)",
          place: BoardPoint(x: 0, y: 9),
          size: .standard,
          color: .first,
          at: now,
          into: &effects
        )
      }
    }
    #expect(made.count == 3)
    #expect(replicator.picture.notes.map(\.text) == ["held", "1", "2", "3"])
    replicator.edit(.dragTo(BoardPoint(x: 5, y: 5), trail: []), at: now, into: &effects)
    #expect(replicator.picture.notes.first?.position == BoardPoint(x: 5, y: 5))
    replicator.edit(.putBack, at: now, into: &effects)
    replicator.edit(.undo, at: now, into: &effects)
    #expect(replicator.picture.notes.map(\.text) == ["held"])
    replicator.edit(.redo, at: now, into: &effects)
    #expect(replicator.picture.notes.count == 4)
  }

  @Test func `leave no step when nothing changed`() {
    var room = Room(1)
    room.create(0)
    room.edit(0, .group([]))
    room.edit(0, .group([.undo, .group([])]))
    #expect(room.notes[0].count == 1)
    room.edit(0, .undo)
    #expect(room.notes[0].isEmpty)
  }
}

@Suite struct `Undo after a restart` {
  private func restarted(_ room: Room, replica: ReplicaID = ReplicaID(1)) throws -> Room {
    var room = room
    let record = room.replicas[0].undoRecord
    let snapshot = room.replicas[0].snapshot()
    var loaded = BoardReplicator(
      board: BoardID(7),
      title: "Board",
      replica: replica,
      author: AuthorID(100)
    )
    try loaded.load(snapshot: snapshot, operations: [])
    try loaded.load(undo: record)
    room.replicas[0] = loaded
    return room
  }

  @Test func `goes on where it was, redo included`() throws {
    var room = Room(1)
    let note = room.create(0, "one")
    room.edit(0, .setText(note, "two"))
    room.edit(0, .recolor(note, NoteColor.all[4]))
    room.edit(0, .undo)
    room = try restarted(room)
    #expect(room.replicas[0].picture.canUndo && room.replicas[0].picture.canRedo)
    room.edit(0, .redo)
    #expect(room.notes[0].map(\.color) == [NoteColor.all[4]])
    room.edit(0, .undo)
    room.edit(0, .undo)
    #expect(room.notes[0].map(\.text) == ["one"])
    room = try restarted(room)
    room.edit(0, .undo)
    #expect(room.notes[0].isEmpty)
    room.edit(0, .redo)
    room.edit(0, .redo)
    #expect(room.notes[0].map(\.text) == ["two"])
  }

  @Test func `is refused for another replica and for broken bytes`() throws {
    var room = Room(1)
    room.create(0)
    #expect(throws: BoardCodingError.invalid) { try restarted(room, replica: ReplicaID(9)) }
    let record = room.replicas[0].undoRecord
    for count in record.indices {
      #expect(throws: BoardCodingError.self) {
        try room.replicas[0].load(undo: Array(record[..<count]))
      }
    }
    #expect(room.replicas[0].undoRecord == record)
  }
}
