@testable import BoardCore
import TestSupport
import Testing

/// Who comes to a large board gets it in two calls, so that keys are looked at in between.
@Suite struct `A newcomer` {
  private static let many = SyncState.largeBoardNotes

  /// A board that is large, and somebody who has just received it.
  private func room(
    of count: Int,
    before: (inout Room) -> Void = { _ in }
  ) -> Room {
    var room = Room(2, logBytes: 1_000)
    for index in 0..<count { room.create(0, "note \(index)", x: Int32(index)) }
    before(&room)
    room.connect(0, 1)
    return room
  }

  @Test func `knows and keeps a large board in one call, and shows it in another`() {
    var room = room(of: Self.many)
    #expect(room.replicas[1].board.notes.count == Self.many)
    #expect(room.snapshots[1] != nil)
    #expect(room.replicas[1].picture.notes.isEmpty)
    room.pass(SyncState.showPause)
    #expect(room.replicas[1].picture.notes == room.replicas[0].picture.notes)
    #expect(room.replicas[1].showDue == nil)
  }

  @Test func `sees all of the board before an own edit of it`() throws {
    var room = room(of: Self.many)
    room.create(1, "mine")
    #expect(room.replicas[1].picture.notes.count == Self.many + 1)
    var other = self.room(of: Self.many)
    other.call(1) {
      _ = $0.add(
        text: "from a shell",
        place: BoardPoint(x: 0, y: 9),
        size: .standard,
        color: .first,
        at: $1,
        into: &$2
      )
    }
    #expect(other.replicas[1].picture.notes.count == Self.many + 1)
  }

  @Test func `with notes of their own, or with few notes to come, sees them at once`() {
    let small = room(of: Self.many - 1)
    #expect(small.replicas[1].picture.notes.count == Self.many - 1)
    let own = room(of: Self.many) { $0.create(1, "mine") }
    #expect(own.replicas[1].picture.notes.count == Self.many + 1)
  }

  @Test(arguments: Seeds.first(20))
  func `sees the notes in the order that everybody else sees`(seed: UInt64) {
    var random = SeededGenerator(seed)
    let room = room(of: 80) { room in
      for _ in 0..<200 {
        // Keys between two others share what they begin with.
        let note = random.one(of: room.replicas[0].board.visibleNotes)
        let edits: [BoardEdit] = [.raise(note), .lower(note), .toFront([note]), .toBack([note])]
        room.edit(0, random.one(of: edits))
      }
    }
    #expect(room.replicas[1].picture.notes == room.replicas[0].picture.notes)
  }
}
