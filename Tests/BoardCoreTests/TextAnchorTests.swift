import BoardCore
import Testing

@Suite struct `A caret in a text` {
  private func offset(_ room: Room, _ index: Int, _ note: NoteID, _ anchor: TextAnchor) -> Int? {
    let board = room.replicas[index].board
    return board.notes[note]?.text.offset(of: anchor, board.cancellations)
  }

  private func anchor(_ room: Room, _ index: Int, _ note: NoteID, _ offset: Int) -> TextAnchor? {
    let board = room.replicas[index].board
    return board.notes[note]?.text.anchor(at: offset, board.cancellations)
  }

  @Test func `stays behind its letter when others write, erase and undo before it`() throws {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "one two")
    let caret = try #require(anchor(room, 0, note, 4))
    room.edit(1, .editText(note, from: "one two", to: "zero one two"))
    #expect(offset(room, 0, note, caret) == 9)
    room.edit(1, .editText(note, from: "zero one two", to: "zero o two"))
    #expect(offset(room, 0, note, caret) == 7)
    room.edit(1, .editText(note, from: "zero o two", to: "zero otwo"))
    #expect(offset(room, 0, note, caret) == 6, "its letter is erased: behind the one before")
    room.edit(1, .undo)
    #expect(offset(room, 0, note, caret) == 7)
    #expect(offset(room, 0, note, TextAnchor(behind: nil)) == 0)
    let length = room.note(note, at: 0)?.text.unicodeScalars.count ?? 0
    for place in 0...length {
      let caret = try #require(anchor(room, 0, note, place))
      #expect(offset(room, 0, note, caret) == place)
    }
  }

  @Test func `stays there after pruning and after a state was joined`() throws {
    var room = Room(2, undoDepth: 1)
    room.connectAll()
    let note = room.create(0, "abcdef")
    let caret = try #require(anchor(room, 1, note, 3))
    room.edit(0, .editText(note, from: "abcdef", to: "abdef"))
    room.edit(0, .editText(note, from: "abdef", to: "xabdef"))
    room.edit(0, .editText(note, from: "xabdef", to: "xabde"))
    room.edit(0, .recolor(note, NoteColor.all[2]))
    for index in 0...1 { room.replicas[index].prune() }
    #expect(room.replicas[1].board.notes[note]?.text.keptBytes == 6)
    #expect(offset(room, 1, note, caret) == 3)
    let read = try BoardSnapshot.board(BoardSnapshot.encoded(room.replicas[0].board))
    #expect(read.notes[note]?.text.offset(of: caret, read.cancellations) == 3)
    var joined = Board()
    joined.join(read)
    #expect(joined.notes[note]?.text.offset(of: caret, joined.cancellations) == 3)
  }

  @Test func `and what is typed there hold to their line among lines that look alike`() throws {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "- \n- \n")
    let cursor = PeerCursor(
      replica: ReplicaID(1),
      place: BoardPoint(x: 0, y: 0),
      note: note,
      isEditing: true
    )
    room.call(0) { $0.moveCursor(cursor, at: $1, into: &$2) }
    let seen = try #require(room.replicas[0].picture.edited)
    #expect(seen.note == note && seen.elements.count == 6)
    // Somebody puts a line like the others above them all; this person's goes into the second.
    room.edit(1, .editText(note, from: "- \n- \n", to: "x- \n- \n"))
    room.edit(1, .editText(note, from: "x- \n- \n", to: "- \n- \n- \n"))
    room.edit(0, .editText(note, from: "- \n- \n", to: "- \n- mine\n"))
    #expect(room.notes[1].map(\.text) == room.notes[0].map(\.text))
    let now = try #require(room.replicas[0].picture.edited)
    #expect(now.elements.count == room.notes[0].first?.text.unicodeScalars.count)
    let merge = TextMerge(
      base: "- \n- \n",
      mine: "- \n- mine\n",
      theirs: "- \n- \n- \n",
      baseElements: seen.elements,
      theirElements: (0..<3).map { TextElement(Dot(ReplicaID(9), 1), $0) } + seen.elements
    )
    #expect(merge.text == "- \n- \n- mine\n")
    #expect(merge.caret(9) == 12)
    let other = TextMerge(base: "- \n- \n", mine: "- \n- mine\n", theirs: "- \n- \n- \n")
    #expect(other.caret(9) == 9, "by looks alone the caret would be a line too high")
    var left = cursor
    left.isEditing = false
    room.call(0) { $0.moveCursor(left, at: $1, into: &$2) }
    #expect(room.replicas[0].picture.edited == nil)
  }
}
