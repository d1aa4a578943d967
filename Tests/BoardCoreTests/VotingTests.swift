import BoardCore
import Testing

@Suite struct `A vote` {
  private func counts(_ room: Room, _ note: NoteID) -> [Int?] {
    room.replicas.indices.map { room.note(note, at: $0)?.votes }
  }

  @Test func `counts once for each device and is taken back by the same key`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(0, .vote(note))
    room.edit(1, .vote(note))
    #expect(counts(room, note) == [2, 2])
    #expect(room.notes.map { $0.map(\.hasOwnVote) } == [[true], [true]])
    room.edit(1, .vote(note))
    #expect(counts(room, note) == [1, 1])
    #expect(room.notes.map { $0.map(\.hasOwnVote) } == [[true], [false]])
    room.edit(1, .undo)
    #expect(counts(room, note) == [2, 2])
    room.edit(1, .undo)
    #expect(counts(room, note) == [1, 1])
    room.edit(1, .redo)
    #expect(counts(room, note) == [2, 2])
    #expect(room.replicas[0].board.stateHash == room.replicas[1].board.stateHash)
    #expect(room.effects == [[], []], "nobody fights over somebody's own vote")
  }

  @Test func `of one device counts once, also after it went on under another replica id`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(1)
    room.edit(0, .vote(note))
    room.replicas[0].renew(replica: ReplicaID(77))
    #expect(room.note(note, at: 0)?.hasOwnVote == true)
    room.edit(0, .vote(note))
    room.edit(0, .vote(note))
    #expect(counts(room, note) == [1, 1])
    #expect(room.replicas[1].board.notes[note]?.votes.count == 1)
  }

  @Test func `survives snapshots, joins and pruning, and leaves one write a device`() throws {
    var room = Room(2, undoDepth: 1)
    let note = room.create(0)
    room.connectAll()
    for _ in 0..<5 { room.edit(0, .vote(note)) }
    room.edit(1, .vote(note))
    room.disconnect(0, 1)
    room.edit(0, .vote(note))
    room.edit(0, .recolor(note, NoteColor.all[3]))
    room.edit(0, .recolor(note, NoteColor.all[4]))
    for index in 0...1 { room.replicas[index].prune() }
    let boards = room.replicas.map(\.board)
    let read = try boards.map { try BoardSnapshot.board(BoardSnapshot.encoded($0)) }
    #expect(read == boards)
    var joined = read[1]
    joined.join(read[0])
    var other = read[0]
    other.join(read[1])
    joined.prune()
    other.prune()
    #expect(joined == other)
    #expect(joined.picture(of: note)?.votes == 1)
    #expect(joined.picture(of: note, for: AuthorID(100))?.hasOwnVote == false)
    #expect(joined.picture(of: note, for: AuthorID(101))?.hasOwnVote == true)
    #expect(joined.stateHash == other.stateHash)
    #expect(joined.notes[note]?.votes.writeCount ?? 9 <= 3)
  }

  @Test func `by somebody else keeps a note that its maker takes back`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(1, .vote(note))
    room.edit(0, .undo)
    #expect(room.note(note, at: 1) != nil)
  }

  @Test func `for a note that is gone is no operation`() {
    var room = Room(1)
    let note = room.create(0)
    room.edit(0, .delete(note))
    let count = room.kept[0].count
    room.edit(0, .vote(note))
    #expect(room.kept[0].count == count)
  }
}

@Suite struct `An attachment` {
  private func room() throws -> (Room, NoteID, FileReference) {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    return (room, note, try CodingTests.file("plan.pdf"))
  }

  private func files(_ room: Room, _ note: NoteID) -> [[String]?] {
    room.replicas.indices.map {
      room.note(note, at: $0)?.attachments.map(\.file.name.string)
    }
  }

  @Test func `is added, taken off, and both are undone`() throws {
    var (room, note, file) = try room()
    room.edit(0, .attach(note, file))
    #expect(files(room, note) == [["plan.pdf"], ["plan.pdf"]])
    let id = try #require(room.note(note, at: 1)?.attachments.first?.id)
    room.edit(1, .detach(note, id))
    #expect(files(room, note) == [[], []])
    room.edit(1, .undo)
    #expect(files(room, note) == [["plan.pdf"], ["plan.pdf"]])
    room.edit(0, .undo)
    #expect(files(room, note) == [[], []])
    room.edit(0, .redo)
    #expect(files(room, note) == [["plan.pdf"], ["plan.pdf"]])
    #expect(room.replicas[0].board.stateHash == room.replicas[1].board.stateHash)
    room.edit(1, .detach(note, Dot(ReplicaID(9), 9)))
    #expect(room.kept[0].count == room.kept[1].count)
  }

  @Test func `stays when the same file is added while somebody takes it off`() throws {
    var (room, note, file) = try room()
    room.edit(0, .attach(note, file))
    let id = try #require(room.note(note, at: 1)?.attachments.first?.id)
    room.disconnect(0, 1)
    room.edit(0, .attach(note, file))
    room.edit(1, .detach(note, id))
    room.connectAll()
    #expect(files(room, note) == [["plan.pdf"], ["plan.pdf"]])
    #expect(room.note(note, at: 1)?.attachments.first?.id != id)
  }

  @Test func `that was taken off for ever stays off, whatever is joined`() throws {
    var room = Room(2, undoDepth: 1)
    room.connectAll()
    let note = room.create(0)
    room.edit(0, .attach(note, try CodingTests.file("old")))
    room.edit(0, .attach(note, try CodingTests.file("new", 9)))
    let early = room.replicas[1].board
    let id = try #require(room.note(note, at: 0)?.attachments.first?.id)
    room.edit(0, .detach(note, id))
    room.edit(0, .recolor(note, NoteColor.all[1]))
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.replicas[0].prune()
    let late = room.replicas[0].board
    #expect(late.notes[note]?.attachments.files.count == 1)
    for (first, second) in [(early, late), (late, early)] {
      var joined = first
      joined.join(second)
      joined.prune()
      #expect(joined.notes[note]?.attachments == late.notes[note]?.attachments)
      #expect(try BoardSnapshot.board(BoardSnapshot.encoded(joined)) == joined)
    }
  }

  @Test func `has a name, a size within the limit and a hash of 32 bytes`() {
    #expect(ContentHash([UInt8](repeating: 0, count: 31)) == nil)
    let hash = ContentHash(Array(0..<32 as Range<UInt8>))
    #expect(hash?.bytes == Array(0..<32))
    #expect(hash.flatMap { FileReference(hash: $0, name: "", size: 1) } == nil)
    #expect(hash.flatMap { FileReference(hash: $0, name: "n", size: 100_000_001) } == nil)
    let long = String(repeating: "n", count: 256)
    #expect(hash.flatMap { FileReference(hash: $0, name: long, size: 1) } == nil)
  }
}
