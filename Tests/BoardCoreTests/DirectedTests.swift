import BoardCore
import Testing

/// Meetings that chance seldom arranges, one by one.
@Suite struct `Straight at a rule` {
  private func message(_ content: BoardMessage.Content, from index: Int) -> [UInt8] {
    BoardMessage(board: BoardID(7), replica: ReplicaID(UInt64(index + 1)), content: content).encoded
  }

  private func pulls(_ messages: [Room.Datagram], to target: Int) -> Int {
    messages.count { datagram in
      guard datagram.from == 0, datagram.to == target,
        case .pull? = (try? BoardMessage(encoded: datagram.bytes))?.content
      else { return false }
      return true
    }
  }

  @Test func `who claims to know more and never sends is asked seldom, and nobody waits for it`() {
    var room = Room(3)
    room.connect(0, 1)
    room.connect(0, 2)
    var claimed = VersionVector()
    claimed[ReplicaID(99)] = 1_000
    room.heldMessages = []
    var honest = Room(3)
    honest.create(2, "from the honest one")
    let operations = honest.kept[2]
    var known = VersionVector()
    known[ReplicaID(3)] = 1
    // A minute of claims, several a second, the liar always first.
    for step in 0..<180 {
      room.deliver(
        Room.Datagram(from: 1, to: 0, bytes: message(.vector(claimed, isAnswer: true), from: 1))
      )
      if step > 0 {
        room.deliver(
          Room.Datagram(from: 2, to: 0, bytes: message(.vector(known, isAnswer: true), from: 2))
        )
      }
      if step < 30, pulls(room.heldMessages ?? [], to: 2) > 0, room.notes[0].isEmpty {
        room.deliver(
          Room.Datagram(from: 2, to: 0, bytes: message(.operations(operations, .last), from: 2))
        )
      }
      room.pass(.milliseconds(333))
    }
    #expect(room.notes[0].map(\.text) == ["from the honest one"])
    let count = pulls(room.heldMessages ?? [], to: 1)
    #expect((2...8).contains(count), "asked \(count) times in a minute")
  }

