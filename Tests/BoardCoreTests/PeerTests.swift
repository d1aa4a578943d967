import BoardCore
import Testing

@Suite struct `What peers hear of each other` {
  func cursor(_ x: Int32) -> PeerCursor {
    PeerCursor(
      replica: ReplicaID(0),
      place: BoardPoint(x: x, y: 0),
      note: nil,
      isEditing: false
    )
  }

  func move(_ room: inout Room, _ x: Int32) {
    let cursor = cursor(x)
    room.call(0) { $0.moveCursor(cursor, at: $1, into: &$2) }
  }

  @Test func `is a cursor at most twenty times a second, and its last place`() {
    var room = Room(2)
    room.connectAll()
    room.heldDatagrams = []
    for x in 1...100 as ClosedRange<Int32> {
      move(&room, x)
      room.pass(.milliseconds(10))
    }
    room.pass(.milliseconds(60))
    let sent = room.heldDatagrams ?? []
    #expect((19...22).contains(sent.count))
    for message in sent.reversed() { room.deliver(message) }
    var last = cursor(100)
    last.replica = ReplicaID(1)
    #expect(room.effects[1] == [.cursorChanged(Room.key(0), last)])
    room.disconnect(0, 1)
    #expect(room.effects[1].last == .cursorChanged(Room.key(0), nil))
  }

  @Test func `is nothing when one is alone and idle`() {
    var room = Room(2)
    room.create(0)
    move(&room, 1)
    #expect(room.replicas[0].nextDeadline == nil)
    room.connectAll()
    room.pass(.seconds(2))
    room.disconnect(0, 1)
    #expect(room.replicas.map(\.nextDeadline) == [nil, nil])
  }

  @Test func `is one small message a second when all is said`() {
    var room = Room(2)
    room.connectAll()
    for _ in 0..<50 { room.create(0) }
    room.pass(.seconds(5))
    let before = room.sentBytes
    room.pass(.seconds(10))
    #expect(room.sentBytes[0] - before[0] == 420)
  }

  @Test func `makes them hold everything, though every push is lost`() {
    var room = Room(2)
    for index in 0..<1_200 {
      room.create(0, String(repeating: "long ", count: 200) + "\(index)")
    }
    #expect(room.replicas[0].unsharedCount == 1_200)
    room.connectAll()
    room.pass(.seconds(3))
    #expect(room.notes[0] == room.notes[1])
    #expect(room.notes[1].count == 1_200)
    #expect(room.replicas[0].unsharedCount == 0)
  }

  @Test func `is of their own board alone`() {
    var room = Room(2)
    room.connectAll()
    let operation = BoardOperation(dot: Dot(ReplicaID(2), 1), action: .noop)
    let message = BoardMessage(
      board: BoardID(8),
      replica: ReplicaID(2),
      content: .operations([operation.encoded], .pushed)
    )
    room.deliver(Room.Datagram(from: 1, to: 0, bytes: message.encoded))
    #expect(room.replicas[0].board == Board())
  }

  @Test func `waits for what it depends on and does not count twice`() {
    let replica = ReplicaID(9)
    var room = Room(2)
    room.connectAll()
    var needed = VersionVector()
    needed[ReplicaID(8)] = 1
    let operations = [
      BoardOperation(dot: Dot(replica, 1), dependencies: needed, action: .noop),
      BoardOperation(dot: Dot(ReplicaID(8), 1), action: .noop),
      BoardOperation(dot: Dot(replica, 2), action: .noop),
    ]
    for index in [2, 0, 2, 0, 1, 1, 0] {
      let message = BoardMessage(
        board: BoardID(7),
        replica: replica,
        content: .operations([operations[index].encoded], .pushed)
      )
      room.deliver(Room.Datagram(from: 1, to: 0, bytes: message.encoded))
    }
    #expect(room.kept[0] == [1, 0, 2].map { operations[$0].encoded })
  }

  @Test func `never keeps more waiting than it has room for`() {
    var room = Room(2)
    room.connectAll()
    for sequence in (2...6_000 as ClosedRange<UInt64>).reversed() {
      let operation = BoardOperation(dot: Dot(ReplicaID(9), sequence), action: .noop)
      let message = BoardMessage(
        board: BoardID(7),
        replica: ReplicaID(9),
        content: .operations([operation.encoded], .pushed)
      )
      room.deliver(Room.Datagram(from: 1, to: 0, bytes: message.encoded))
    }
    #expect(room.replicas[0].parkedCount == BoardLimits.parkedOperations)
    #expect(room.kept[0].isEmpty)
  }

  @Test func `limits what a person does here and says so`() {
    var room = Room(1)
    #expect(room.edit(0, .create(text: long, at: origin, size: .standard, color: .first)) == nil)
    let note = room.create(0)
    room.edit(0, .setText(note, long))
    #expect(
      room.effects[0] == [
        .notice(.textTooLong(limitBytes: 16_384)), .notice(.textTooLong(limitBytes: 16_384)),
      ]
    )
    room.edit(0, .setText(note, String(long.dropLast())))
    #expect(room.notes[0].map(\.text.utf8.count) == [16_384])
  }

  private var long: String { String(repeating: "x", count: 16_385) }
  private var origin: BoardPoint { BoardPoint(x: 0, y: 0) }
}
