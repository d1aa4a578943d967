import BoardCore
import Testing

/// Rules of text that chance seldom meets.
@Suite struct `A rule of text` {
  private func apart(_ text: String, undoDepth: Int = 100) -> (room: Room, note: NoteID) {
    var room = Room(2, undoDepth: undoDepth)
    room.connectAll()
    let note = room.create(0, text)
    return (room, note)
  }

  /// A text of so many pieces that one operation does not erase them all.
  private func torn(_ pieces: Int) -> (room: Room, note: NoteID, text: String) {
    var (room, note) = apart(String(repeating: "ab", count: pieces))
    let change = TextChange(deletions: (0..<pieces).map { TextRange(note, 2 * $0..<2 * $0 + 1) })
    let operation = BoardOperation(dot: Dot(ReplicaID(50), 1), action: .text(note, change))
    for index in 0...1 {
      let message = BoardMessage(
        board: BoardID(7),
        replica: ReplicaID(50),
        content: .operations([operation.encoded], .pushed)
      )
      room.deliver(Room.Datagram(from: 1 - index, to: index, bytes: message.encoded))
    }
    return (room, note, String(repeating: "b", count: pieces))
  }

  @Test func `a change in several operations is one group: taken back at once, everywhere`() throws
  {
    var (room, note, text) = torn(1_600)
    let before = room.kept[0].count
    room.edit(0, .editText(note, from: text, to: ""))
    let made = try room.kept[0][before...].map { try BoardOperation(encoded: $0) }
    #expect(made.count == 2)
    #expect(Set(made.map(\.group)) == [made[0].dot.sequence])
    room.edit(0, .undo)
    #expect(room.kept[0].count == before + 3, "one toggle for both")
    #expect(room.notes.map { $0.map(\.text) } == [[text], [text]])
    room.edit(0, .redo)
    #expect(room.notes.map { $0.map(\.text) } == [[""], [""]])
  }

  @Test func `an insertion that was undone stays until nobody can redo it`() {
    var (room, note) = apart("ab", undoDepth: 2)
    room.edit(0, .editText(note, from: "ab", to: "aXb"))
    room.edit(0, .undo)
    for index in 0...1 { room.replicas[index].prune() }
    #expect(room.note(note, at: 1)?.text == "ab")
    room.edit(0, .redo)
    #expect(room.notes.map { $0.map(\.text) } == [["aXb"], ["aXb"]])
    // Also where the undone state travels as a snapshot and the redo comes after it.
    room.edit(0, .undo)
    var joined = Board()
    joined.join(room.replicas[1].board)
    joined.prune()
    let before = room.kept[0].count
    room.edit(0, .redo)
    for bytes in room.kept[0][before...] {
      if let operation = try? BoardOperation(encoded: bytes) { joined.apply(operation) }
    }
    #expect(joined.picture(of: note)?.text == "aXb")
  }

  /// The bytes of a text of two runs, the parent of each given.
  private func bytes(parents: [(index: UInt8, sequence: UInt64, offset: Int)?]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(UInt8(2))
    writer.append(1)
    writer.append(fixed: UInt64(5))
    writer.append(parents.count)
    for (number, parent) in parents.enumerated() {
      writer.append(UInt8(parent == nil ? 1 : 3))
      writer.append(0)
      writer.append(UInt64(number + 2))
      writer.append(0)
      writer.append(UInt64(number + 2))
      if let parent {
        writer.append(parent.index)
        writer.append(parent.sequence)
        writer.append(parent.offset)
      }
      writer.append(counted: "x".utf8)
    }
    writer.append(0)
    return writer.bytes
  }

  private func read(_ bytes: [UInt8]) throws -> NoteText {
    var reader = ByteReader(bytes)
    return try NoteText(from: &reader, of: Dot(ReplicaID(5), 1))
  }

  @Test func `elements that hang on each other, or on nothing, are no text`() throws {
    #expect(try read(bytes(parents: [nil, (0, 2, 0)])).string(Board().cancellations) == "xx")
    let bad: [[(index: UInt8, sequence: UInt64, offset: Int)?]] = [
      [(0, 3, 0), (0, 2, 0)],
      [(0, 4, 0), (0, 2, 0), (0, 3, 0)],
      [nil, (0, 9, 0)],
      [nil, (0, 2, 1)],
      [(0, 2, 0)],
    ]
    for parents in bad {
      #expect(throws: BoardCodingError.invalid) { try read(bytes(parents: parents)) }
    }
  }

  @Test func `a person types no further than 16 KiB, also not with many bytes a letter`() {
    var (room, note) = apart("")
    let full = String(repeating: "é", count: 8_192)
    room.edit(0, .editText(note, from: "", to: full))
    #expect(room.note(note, at: 1)?.text == full)
    room.edit(0, .editText(note, from: full, to: full + "x"))
    room.edit(0, .setText(note, full + "x"))
    #expect(
      room.effects[0] == Array(repeating: .notice(.textTooLong(limitBytes: 16_384)), count: 2)
    )
    #expect(room.note(note, at: 1)?.text == full)
    let made = room.edit(
      0,
      .create(text: full + "x", at: BoardPoint(x: 0, y: 0), size: .standard, color: .first)
    )
    #expect(made == nil)
  }

  /// An operation that is as bad as its size allows takes no longer than its size.
  ///
  /// What grows with the square takes many minutes.
  @Test(.timeLimit(.minutes(3)))
  func `the worst pieces that fit an operation cost little`() throws {
    let (author, stranger) = (ReplicaID(9), ReplicaID(2))
    let note = Dot(author, 1)
    var board = Board()
    let text = String(repeating: "ab", count: 8_192)
    board.apply(
      BoardOperation(dot: note, action: .create(try CodingTests.start(text), stamp: 1))
    )
    // 16,000 insertions whose names come before all there is, then every second letter erased.
    let many = (0..<16_000).map {
      TextInsertion(parent: TextElement(note, $0), side: .left, text: ExactText("x"))
    }
    let erased = (0..<8_192).map { TextRange(note, $0 * 2..<$0 * 2 + 1) }
    for sequence in UInt64(1)...3 {
      let change = TextChange(insertions: many)
      board.apply(BoardOperation(dot: Dot(stranger, sequence), action: .text(note, change)))
    }
    let other = board
    board.apply(
      BoardOperation(
        dot: Dot(stranger, 4),
        floor: 4,
        action: .text(note, TextChange(deletions: erased))
      )
    )
    board.prune()
    board.join(other)
    var joined = other
    joined.join(board)
    #expect(board.picture(of: note)?.text.utf8.count == 8_192 + 48_000)
    #expect(joined.picture(of: note)?.text == board.picture(of: note)?.text)
  }
}
