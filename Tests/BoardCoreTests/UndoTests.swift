import BoardCore
import Testing

@Suite struct Undo {
  @Test func `shows the loser's value when the winner takes theirs back`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.disconnect(0, 1)
    room.edit(0, .recolor(note, NoteColor.all[1]))
    room.pass(.milliseconds(10))
    room.edit(1, .recolor(note, NoteColor.all[2]))
    room.connect(0, 1)
    #expect(room.notes.map { $0.map(\.color.index) } == [[2], [2]])
    room.edit(1, .undo)
    #expect(room.notes.map { $0.map(\.color.index) } == [[1], [1]])
  }

  @Test func `takes back nothing that somebody else did`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(0, .recolor(note, NoteColor.all[1]))
    room.edit(1, .recolor(note, NoteColor.all[2]))
    room.edit(1, .delete(note))
    room.edit(0, .delete(note))
    #expect(room.effects[0].isEmpty)
    room.edit(1, .undo)
    #expect(room.note(note, at: 0)?.color == NoteColor.all[2])
    room.edit(0, .undo)
    // My colour was not what showed; the note itself is also theirs now.
    #expect(room.note(note, at: 0)?.color == NoteColor.all[2])
    #expect(room.effects[0] == [.notice(.nothingToUndo)])
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `keeps a note deleted that two people deleted until both take it back`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.disconnect(0, 1)
    room.edit(0, .delete(note))
    room.edit(1, .delete(note))
    room.connect(0, 1)
    room.edit(0, .undo)
    #expect(room.notes == [[], []])
    room.edit(1, .undo)
    #expect(room.notes[0].map(\.id) == [note])
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `brings a note back with what was edited while it was deleted`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "before")
    room.disconnect(0, 1)
    room.edit(0, .delete(note))
    room.edit(1, .setText(note, "meanwhile"))
    room.connect(0, 1)
    #expect(room.notes == [[], []])
    room.edit(0, .undo)
    #expect(room.notes.map { $0.map(\.text) } == [["meanwhile"], ["meanwhile"]])
  }

  @Test func `goes back to the beginning and forth to the end again`() {
    var room = Room(1)
    let first = room.create(0, "one")
    room.edit(0, .setText(first, "two"))
    room.create(0, "other", x: 40)
    room.edit(0, .clear)
    var pictures = [room.notes[0]]
    while room.replicas[0].picture.canUndo {
      room.edit(0, .undo)
      pictures.append(room.notes[0])
    }
    #expect(pictures.map { $0.map(\.text) } == [[], ["two", "other"], ["two"], ["one"], []])
    for picture in pictures.dropLast().reversed() {
      room.edit(0, .redo)
      #expect(room.notes[0] == picture)
    }
    #expect(!room.replicas[0].picture.canRedo)
    while room.replicas[0].picture.canUndo { room.edit(0, .undo) }
    #expect(room.notes[0].isEmpty)
  }

  @Test func `does not delete a note that somebody else has edited`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(1, .setText(note, "theirs too"))
    room.edit(0, .undo)
    #expect(room.notes[0].map(\.text) == ["theirs too"])
  }

  @Test func `reaches as far as its depth and its floor follows`() {
    var room = Room(1, undoDepth: 3)
    let note = room.create(0, "0")
    for number in 1...6 { room.edit(0, .setText(note, "\(number)")) }
    for _ in 0..<10 { room.edit(0, .undo) }
    #expect(room.notes[0].map(\.text) == ["3"])
    for _ in 0..<10 { room.edit(0, .redo) }
    #expect(room.notes[0].map(\.text) == ["6"])
    room.edit(0, .setText(note, "7"))
    room.edit(0, .setText(note, "8"))
    room.replicas[0].prune()
    #expect(room.replicas[0].board.notes[note]?.text.keptBytes ?? 99 <= 5)
    #expect(room.notes[0].map(\.text) == ["8"])
  }

  @Test func `of a stale cancellation does not outlive a redo that was folded away`() throws {
    let replica = ReplicaID(1)
    func operation(_ sequence: UInt64, floor: UInt64 = 0, _ action: BoardAction) -> BoardOperation {
      BoardOperation(dot: Dot(replica, sequence), floor: floor, action: action)
    }
    let note = Dot(replica, 1)
    let operations = [
      operation(1, .create(try CodingTests.start("old"), stamp: 1)),
      operation(2, .set(note, .color(NoteColor.all[3]), stamp: 2)),
      operation(3, .toggle(group: 2, revision: 1)),
      operation(4, .toggle(group: 2, revision: 2)),
      operation(5, floor: 5, .noop),
    ]
    var whole = Board()
    for operation in operations { whole.apply(operation) }
    whole.prune()
    #expect(whole.cancellations.revisions.isEmpty)
    var partial = Board()
    for operation in operations.prefix(3) { partial.apply(operation) }
    #expect(partial.picture(of: note)?.color == NoteColor.all[7])
    var other = whole
    other.join(partial)
    partial.join(whole)
    #expect(partial.picture(of: note)?.color == NoteColor.all[3])
    #expect(other.picture(of: note)?.color == NoteColor.all[3])
  }
}
