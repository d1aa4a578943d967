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

  @Test func `leaves what I did on notes that somebody else took away, until they are back`() {
    var room = Room(2)
    room.connectAll()
    let base = room.create(0, "base")
    room.edit(1, .setText(base, "base by two"))
    room.edit(1, .recolor(base, NoteColor.all[4]))
    let own = room.create(1, "own")
    let before = room.notes
    room.edit(0, .clear)
    for _ in 0..<5 { room.edit(1, .undo) }
    #expect(room.effects[1].last == .notice(.nothingToUndo))
    room.edit(1, .redo)
    room.edit(0, .undo)
    #expect(room.notes == before)
    room.edit(1, .undo)
    #expect(room.notes[0].map(\.id) == [base])
    room.edit(1, .undo)
    room.edit(1, .undo)
    #expect(room.note(base, at: 0)?.text == "base")
    #expect(room.notes[0] == room.notes[1])
    // And the other way: what was taken back on a note that is away now is not done again there.
    room.edit(0, .delete(base))
    for _ in 0..<4 { room.edit(1, .redo) }
    room.edit(0, .undo)
    #expect(room.note(base, at: 1)?.text == "base")
    for _ in 0..<3 { room.edit(1, .redo) }
    #expect(room.note(base, at: 0)?.text == "base by two")
    #expect(room.note(own, at: 0)?.text == "own")
  }

  @Test func `goes past what waits to what can be seen`() {
    var room = Room(2)
    room.connectAll()
    let (first, second) = (room.create(0, "first"), room.create(0, "second"))
    room.edit(1, .recolor(first, NoteColor.all[1]))
    room.edit(1, .recolor(second, NoteColor.all[2]))
    room.edit(0, .delete(second))
    room.edit(1, .undo)
    #expect(room.note(first, at: 0)?.color == .first)
    room.edit(0, .undo)
    #expect(room.note(second, at: 1)?.color == NoteColor.all[2])
    room.edit(1, .undo)
    #expect(room.note(second, at: 0)?.color == .first)
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

  @Test func `does not hide, after a redo, what somebody else has written since`() throws {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "mine")
    room.edit(0, .undo)
    room.edit(0, .redo)
    room.edit(0, .undo)
    room.edit(0, .redo)
    #expect(room.notes[1].map(\.text) == ["mine"])
    room.edit(1, .editText(note, from: "mine", to: "mine and theirs"))
    room.edit(0, .undo)
    #expect(room.notes.map { $0.map(\.text) } == [["mine and theirs"], ["mine and theirs"]])
    #expect(room.effects[0].last == .notice(.nothingToUndo))
    // A group of which only one part was written on: the other goes.
    let made = room.edit(0, .group([paste("a", 0), paste("b", 60)]))
    room.edit(0, .undo)
    room.edit(0, .redo)
    room.edit(1, .recolor(try #require(made), NoteColor.all[2]))
    room.edit(0, .undo)
    #expect(room.notes[1].map(\.text) == ["mine and theirs", "b"])
    room.edit(0, .redo)
    #expect(room.notes[1].map(\.text) == ["mine and theirs", "a", "b"])
    #expect(room.notes[0] == room.notes[1])
  }

  private func paste(_ text: String, _ x: Int32) -> BoardEdit {
    .create(text: text, at: BoardPoint(x: x, y: 0), size: .standard, color: .first)
  }

  @Test func `goes on after a hundred steps, each of them one: drags, pastes, runs of nudges`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "note")
    for number in 0..<40 as Range<Int32> {
      room.edit(0, .lift(note))
      for step in 0..<3 as Range<Int32> {
        room.edit(0, .dragTo(BoardPoint(x: number * 3 + step + 1, y: 0), trail: []))
        room.pass(.milliseconds(600))
      }
      room.edit(0, .drop)
      room.edit(0, .group([paste("p", 0), paste("q", 30)]))
      for step in 1...3 as ClosedRange<Int32> {
        room.edit(0, .nudge(note, to: BoardPoint(x: number * 3 + 3, y: step)))
        room.pass(.milliseconds(100))
      }
      room.edit(0, .nudge(note, to: BoardPoint(x: number * 3 + 3, y: 0)))
      room.edit(0, .nudge(note, to: BoardPoint(x: number * 3 + 3, y: 1)))
      room.pass(.milliseconds(600))
      room.edit(0, .nudge(note, to: BoardPoint(x: number * 3 + 3, y: 0)))
      room.pass(.milliseconds(600))
    }
    room.replicas[0].prune()
    var steps = 0
    while room.replicas[0].picture.canUndo {
      room.edit(0, .undo)
      steps += 1
    }
    #expect(steps == 100)
    // Four steps a turn: 25 turns are back.
    #expect(room.position(note, at: 1) == BoardPoint(x: 45, y: 0))
    #expect(room.notes[1].count == 1 + 2 * 15)
    while room.replicas[0].picture.canRedo { room.edit(0, .redo) }
    #expect(room.position(note, at: 1) == BoardPoint(x: 120, y: 0))
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `works while others move the same notes thirty times a second`() {
    var room = Room(2)
    room.connectAll()
    let notes = [room.create(0, "a"), room.create(0, "b", x: 40)]
    room.edit(0, .recolor(notes[0], NoteColor.all[2]))
    room.edit(1, .lift(notes[0]))
    for step in 0..<60 as Range<Int32> {
      room.edit(1, .dragTo(BoardPoint(x: step, y: 1), trail: []))
      room.pass(.milliseconds(33))
      if step == 30 { room.edit(0, .undo) }
      if step == 45 { room.edit(0, .undo) }
    }
    room.edit(1, .drop)
    #expect(room.notes[1].map(\.color) == [.first])
    #expect(room.position(notes[0], at: 0) == BoardPoint(x: 59, y: 1))
    #expect(room.notes[0] == room.notes[1])
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
