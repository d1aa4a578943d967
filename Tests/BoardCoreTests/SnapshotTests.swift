@testable import BoardCore
import TestSupport
import Testing

@Suite struct `A snapshot` {
  /// Boards as they really come about: with deletes, clears, undo and people out of reach.
  private func boards(_ seed: UInt64) -> [Board] {
    var random = SeededGenerator(seed)
    var room = Room(3, undoDepth: random.one(of: [1, 3, 100]))
    for step in 0..<150 {
      let index = random.number(in: 0...2)
      if random.number(in: 0...9) == 0 {
        let other = (index + 1) % 3
        if room.links.contains([index, other]) {
          room.disconnect(index, other)
        } else {
          room.connect(index, other)
        }
      }
      room.edit(index, edit(step, room.replicas[index].board.visibleNotes, &random))
    }
    return room.replicas.map(\.board)
  }

  private func edit(
    _ step: Int,
    _ notes: [NoteID],
    _ random: inout SeededGenerator
  ) -> BoardEdit {
    let place = BoardPoint(x: Int32(step), y: -3)
    guard !notes.isEmpty, random.number(in: 0...3) > 0 else {
      return .create(text: "né \(step)", at: place, size: .standard, color: .first)
    }
    let note = random.one(of: notes)
    switch random.number(in: 0...9) {
    case 0: return .delete(note)
    case 1: return random.number(in: 0...4) == 0 ? .clear : .recolor(note, NoteColor.all[step % 8])
    case 2, 3: return .undo
    case 4: return .redo
    case 5: return .setText(note, "another text \(step)")
    case 6: return .raise(note)
    case 7: return .resize(note, NoteSize(width: Int32(step + 1), height: 3))
    case 8: return .setTitle("title \(step)")
    default: return .group([.nudge(note, to: place), .recolor(note, .first)])
    }
  }

  @Test(arguments: Seeds.first(20))
  func `comes back as it was, also byte by byte`(seed: UInt64) throws {
    for board in boards(seed) {
      let bytes = BoardSnapshot.encoded(board)
      var read = Board()
      read.join(try BoardSnapshot.board(bytes))
      #expect(read == board)
      var pruned = board
      pruned.prune()
      #expect(pruned.stateHash == board.stateHash)
      var reader = SnapshotReader()
      for byte in BoardSnapshot.encoded(pruned) { try reader.take([byte]) }
      var joined = Board()
      if let whole = reader.finished { joined.join(whole) }
      #expect(joined == pruned)
      #expect(BoardSnapshot.encoded(joined) == BoardSnapshot.encoded(pruned))
    }
  }

  @Test func `has one form, whatever order the operations came in`() throws {
    var room = Room(3)
    for index in 0..<30 { room.create(index % 3, "note \(index)", x: Int32(index)) }
    room.connectAll()
    let snapshots = room.replicas.indices.map { room.replicas[$0].snapshot() }
    #expect(snapshots[0] == snapshots[1])
    #expect(snapshots[1] == snapshots[2])
    #expect(Set(room.replicas.map(\.board.stateHash)).count == 1)
  }

  @Test func `keeps what a newer program put at the end of a block`() throws {
    var room = Room(1)
    room.create(0, "note")
    var bytes = room.replicas[0].snapshot()
    // Blocks of less than 128 bytes have a length of one byte.
    let start = try #require(Self.blocks(bytes).last)
    bytes[start] += 2
    bytes += [7, 9]
    var board = Board()
    board.join(try BoardSnapshot.board(bytes))
    #expect(board.visibleNotes.count == 1)
    #expect(BoardSnapshot.encoded(board) == bytes)
  }

  /// Where the blocks of a small snapshot begin, at their lengths.
  static func blocks(_ bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var index = 1
    while index < bytes.count {
      starts.append(index)
      index += 1 + Int(bytes[index])
    }
    return starts
  }

