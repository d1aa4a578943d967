import BoardCore
import Testing

/// Undo of writing: exactly the own letters, and exactly what was erased.
@Suite struct `Undo of writing` {
  private func pair(_ text: String) -> (room: Room, note: NoteID) {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, text)
    return (room, note)
  }

  private func write(_ room: inout Room, _ index: Int, _ note: NoteID, _ text: String) {
    let seen = room.note(note, at: index)?.text ?? ""
    room.edit(index, .editText(note, from: seen, to: text))
  }

  private func text(_ room: Room, _ note: NoteID) -> String {
    #expect(room.notes[0] == room.notes[1])
    return room.note(note, at: 0)?.text ?? "gone"
  }

  @Test func `takes my letters and leaves those typed between them`() {
    var (room, note) = pair("ab")
    write(&room, 0, note, "aMINEb")
    write(&room, 1, note, "aMItheirsNEb")
    room.edit(0, .undo)
    #expect(text(room, note) == "atheirsb")
    room.edit(0, .redo)
    #expect(text(room, note) == "aMItheirsNEb")
    room.edit(1, .undo)
    #expect(text(room, note) == "aMINEb")
  }

  @Test func `restores what I erased, where it was, and nothing else`() {
    var (room, note) = pair("one two three")
    write(&room, 0, note, "one three")
    write(&room, 1, note, "one and three!")
    room.edit(0, .undo)
    #expect(["one two and three!", "one and two three!"].contains(text(room, note)))
    room.edit(0, .redo)
    #expect(text(room, note) == "one and three!")
  }

  @Test func `does not restore what somebody else erased too`() {
    var (room, note) = pair("abc")
    room.disconnect(0, 1)
    write(&room, 0, note, "c")
    write(&room, 1, note, "a")
    room.connect(0, 1)
    #expect(text(room, note) == "")
    room.edit(0, .undo)
    #expect(text(room, note) == "a")
    room.edit(1, .undo)
    #expect(text(room, note) == "abc")
  }

  @Test func `brings an erased insertion back only when both are in force`() {
    var (room, note) = pair("")
    write(&room, 0, note, "word")
    write(&room, 1, note, "wd")
    room.edit(0, .undo)
    #expect(text(room, note) == "")
    room.edit(1, .undo)
    #expect(text(room, note) == "")
    room.edit(0, .redo)
    #expect(text(room, note) == "word")
  }

  @Test func `is one step for one commit, whatever it changed`() {
    var (room, note) = pair("the quick brown fox")
    write(&room, 0, note, "a quick red fox jumps")
    room.edit(0, .undo)
    #expect(text(room, note) == "the quick brown fox")
    room.edit(0, .redo)
    #expect(text(room, note) == "a quick red fox jumps")
  }

  @Test func `keeps what was typed on top of text that was taken back for ever`() {
    var room = Room(2, undoDepth: 1)
    room.connectAll()
    let note = room.create(0, "ab")
    write(&room, 0, note, "a123b")
    write(&room, 1, note, "a12-3b")
    room.edit(0, .undo)
    for number in 0..<4 { room.edit(0, .recolor(note, NoteColor.all[number + 1])) }
    for index in 0...1 { room.replicas[index].prune() }
    #expect(text(room, note) == "a-b")
    #expect(room.replicas.map { $0.board.notes[note]?.text.keptBytes } == [3, 3])
    #expect(room.replicas[0].board == room.replicas[1].board)
    write(&room, 1, note, "a-+b")
    write(&room, 0, note, "!a-+b")
    #expect(text(room, note) == "!a-+b")
  }

  @Test func `of an erasure holds for ever, also where an older state is joined`() {
    var room = Room(2, undoDepth: 1)
    room.connectAll()
    let note = room.create(0, "abc")
    write(&room, 0, note, "c")
    let early = room.replicas[1].board
    room.edit(0, .undo)
    for number in 0..<4 { room.edit(0, .recolor(note, NoteColor.all[number + 1])) }
    for index in 0...1 { room.replicas[index].prune() }
    #expect(text(room, note) == "abc")
    let late = room.replicas[0].board
    for (first, second) in [(late, early), (early, late)] {
      var joined = first
      joined.join(second)
      joined.prune()
      #expect(joined.picture(of: note)?.text == "abc")
      #expect(joined == late)
    }
  }
}
