import BoardCore
import TestSupport
import Testing

@Suite struct CodingTests {
  static func start(_ text: String) throws -> NoteStart {
    NoteStart(
      author: AuthorID(0xFFFF_FFFF_FFFF_FFFF_0000_0000_0000_0001),
      placement: Placement(point: BoardPoint(x: -1_000_000, y: 1_000_000)),
      size: .standard,
      color: NoteColor.all[7],
      stacking: try #require(StackingKey([128, 1])),
      text: ExactText(text)
    )
  }

  static func change(_ text: String, erasing count: Int = 0) throws -> TextChange {
    let ends = [TextElement(Dot(dot.replica, 299), 16_383), TextElement(other, 0)]
    var change = TextChange(
      insertions: [
        TextInsertion(parent: nil, side: .right, text: ExactText(text))
      ]
    )
    guard count > 0 else { return change }
    change.insertions += ends.map { TextInsertion(parent: $0, side: .left, text: ExactText("é")) }
    let erased = (0..<count).map { TextRange(Dot(dot.replica, 7), 4 * $0..<4 * $0 + 2) }
    return TextChange(
      insertions: change.insertions,
      deletions: erased + [TextRange(other, 0..<16_384)]
    )
  }

  static let dot = Dot(ReplicaID(.max), 300)
  /// A note of the same replica.
  static let own = Dot(ReplicaID(.max), 299)
  static let other = Dot(ReplicaID(5), BoardLimits.sequence)

  static func file(_ name: String, _ seed: UInt8 = 7) throws -> FileReference {
    let hash = try #require(ContentHash([UInt8](repeating: seed, count: 32)))
    return try #require(FileReference(hash: hash, name: name, size: BoardLimits.attachmentBytes))
  }

  static var vector: VersionVector {
    var vector = VersionVector()
    vector[ReplicaID(0)] = 1
    vector[ReplicaID(5)] = BoardLimits.sequence
    return vector
  }

  static func actions() throws -> [BoardAction] {
    let trail = (0..<32).map { BoardPoint(x: $0, y: -$0) }
    let highest = try #require(StackingKey([UInt8](repeating: 255, count: 48)))
    return [
      .noop,
      .create(try start("Grüße 👩‍👩‍👧"), stamp: 0),
      .set(other, .placement(Placement(point: trail[3], trail: trail)), stamp: BoardLimits.stamp),
      .set(own, .placement(Placement(point: trail[3], isResting: false)), stamp: 7),
      .set(own, .size(NoteSize(width: 1, height: 10_000)), stamp: 1),
      .set(own, .color(.first), stamp: 1),
      .set(own, .stacking(highest), stamp: 1),
      .text(other, try change("e\u{301}", erasing: 3)),
      .text(own, try change(String(repeating: "x", count: 16_384))),
      .set(nil, .title(ExactText("")), stamp: 1),
      .delete(other),
      .set(own, .vote(Vote(author: AuthorID(.max), isCast: true)), stamp: 1),
      .attach(own, try file("Plan é.pdf")),
      .detach(other, [Dot(ReplicaID(1), 7), own]),
      .clear(seen: vector, hidden: []),
      .clear(
        seen: vector,
        hidden: [Dot(ReplicaID(0), 1), other] + (3...9).map { Dot(ReplicaID(9), $0) }
          + [Dot(ReplicaID(9), 11)]
      ),
      .toggle(group: 299, revision: 2),
    ]
  }

  static var messages: [BoardMessage] {
    let cursor = PeerCursor(
      replica: ReplicaID(2),
      place: BoardPoint(x: -7, y: 9),
      note: dot,
      isEditing: true
    )
    let contents: [BoardMessage.Content] = [
      .operations([], .last), .operations([[1, 2], [], [3]], .again), .hash(known: .max, shown: 0),
      .vector(vector, isAnswer: true), .pull(VersionVector(), isWhole: true),
      .taken(parts: 4, of: 9),
      .snapshot(BoardMessage.SnapshotPart(snapshot: 3, index: 1, count: 2, bytes: [1, 2, 3])),
      .frame(
        MoveFrame(
          note: dot,
          after: 4,
          number: .max,
          point: BoardPoint(x: 1, y: 2),
          origin: BoardPoint(x: 3, y: 4)
        )
      ),
      .cursor(cursor, number: 3),
    ]
    return contents.map {
      BoardMessage(board: BoardID(.max), replica: ReplicaID(2), content: $0)
    }
  }

  @Test func `every operation comes back as it was`() throws {
    for action in try Self.actions() {
      let operation = BoardOperation(
        dot: Self.dot,
        dependencies: Self.vector,
        floor: 12,
        group: 200,
        action: action
      )
      #expect(try BoardOperation(encoded: operation.encoded) == operation)
    }
  }