  @Test(arguments: Seeds.first(3))
  func `no truncation and no flipped bit traps`(seed: UInt64) throws {
    let all = boards(seed)
    let (bytes, other) = (BoardSnapshot.encoded(all[0]), all[1])
    for count in bytes.indices {
      #expect(throws: BoardCodingError.self) { try BoardSnapshot.board(Array(bytes[..<count])) }
    }
    var random = SeededGenerator(seed)
    for _ in 0..<600 {
      var flipped = bytes
      for _ in 0..<random.number(in: 1...3) {
        let index = random.number(in: 0...bytes.count - 1)
        flipped[index] ^= UInt8(1 << random.number(in: 0...7))
      }
      guard let board = try? BoardSnapshot.board(flipped) else { continue }
      var joined = other
      joined.join(board)
      joined.prune()
    }
  }

  @Test func `of a newer format is said, not guessed`() {
    #expect(throws: BoardCodingError.unknownFormat(9)) { try BoardSnapshot.board([9, 1, 2]) }
  }
}

@Suite struct `Joining a large board` {
  private func crowded(
    _ count: Int,
    text: String = "a note with some words on it",
    logBytes: Int = BoardLimits.logBytes
  ) -> Room {
    var room = Room(3, logBytes: logBytes)
    for index in 0..<count { room.create(0, "\(text) \(index)", x: Int32(index)) }
    return room
  }

  @Test func `takes a snapshot in small parts, with what is edited meanwhile`() throws {
    var room = crowded(2_000)
    for index in 0..<2_000 {
      room.edit(0, .recolor(NoteID(ReplicaID(1), UInt64(index + 1)), NoteColor.all[3]))
    }
    room.create(1, "made alone")
    room.connect(0, 1)
    #expect(room.snapshots[1] != nil)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.notes[1].count == 2_001)
    #expect(room.effects == [[], [], []])
    // What is kept is enough to start again.
    var loaded = BoardReplicator(
      board: BoardID(7),
      title: "Board",
      replica: ReplicaID(2),
      author: AuthorID(101)
    )
    try loaded.load(snapshot: room.snapshots[1], operations: room.kept[1])
    #expect(loaded.picture.notes == room.notes[1])
    #expect(loaded.board.vector == room.replicas[1].board.vector)
  }

  @Test func `passes on to a third what only came as a snapshot`() {
    var room = crowded(1_500)
    for index in 0..<1_500 {
      room.edit(0, .recolor(NoteID(ReplicaID(1), UInt64(index + 1)), NoteColor.all[3]))
    }
    room.connect(0, 1)
    room.disconnect(0, 1)
    room.create(1, "later")
    room.connect(1, 2)
    room.pass(SyncState.showPause)
    #expect(room.notes[1] == room.notes[2])
    #expect(room.notes[2].count == 1_501)
  }

  @Test func `asks another when the peer goes in the middle`() {
    var room = crowded(2_000)
    for index in 0..<2_000 {
      room.edit(0, .recolor(NoteID(ReplicaID(1), UInt64(index + 1)), NoteColor.all[3]))
    }
    room.connect(0, 1)
    room.heldReliable = []
    room.connect(0, 2)
    room.connect(1, 2)
    // The first parts arrive, then the link is cut.
    for _ in 0..<6 { room.deliverHeld() }
    #expect(room.notes[2].isEmpty)
    room.disconnect(0, 2)
    room.dropHeld { $0.from == 0 || $0.to == 0 }
    while !(room.heldReliable ?? []).isEmpty { room.deliverHeld() }
    room.pass(SyncState.showPause)
    #expect(room.notes[2] == room.notes[0])
  }

  @Test func `never has more under way than a window, however large the board`() throws {
    var room = crowded(400, text: String(repeating: "long ", count: 400), logBytes: 1_000)
    room.heldReliable = []
    room.connect(0, 1)
    var most = 0
    while !(room.heldReliable ?? []).isEmpty {
      let parts = (room.heldReliable ?? []).filter { $0.from == 0 && $0.bytes.count > 8_000 }
      most = max(most, parts.count)
      room.deliverHeld()
    }
    #expect(most == SyncState.Outgoing.window)
    #expect(room.sentBytes[0] > 40 * SyncState.Outgoing.partBytes)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.replicas[0].sync.outgoing.isEmpty)
  }