  @Test func `a live move that comes late does not move what was dropped`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.heldDatagrams = []
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(BoardPoint(x: 3, y: 3), trail: []))
    let late = room.heldDatagrams ?? []
    #expect(!late.isEmpty)
    room.edit(0, .dragTo(BoardPoint(x: 9, y: 9), trail: []))
    room.edit(0, .drop)
    for datagram in late + late { room.deliver(datagram) }
    #expect(room.position(note, at: 1) == BoardPoint(x: 9, y: 9))
    #expect(room.note(note, at: 1)?.mover == nil)
    // Also after the state came as a snapshot.
    var other = Room(2)
    other.replicas[0] = room.replicas[0]
    other.connectAll()
    for datagram in late { other.deliver(datagram) }
    #expect(other.position(note, at: 1) == BoardPoint(x: 9, y: 9))
  }

  @Test func `two machines with one replica id part before either writes again`() {
    var room = Room(3)
    room.connect(0, 1)
    room.create(0, "original")
    // A copied folder: the same id, the same past, another machine.
    room.replicas[2] = room.replicas[0]
    room.create(0, "by the original")
    room.create(2, "by the copy")
    let twice = Dot(ReplicaID(1), 2)
    #expect(room.note(twice, at: 0)?.text == "by the original")
    #expect(room.note(twice, at: 2)?.text == "by the copy")
    room.connect(0, 2)
    #expect(room.effects[0].contains(.replicaIDMustChange))
    #expect(room.effects[2].contains(.replicaIDMustChange))
    let before = room.replicas.map(\.board.vector)
    for index in [0, 2] { #expect(room.create(index) == NoteID(ReplicaID(0), 0)) }
    #expect(room.replicas.map(\.board.vector) == before)
    room.replicas[0].renew(replica: ReplicaID(70))
    room.replicas[2].renew(replica: ReplicaID(71))
    room.create(0, "later at the original")
    room.create(2, "later at the copy")
    room.pass(.seconds(10))
    #expect(room.notes[0] == room.notes[2])
    #expect(room.notes[0] == room.notes[1])
    #expect(room.replicas[0].board.stateHash == room.replicas[2].board.stateHash)
    // Of the two edits with one name one stays, the same on all three; the other is nowhere.
    #expect(
      room.notes[0].map(\.text) == [
        "original", "by the original", "later at the original", "later at the copy",
      ]
    )
  }

  @Test func `a clear beside a create hides what its issuer saw, in either order`() {
    for first in 0...1 {
      var room = Room(3)
      room.connect(0, 1)
      let old = room.create(0, "old")
      let hidden = room.create(0, "hidden then, back later")
      room.edit(1, .delete(hidden))
      room.disconnect(0, 1)
      room.edit(0, .clear)
      let new = room.create(1, "new")
      room.edit(1, .undo)
      room.edit(1, .undo)
      room.edit(1, .redo)
      room.edit(1, .redo)
      room.edit(1, .undo)
      room.edit(1, .undo)
      #expect(room.note(hidden, at: 1) != nil)
      room.edit(1, .redo)
      room.connect(2, first)
      room.connect(2, 1 - first)
      room.connect(0, 1)
      room.edit(1, .undo)
      // The delete is taken back: the clear did not cover what was hidden when it was issued.
      #expect(room.notes[0] == room.notes[1] && room.notes[1] == room.notes[2])
      #expect(room.note(old, at: 2) == nil)
      #expect(room.note(hidden, at: 2) != nil)
      _ = new
    }
  }

  @Test func `undo after an overwrite takes back nothing that shows and goes on to what does`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(0, .resize(note, NoteSize(width: 9, height: 9)))
    room.edit(0, .recolor(note, NoteColor.all[3]))
    room.edit(1, .recolor(note, NoteColor.all[5]))
    room.edit(0, .undo)
    #expect(room.notes.map { $0.map(\.color) } == [[NoteColor.all[5]], [NoteColor.all[5]]])
    #expect(room.notes[1].map(\.size) == [.standard])
    room.edit(1, .undo)
    #expect(room.notes[0].map(\.color) == [.first], "both took theirs back")
    room.edit(0, .redo)
    room.edit(0, .redo)
    #expect(room.notes[1].map(\.color) == [NoteColor.all[3]])
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `redo after pruning puts in force what was taken back, on every replica`() {
    var room = Room(2, undoDepth: 3)
    room.connectAll()
    let note = room.create(0, "a")
    room.edit(0, .recolor(note, NoteColor.all[1]))
    room.edit(0, .setText(note, "b"))
    room.edit(0, .delete(note))
    for _ in 0..<3 { room.edit(0, .undo) }
    #expect(room.notes.map { $0.map(\.text) } == [["a"], ["a"]])
    for index in 0...1 { room.replicas[index].prune() }
    room.edit(0, .redo)
    room.edit(0, .redo)
    #expect(room.notes.map { $0.map(\.text) } == [["b"], ["b"]])
    #expect(room.notes[1].map(\.color) == [NoteColor.all[1]])
    room.edit(0, .redo)
    for index in 0...1 { room.replicas[index].prune() }
    #expect(room.notes == [[], []])
    #expect(room.replicas[0].board.stateHash == room.replicas[1].board.stateHash)
  }

  @Test func `no kind of edit brings a dead note back, or is kept with it`() throws {
    let (author, stranger) = (ReplicaID(1), ReplicaID(2))
    let note = Dot(author, 1)
    var board = Board()
    let create = BoardAction.create(try CodingTests.start("x"), stamp: 1)
    board.apply(BoardOperation(dot: note, action: create))
    board.apply(BoardOperation(dot: Dot(author, 2), action: .delete(note)))
    board.apply(BoardOperation(dot: Dot(author, 3), floor: 3, action: .noop))
    board.prune()
    #expect(board.notes.isEmpty)
    let values: [RegisterValue] = [
      .placement(Placement(point: BoardPoint(x: 1, y: 1))), .size(.standard), .color(.first),
      .stacking(try #require(StackingKey([1]))), .vote(Vote(author: AuthorID(1), isCast: true)),
    ]
    var actions = values.map { BoardAction.set(note, $0, stamp: 9) }
    actions.append(.text(note, TextChange(deletions: [TextRange(note, 0..<1)])))
    actions.append(.attach(note, try CodingTests.file("a")))
    actions += [.detach(note, [note]), .delete(note)]
    for (index, action) in actions.enumerated() {
      var operation = BoardOperation(dot: Dot(stranger, UInt64(index + 1)), action: action)
      operation.fields = [7]
      #expect(board.isReady(operation))
      board.apply(operation)
    }
    #expect(board.notes.isEmpty && board.fields.count == 0)
    #expect(board.vector[stranger] == UInt64(actions.count))
  }

  @Test func `whatever an operation names must have come, else it waits`() throws {
    let (author, stranger) = (ReplicaID(1), ReplicaID(2))
    let note = Dot(author, 1)
    var seen = VersionVector()
    seen[author] = 1
    let actions: [BoardAction] = [
      .set(note, .color(.first), stamp: 1), .delete(note),
      .attach(note, try CodingTests.file("a")), .detach(note, [note]),
      .clear(seen: seen, hidden: []),
    ]
    for action in actions {
      let operation = BoardOperation(dot: Dot(stranger, 1), action: action)
      var early = Board()
      #expect(!early.isReady(operation), "\(action)")
      var late = Board()
      let create = BoardOperation(
        dot: note,
        action: .create(try CodingTests.start("x"), stamp: 1)
      )
      for board in [create, operation] { late.apply(board) }
      early.apply(operation)
      early.apply(create)
      early.apply(operation)
      #expect(early == late)
    }
  }

  @Test func `a puller below the cut of the log has a state, then operations above it`() {
    var room = Room(2, logBytes: 2_000)
    let note = room.create(0, "first")
    for number in 0..<300 { room.edit(0, .setText(note, "number \(number)")) }
    room.connectAll()
    #expect(room.snapshots[1] != nil)
    #expect(room.notes[0] == room.notes[1])
    room.disconnect(0, 1)
    room.edit(0, .setText(note, "later"))
    room.edit(1, .recolor(note, NoteColor.all[2]))
    room.connectAll()
    #expect(room.notes[1].map(\.text) == ["later"])
    #expect(room.notes[0] == room.notes[1])
    #expect(room.kept[1].count == 2, "what is missing above the cut comes as operations")
  }
}