  @Test func `every message comes back as it was`() throws {
    for message in Self.messages {
      #expect(try BoardMessage(encoded: message.encoded) == message)
    }
  }

  @Test func `no truncation is an operation or a message with the same meaning`() throws {
    for action in try Self.actions() {
      let operation = BoardOperation(dot: Self.dot, dependencies: Self.vector, action: action)
      let bytes = operation.encoded
      for count in 0..<min(bytes.count, 400) {
        let read = try? BoardOperation(encoded: bytes[..<count])
        #expect(read == nil || read?.action == .noop)
      }
    }
    for message in Self.messages {
      let bytes = message.encoded
      for count in bytes.indices {
        #expect((try? BoardMessage(encoded: Array(bytes[..<count]))) == nil)
      }
    }
  }

  @Test(arguments: Seeds.first(4))
  func `no flipped bits trap, and what is read has one form`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let samples = try Self.actions().map {
      BoardOperation(dot: Self.dot, dependencies: Self.vector, action: $0).encoded
    }
    for _ in 0..<3_000 {
      var bytes = random.one(of: samples)
      for _ in 0..<random.number(in: 1...4) {
        let index = random.number(in: 0...min(bytes.count, 120) - 1)
        bytes[index] ^= UInt8(1 << random.number(in: 0...7))
      }
      guard let operation = try? BoardOperation(encoded: bytes) else { continue }
      // What was not understood is a noop with a dot; everything else is what its bytes say.
      if operation.action != .noop { #expect(operation.encoded == bytes) }
    }
  }

  @Test(arguments: Seeds.first(4))
  func `a replicator withstands any bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var room = Room(2)
    room.connectAll()
    room.create(0)
    let before = room.notes
    var samples = Self.messages.map(\.encoded)
    let clear = BoardOperation(dot: Self.dot, action: try Self.actions()[14])
    samples.append(
      BoardMessage(
        board: BoardID(7),
        replica: ReplicaID(2),
        content: .operations([clear.encoded], .pushed)
      ).encoded
    )
    for _ in 0..<2_000 {
      var bytes = random.one(of: samples)
      bytes.replaceSubrange(2..<18, with: [7] + Array(repeating: 0, count: 15))
      for _ in 0..<random.number(in: 0...6) {
        bytes[random.number(in: 18...bytes.count - 1)] = UInt8(random.number(in: 0...255))
      }
      room.deliver(Room.Datagram(from: 1, to: 0, bytes: bytes))
      room.deliver(
        Room.Datagram(from: 1, to: 0, bytes: Array(bytes.prefix(random.number(in: 0...99))))
      )
    }
    #expect(room.notes == before)
  }

  @Test func `a newer format is said, not guessed`() {
    var bytes = BoardOperation(dot: Self.dot, action: .noop).encoded
    bytes[0] = BoardOperation.format + 1
    #expect(throws: BoardCodingError.unknownFormat(UInt16(BoardOperation.format) + 1)) {
      try BoardOperation(encoded: bytes)
    }
    #expect(throws: BoardCodingError.truncated) { try BoardOperation(encoded: []) }
    #expect(throws: BoardCodingError.tooLarge) {
      try BoardOperation(encoded: [UInt8](repeating: BoardOperation.format, count: 65_001))
    }
  }

  @Test func `what is out of range is a noop that has its dot`() throws {
    let bad: [BoardAction] = [
      .text(Self.own, try Self.change(String(repeating: "x", count: 16_385))),
      .set(Self.own, .color(.first), stamp: BoardLimits.stamp + 1),
      .set(Self.own, .size(NoteSize(width: 0, height: 1)), stamp: 1),
      .set(Self.own, .placement(Placement(point: BoardPoint(x: 1_000_001, y: 0))), stamp: 1),
      .set(Self.own, .title(ExactText("not of a note")), stamp: 1),
      .set(Self.dot, .color(.first), stamp: 1), .delete(Self.dot),
      .detach(Self.own, []), .detach(Self.own, [Self.dot]),
      .toggle(group: 300, revision: 1), .toggle(group: 1, revision: 0),
    ]
    for action in bad {
      let bytes = BoardOperation(dot: Self.dot, action: action).encoded
      #expect(
        try BoardOperation(encoded: bytes) == BoardOperation(dot: Self.dot, action: .noop)
      )
    }
  }

  @Test func `text is equal only when its bytes are`() {
    #expect(ExactText("\u{e9}") != ExactText("e\u{301}"))
    #expect(ExactText(utf8: [0xC3, 0x28][...]) == nil)
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "\u{e9}")
    room.edit(0, .setText(note, "e\u{301}"))
    #expect(room.note(note, at: 1).map { Array($0.text.utf8) } == Array("e\u{301}".utf8))
  }
}
