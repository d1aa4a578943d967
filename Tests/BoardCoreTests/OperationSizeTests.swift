import BoardCore
import TestSupport
import Testing

/// What operations cost on the way, and that packing them changes nothing.
@Suite struct OperationSizeTests {
  static let (author, other) = (ReplicaID(.max), ReplicaID(5))

  /// The move that is the author's `sequence`-th operation, as after a hundred steps of undo.
  static func move(
    _ sequence: UInt64,
    of note: NoteID,
    to point: BoardPoint,
    knowing dependencies: VersionVector = VersionVector()
  ) -> BoardOperation {
    BoardOperation(
      dot: Dot(author, sequence),
      dependencies: dependencies,
      floor: sequence - min(sequence, 100),
      action: .set(
        note,
        .placement(Placement(point: point)),
        stamp: 1_800_000_000_000 + 900 * sequence
      )
    )
  }

  static func message(_ operations: [[UInt8]]) -> BoardMessage {
    BoardMessage(board: BoardID(7), replica: author, content: .operations(operations, .pushed))
  }

  /// The bytes that the operations take in a message of their author.
  static func packed(_ operations: [BoardOperation]) -> Int {
    message(operations.map(\.encoded)).encoded.count - message([]).encoded.count
  }

  @Test func `a move takes at most 20 bytes, and 8 more for each replica that it names`() {
    let point = BoardPoint(x: 4_000, y: 63)
    let own = Self.move(9_000, of: Dot(Self.author, 8_000), to: point)
    #expect(Self.packed([own]) == 17)
    var known = VersionVector()
    known[Self.other] = 16_000
    let others = Self.move(9_000, of: Dot(Self.other, 8_000), to: point, knowing: known)
    #expect(Self.packed([others]) == 20 + 8)
    #expect(own.encoded.count == 25)
  }

  /// As a drag makes it that was under way for more than half a second, after a hundred other steps.
  @Test func `setting a note down after a checkpoint takes at most 20 bytes, its group with it`()
    throws
  {
    var room = Room(1)
    let note = room.create(0)
    for step in 0..<250 { room.edit(0, .recolor(note, NoteColor.all[step % 8])) }
    room.edit(0, .lift(note))
    room.edit(0, .dragTo(BoardPoint(x: 60, y: 20), trail: []))
    room.pass(.milliseconds(600))
    room.edit(0, .dragTo(BoardPoint(x: 80, y: 24), trail: []))
    room.edit(0, .drop)
    let bytes = try #require(room.kept[0].last)
    let drop = try BoardOperation(encoded: bytes)
    #expect(drop.group == drop.dot.sequence - 1 && drop.floor > 100)
    #expect(drop.dependencies.count == 0)
    let size =
      BoardMessage(
        board: BoardID(7),
        replica: ReplicaID(1),
        content: .operations([bytes], .pushed)
      ).encoded.count
      - BoardMessage(board: BoardID(7), replica: ReplicaID(1), content: .operations([], .pushed))
      .encoded.count
    #expect(size == 17)
    // With an id of eight bytes and numbers as after a long time.
    var old = Self.move(90_000, of: Dot(Self.author, 80_000), to: BoardPoint(x: 4_000, y: 63))
    old.group = 89_999
    #expect(Self.packed([old]) == 20)
  }

  @Test func `10,000 moves of one author take at most 10 bytes each`() {
    var random = SeededGenerator(1)
    let moves = (10_001...20_000).map { sequence in
      Self.move(
        UInt64(sequence),
        of: Dot(Self.other, UInt64(random.number(in: 1...10_000))),
        to: BoardPoint(x: Int32(random.number(in: 0...300)), y: Int32(random.number(in: 0...99)))
      )
    }
    #expect(Self.packed(moves) <= 100_000)
  }

  @Test(arguments: Seeds.first(20))
  func `what is packed comes out byte for byte`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let actions = try CodingTests.actions()
    let replicas = (1...20).map { ReplicaID($0) } + [Self.author, Self.other]
    var bytes: [[UInt8]] = []
    var sequence: UInt64 = 0
    for _ in 0..<60 {
      sequence =
        (random.number(in: 1...100) <= 70) ? sequence + 1 : UInt64(random.number(in: 301...9_999))
      var operation = BoardOperation(dot: Dot(random.one(of: replicas), sequence), action: .noop)
      operation.action = random.one(of: actions)
      operation.floor = (random.number(in: 1...100) <= 50) ? 0 : sequence / 2
      if (random.number(in: 1...100) <= 20) {
        operation.group = UInt64(random.number(in: 1...Int(sequence)))
      }
      for _ in 0..<random.number(in: 0...3) {
        operation.dependencies[random.one(of: replicas)] = UInt64(random.number(in: 0...500))
      }
      operation.dependencies[operation.dot.replica] = 0
      if (random.number(in: 1...100) <= 10) { operation.fields = [1, 2, 3] }
      guard operation.encoded.count < 1_000 else { continue }
      bytes.append(operation.encoded)
      if (random.number(in: 1...100) <= 10) { bytes[bytes.count - 1].removeLast() }
      if (random.number(in: 1...100) <= 10) {
        bytes[bytes.count - 1][random.number(in: 0...9)] ^= 0x21
      }
    }
    let message = Self.message(bytes)
    #expect(try BoardMessage(encoded: message.encoded) == message)
  }

  /// Who applies a message does not read the operations' own bytes; who opens the file has only them.
  @Test(arguments: Seeds.first(20))
  func `what arrives means what its bytes mean on the disk`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let dot = CodingTests.dot
    var unsound = 0
    for action in try CodingTests.actions() + CodingTests.actions() {
      var bytes = BoardOperation(dot: dot, floor: 12, group: 200, action: action).encoded + [9, 8]
      // All but the first bytes: behind them is the payload.
      let index = random.number(in: 12...bytes.count - 1)
      bytes[index] ^= UInt8(1 << random.number(in: 0...7))
      var packed: [PackedOperation] = []
      _ = try BoardMessage(encoded: Self.message([bytes]).encoded, operations: &packed)
      let arrived = try #require(packed.first)
      #expect(arrived.bytes == bytes)
      let (opened, read) = (try? arrived.opened(), try? BoardOperation(encoded: bytes))
      #expect(opened == read)
      if let read, read.action == .noop { unsound += 1 }
    }
    #expect(unsound > 2)
  }

  @Test func `what a newer program added to an operation is kept and passed on`() throws {
    for action in try CodingTests.actions() {
      let bytes = BoardOperation(dot: CodingTests.dot, action: action).encoded + [9, 8, 7]
      let operation = try BoardOperation(encoded: bytes)
      #expect(operation.action == action)
      #expect(operation.fields == [9, 8, 7])
      #expect(operation.encoded == bytes)
    }
  }

  @Test func `a kind that is not known is said, packed and passed on, never skipped`() throws {
    for kind: UInt8 in 0...30 {
      var bytes = Self.move(1, of: Dot(Self.other, 1), to: BoardPoint(x: 1, y: 1)).encoded
      bytes[1] = kind
      let message = Self.message([bytes])
      #expect(try BoardMessage(encoded: message.encoded) == message)
      guard kind == 30 else { continue }
      #expect(throws: BoardCodingError.unknownKind(30)) { try BoardOperation(encoded: bytes) }
    }
  }
}
