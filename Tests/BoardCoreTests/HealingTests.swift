import BoardCore
import Testing

@Suite struct `Replicas that know the same and show something else` {
  private func message(_ operation: BoardOperation) -> [UInt8] {
    BoardMessage(
      board: BoardID(7),
      replica: ReplicaID(50),
      content: .operations([operation.encoded], .pushed)
    ).encoded
  }

  /// Two boards that an author gave two operations with one name.
  private func torn() throws -> Room {
    var room = Room(2)
    let dot = Dot(ReplicaID(50), 1)
    for (index, text) in ["one", "two"].enumerated() {
      let operation = BoardOperation(
        dot: dot,
        action: .create(try CodingTests.start(text), stamp: 9)
      )
      room.deliver(Room.Datagram(from: 1 - index, to: index, bytes: message(operation)))
    }
    return room
  }

  @Test func `notice it with the next digest, say so and become equal`() throws {
    var room = try torn()
    #expect(room.notes[0] != room.notes[1])
    room.connectAll()
    #expect(room.notes[0] != room.notes[1])
    room.pass(.seconds(3))
    #expect(room.notes[0] == room.notes[1])
    #expect(room.notes[0].count == 1)
    #expect(room.replicas[0].board.stateHash == room.replicas[1].board.stateHash)
    let notices = room.effects.flatMap { $0 }
    #expect(notices.contains(.notice(.healed(with: ReplicaID(2)))))
    let sent = room.sentBytes
    room.pass(.seconds(10))
    #expect(room.sentBytes[0] - sent[0] == 420)
  }
}

@Suite struct `A replica whose id is used elsewhere too` {
  @Test func `is told by a peer that knows more of it, and goes on under another`() throws {
    var room = Room(2)
    room.connectAll()
    room.create(0, "first")
    let copy = room.replicas[0]
    room.create(0, "second")
    room.disconnect(0, 1)
    // An old copy of the folder comes back.
    room.replicas[0] = copy
    room.replicas[0] = try Self.reloaded(copy)
    room.connect(0, 1)
    #expect(room.effects[0].first == .replicaIDMustChange)
    #expect(room.replicas[0].needsNewID)
    let before = room.replicas[0].board.vector
    room.create(0, "not under the old id")
    #expect(room.replicas[0].board.vector == before)
    room.replicas[0].renew(replica: ReplicaID(77))
    let third = room.create(0, "third")
    #expect(third == NoteID(ReplicaID(77), 1))
    #expect(room.notes[0] == room.notes[1])
    #expect(room.notes[1].map(\.text) == ["first", "second", "third"])
    room.edit(0, .undo)
    room.edit(0, .undo)
    #expect(room.notes[1].map(\.text) == ["first", "second"])
    #expect(room.effects[0].last == .notice(.nothingToUndo))
  }

  private static func reloaded(_ replicator: BoardReplicator) throws -> BoardReplicator {
    var old = replicator
    var loaded = BoardReplicator(
      board: BoardID(7),
      title: "Board",
      replica: replicator.replicaID,
      author: replicator.author
    )
    try loaded.load(snapshot: old.snapshot(), operations: [])
    return loaded
  }

  @Test func `is told when two that are here speak for one id`() {
    var room = Room(3)
    room.connect(0, 1)
    let hash = BoardMessage(
      board: BoardID(7),
      replica: ReplicaID(1),
      content: .hash(known: 0, shown: 0)
    )
    room.deliver(Room.Datagram(from: 1, to: 0, bytes: hash.encoded))
    #expect(room.effects[0] == [.replicaIDMustChange])
  }
}
