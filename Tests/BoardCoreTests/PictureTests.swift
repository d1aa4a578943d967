import TestSupport
import Testing

@testable import BoardCore

/// The picture that is kept up to date is the one that a new start would show.
@Suite struct Pictures {
  @Test(arguments: Seeds.first(8))
  func `a picture kept note by note is the one that is made at once`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var room = Room(2)
    room.connectAll()
    for index in 0..<60 { room.create(index % 2, x: Int32(index)) }
    for _ in 0..<120 {
      let index = random.number(in: 0...1)
      let notes = room.notes[index].map(\.id)
      guard !notes.isEmpty else { break }
      let note = random.one(of: notes)
      switch random.number(in: 0...9) {
      case 0: room.edit(index, .toFront([note, random.one(of: notes)]))
      case 1: room.edit(index, .toBack(Array(notes.suffix(random.number(in: 1...55)))))
      case 2: room.edit(index, .raise(note))
      case 3: room.edit(index, .lower(note))
      case 4: room.edit(index, .delete(note))
      case 5: room.edit(index, .group(notes.prefix(50).map { .delete($0) }))
      case 6: room.edit(index, .undo)
      case 7: room.edit(index, .redo)
      case 8: room.create(index, x: 7)
      default: room.edit(index, .group([.nudge(note, to: BoardPoint(x: 5, y: 5))]))
      }
      for replica in room.replicas { try expectFresh(replica) }
    }
  }

  private func expectFresh(_ replica: BoardReplicator) throws {
    var other = BoardReplicator(
      board: replica.boardID,
      title: "Board",
      replica: ReplicaID(99),
      author: replica.author
    )
    try other.load(snapshot: BoardSnapshot.encoded(replica.board), operations: [])
    #expect(other.picture.notes == replica.picture.notes)
    let order = replica.picture.notes.map(\.id)
    #expect(order == order.sorted { key($0, replica) < key($1, replica) })
  }

  private func key(_ note: NoteID, _ replica: BoardReplicator) -> StackingKey {
    replica.board.notes.place(of: note).flatMap { replica.board.shownKey(at: $0) } ?? .lowest
  }

  @Test func `an operation that was just made is packed like any other`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "some words")
    room.edit(1, .editText(note, from: "some words", to: "some other words"))
    room.edit(0, .recolor(note, NoteColor.all[5]))
    room.edit(0, .vote(note))
    room.edit(0, .setTitle("a title"))
    room.edit(0, .group([.nudge(note, to: BoardPoint(x: -5, y: 900)), .toFront([note])]))
    room.edit(0, .undo)
    room.edit(1, .clear)
    #expect(room.kept[0].joined().count > 5)
    for bytes in room.kept[0] {
      guard let operation = try? BoardOperation(encoded: bytes) else { continue }
      let (sealed, envelope) = operation.sealed
      #expect(sealed == bytes)
      for sender in [operation.dot.replica, ReplicaID(77)] {
        let packed = BoardMessage.encoded(pushing: envelope, of: BoardID(7), by: sender)
        let content = BoardMessage.Content.operations([bytes], .pushed)
        let message = BoardMessage(board: BoardID(7), replica: sender, content: content)
        #expect(packed == message.encoded)
      }
    }
  }
}