  @Test func `begins again with what is newer when the rest of it did not come`() throws {
    var room = crowded(400, text: String(repeating: "long ", count: 100), logBytes: 1_000)
    room.heldReliable = []
    room.connect(0, 1)
    for _ in 0..<4 { room.deliverHeld() }
    room.dropHeld { _ in true }
    room.create(0, "made meanwhile")
    for _ in 0..<13 {
      room.pass(.seconds(1))
      while !(room.heldReliable ?? []).isEmpty { room.deliverHeld() }
    }
    #expect(room.notes[1].count == 401)
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `shows that another machine writes under the same id`() {
    var room = crowded(40, logBytes: 1_000)
    room.replicas[2].renew(replica: ReplicaID(2))
    room.heldReliable = []
    room.connect(0, 1)
    // The request is on its way when the copy writes, whom only the donor hears.
    for _ in 0..<2 { room.deliverHeld() }
    let early = room.heldReliable ?? []
    room.heldReliable = nil
    room.connect(0, 2)
    room.create(2, "by the copy")
    room.disconnect(0, 2)
    for message in early { room.deliver(message) }
    #expect(room.effects[1] == [.replicaIDMustChange])
    #expect(room.notes[1].count == 41)
  }

  @Test func `goes on where a slow line left it`() throws {
    var room = crowded(400, text: String(repeating: "long ", count: 100), logBytes: 1_000)
    room.heldReliable = []
    room.connect(0, 1)
    // 64 kbit/s.
    var budget = 0
    for _ in 0..<60 {
      room.pass(.seconds(1))
      budget += 8_000
      while let next = room.heldReliable?.first, next.bytes.count <= budget {
        budget -= next.bytes.count
        room.deliverHeld()
      }
    }
    #expect(room.notes[0] == room.notes[1])
    #expect(room.sentBytes[0] < 300_000)
  }

  @Test func `forgets a peer that takes no more of it`() {
    var room = crowded(400, text: String(repeating: "long ", count: 100), logBytes: 1_000)
    room.heldReliable = []
    room.connect(0, 1)
    while room.replicas[0].sync.outgoing.isEmpty, !(room.heldReliable ?? []).isEmpty {
      room.deliverHeld()
    }
    #expect(room.replicas[0].sync.outgoing.count == 1)
    room.dropHeld { _ in true }
    room.pass(.seconds(32))
    #expect(room.replicas[0].sync.outgoing.isEmpty)
  }

  @Test func `answers from a log that no longer reaches back`() {
    var room = Room(2, logBytes: 1_000)
    let note = room.create(0, "")
    for index in 0..<100 { room.edit(0, .setText(note, "text \(index)")) }
    room.connect(0, 1)
    #expect(room.snapshots[1] != nil)
    #expect(room.notes[0] == room.notes[1])
    room.edit(0, .setText(note, "short"))
    room.edit(1, .recolor(note, NoteColor.all[2]))
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `ends a move whose note was deleted before`() {
    var room = crowded(1_500)
    let note = NoteID(ReplicaID(1), 1)
    room.connect(0, 1)
    room.disconnect(0, 1)
    for index in 1..<1_500 {
      room.edit(0, .recolor(NoteID(ReplicaID(1), UInt64(index + 1)), NoteColor.all[3]))
      room.edit(0, .setText(NoteID(ReplicaID(1), UInt64(index + 1)), "a longer text than before"))
      room.edit(
        0,
        .setText(NoteID(ReplicaID(1), UInt64(index + 1)), "and a longer one still \(index)")
      )
    }
    room.edit(0, .delete(note))
    room.edit(1, .lift(note))
    room.connect(0, 1)
    #expect(room.effects[1] == [.notice(.liftedNoteGone(note, by: ReplicaID(1)))])
    #expect(room.notes[0] == room.notes[1])
  }
}
