import BoardCore
import BoardSimulator
import TestSupport
import Testing

/// Sizes, and bytes that no honest program sends.
@Suite struct `A note's text` {
  @Test func `grows past 16 KiB only where people meet`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "")
    room.disconnect(0, 1)
    let (first, second) = (
      String(repeating: "a", count: 16_384), String(repeating: "b", count: 9_000)
    )
    room.edit(0, .editText(note, from: "", to: first))
    room.edit(1, .editText(note, from: "", to: second))
    room.connect(0, 1)
    #expect(room.notes[0] == room.notes[1])
    let both = room.note(note, at: 0)?.text ?? ""
    #expect([first + second, second + first].contains(both))
    room.edit(0, .editText(note, from: both, to: both + "!"))
    #expect(room.effects[0] == [.notice(.textTooLong(limitBytes: 16_384))])
    room.edit(0, .editText(note, from: both, to: String(both.dropLast(2)) + "!"))
    #expect(room.note(note, at: 1)?.text == String(both.dropLast(2)) + "!")
  }

  @Test func `typed before the others' text came is kept above 16 KiB`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "x")
    let long = String(repeating: "b", count: 16_384)
    room.edit(1, .editText(note, from: "x", to: long))
    room.edit(0, .editText(note, from: "x", to: "xyz"))
    #expect(room.effects == [[], []])
    #expect(room.notes.map { $0.map(\.text.utf8.count) } == [[16_386], [16_386]])
  }

  private let author = ReplicaID(1)
  private let stranger = ReplicaID(2)

  private func board() throws -> (Board, NoteID) {
    var board = Board()
    let create = BoardOperation(
      dot: Dot(author, 1),
      action: .create(try CodingTests.start("abc"), stamp: 1)
    )
    board.apply(create)
    return (board, create.dot)
  }

  private func insert(_ parent: TextElement?, _ side: TextSide = .right) -> TextChange {
    TextChange(insertions: [TextInsertion(parent: parent, side: side, text: ExactText("x"))])
  }

  @Test func `ignores what hangs on, or erases, an element that it never had`() throws {
    let (board, note) = try board()
    let changes = [
      insert(TextElement(note, 3)),
      TextChange(deletions: [TextRange(note, 2..<4)]),
      TextChange(
        insertions: insert(TextElement(note, 0)).insertions,
        deletions: [TextRange(note, 9..<10)]
      ),
    ]
    for change in changes {
      var board = board
      let before = board.notes[note]?.text
      board.apply(BoardOperation(dot: Dot(stranger, 1), action: .text(note, change)))
      #expect(board.notes[note]?.text == before)
      #expect(board.vector[stranger] == 1)
    }
  }

  @Test func `waits for what it hangs on, though its author did not say so`() throws {
    let (board, note) = try board()
    let early = [
      insert(TextElement(Dot(ReplicaID(3), 1), 0)),
      TextChange(deletions: [TextRange(Dot(author, 2), 0..<1)]),
    ]
    for change in early {
      let operation = BoardOperation(dot: Dot(stranger, 1), action: .text(note, change))
      #expect(!board.isReady(operation))
    }
    let unknown = Dot(ReplicaID(3), 1)
    let operation = BoardOperation(dot: Dot(stranger, 1), action: .text(unknown, insert(nil)))
    #expect(!board.isReady(operation))
  }

  @Test func `is a noop where a change hangs on itself, or is nothing`() throws {
    let dot = Dot(author, 300)
    let bad = [
      insert(TextElement(dot, 0)), insert(TextElement(Dot(author, 301), 0)), insert(nil, .left),
      TextChange(deletions: [TextRange(dot, 0..<1)]), TextChange(),
      insert(TextElement(Dot(stranger, 1), 16_384)),
      TextChange(deletions: [TextRange(Dot(stranger, 1), 0..<16_385)]),
    ]
    for change in bad {
      let bytes = BoardOperation(dot: dot, action: .text(Dot(author, 1), change)).encoded
      #expect(try BoardOperation(encoded: bytes).action == .noop)
    }
  }

  private func write(
    _ sequence: UInt64,
    _ count: Int,
    in note: NoteID,
    by replica: ReplicaID = ReplicaID(2)
  ) -> BoardOperation {
    let text = ExactText(String(repeating: "s", count: count))
    let insertion = TextInsertion(parent: TextElement(note, 0), side: .right, text: text)
    let change = TextChange(insertions: [insertion])
    return BoardOperation(dot: Dot(replica, sequence), action: .text(note, change))
  }

  @Test func `takes no operation that inserts more than 16 KiB, in pieces or not`() throws {
    let (_, note) = try board()
    let piece = TextInsertion(
      parent: TextElement(note, 0),
      side: .right,
      text: ExactText(String(repeating: "s", count: 9_000))
    )
    let change = TextChange(insertions: [piece, piece])
    let bytes = BoardOperation(dot: Dot(stranger, 1), action: .text(note, change)).encoded
    #expect(try BoardOperation(encoded: bytes).action == .noop)
    let most = write(1, 16_384, in: note)
    #expect(try BoardOperation(encoded: most.encoded) == most)
  }

  /// In one order and another, pruned in between or not, and by a state on the way.
  @Test func `takes a bounded number of letters of one replica, the same on all`() throws {
    let (start, note) = try board()
    let full = BoardLimits.textElements / 16_384
    var flood = (1...full).map { write(UInt64($0), 16_384, in: note) }
    flood.append(write(UInt64(full + 1), 1, in: note))
    let erasing = TextChange(deletions: [TextRange(Dot(stranger, 1), 0..<16_384)])
    flood.append(
      BoardOperation(dot: Dot(stranger, UInt64(full + 2)), action: .text(note, erasing))
    )
    flood.append(write(UInt64(full + 3), 16_384, in: note))
    let third = (1...3).map { number in
      BoardOperation(
        dot: Dot(ReplicaID(3), number),
        action: .text(note, insert(TextElement(note, 1)))
      )
    }
    var (first, second) = (start, start)
    for operation in flood + third { first.apply(operation) }
    var joined = start
    for (number, operation) in (third + flood).enumerated() {
      second.apply(operation)
      if number == full / 2 { joined.join(second) }
      if number.isMultiple(of: 7) { second.prune() }
    }
    for operation in flood + third { joined.apply(operation) }
    #expect(joined.vector[stranger] == UInt64(full + 3))
    let counts = [first, second, joined].map { $0.picture(of: note)?.text.utf8.count }
    #expect(counts == Array(repeating: (full - 1) * 16_384 + 3 + 3, count: 3))
    first.prune()
    second.prune()
    joined.prune()
    #expect(first == second)
    #expect(first == joined)
  }

  @Test func `takes no more of who has written too much in it, and says so`() throws {
    var room = Room(1)
    let note = NoteID(author, 1)
    let create = BoardOperation(dot: note, action: .create(try CodingTests.start("abc"), stamp: 1))
    let full = UInt64(BoardLimits.textElements / 16_384)
    let flood = (2...full).map { write($0, 16_384, in: note, by: author) }
    try room.replicas[0].load(([create] + flood).map(\.encoded))
    let before = try #require(room.note(note, at: 0)?.text)
    let other = String(before.dropLast(16_384)) + String(repeating: "b", count: 16_384)
    room.edit(0, .setText(note, other))
    #expect(room.effects[0] == [.notice(.noteWrittenFull)])
    #expect(room.note(note, at: 0)?.text == before)
    room.edit(0, .setText(note, String(before.dropLast(9))))
    #expect(room.note(note, at: 0)?.text == String(before.dropLast(9)))
    #expect(room.effects[0].count == 1)
  }

  @Test(arguments: Seeds.first(100))
  func `survives operations with changed bytes`(seed: UInt64) {
    var party = TextParty(seed: seed &+ 40_000, count: 3)
    for _ in 0..<25 { party.step() }
    var board = Board()
    for operation in party.oracle.operations.values.sorted(by: { $0.dot.sequence < $1.dot.sequence }
    ) {
      var bytes = operation.encoded
      if party.random.number(in: 0...2) > 0 {
        let place = party.random.number(in: 20...max(20, bytes.count - 1))
        if place < bytes.count { bytes[place] ^= 1 << UInt8(party.random.number(in: 0...7)) }
      }
      guard let read = try? BoardOperation(encoded: bytes) else { continue }
      if read.action != .noop { #expect(read.encoded == bytes, "one form") }
      board.apply(read)
      for note in board.visibleNotes { _ = board.picture(of: note) }
    }
    board.prune()
    _ = board.visibleNotes.map { board.picture(of: $0) }
  }

  @Test func `may be a chain of sixteen thousand elements that each hang on the last`() throws {
    var (board, note) = try board()
    var parent = TextElement(note, 0)
    for sequence in UInt64(1)...16_000 {
      let change = insert(parent, sequence % 2 == 0 ? .left : .right)
      board.apply(BoardOperation(dot: Dot(stranger, sequence), action: .text(note, change)))
      parent = TextElement(Dot(stranger, sequence), 0)
    }
    #expect(board.picture(of: note)?.text.utf8.count == 16_003)
    board.prune()
    var joined = Board()
    joined.join(board)
    #expect(joined == board)
  }
}
