import BoardCore
import Testing

@Suite struct `Two people who change one property at the same time` {
  private let left = BoardPoint(x: -9, y: 0)
  private let right = BoardPoint(x: 9, y: 0)

  private func apart(_ count: Int = 0) -> (room: Room, note: NoteID) {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    for _ in 0..<count { room.create(0, "another with quite some text on it, so that it is large") }
    room.disconnect(0, 1)
    return (room, note)
  }

  private func move(_ room: inout Room, _ index: Int, _ note: NoteID, _ point: BoardPoint) {
    room.edit(index, .lift(note))
    room.edit(index, .dragTo(point, trail: []))
    room.edit(index, .drop)
  }

  @Test func `are both told, and the one who lost takes theirs back`() {
    var (room, note) = apart()
    move(&room, 0, note, left)
    room.pass(.milliseconds(10))
    move(&room, 1, note, right)
    room.connectAll()
    #expect(room.position(note, at: 0) == right)
    #expect(
      room.effects == [
        [.notice(.conflict(note, .place, by: ReplicaID(2), isMineShown: false))],
        [.notice(.conflict(note, .place, by: ReplicaID(1), isMineShown: true))],
      ]
    )
    room.edit(0, .takeBack(note, .place))
    #expect(room.position(note, at: 1) == left)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.effects.map(\.count) == [1, 1])
    room.edit(0, .undo)
    #expect(room.position(note, at: 1) == right)
  }

  @Test func `are not told when one knew of the other's`() {
    var (room, note) = apart()
    room.connectAll()
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.edit(1, .recolor(note, NoteColor.all[3]))
    room.edit(0, .setText(note, "x"))
    room.edit(1, .setTitle("Title"))
    room.edit(0, .setTitle("Another"))
    #expect(room.effects == [[], []])
  }

  @Test func `are told of the title, and of nothing where both wanted the same`() {
    var (room, note) = apart()
    room.edit(0, .setTitle("One"))
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.pass(.milliseconds(10))
    room.edit(1, .setTitle("Two"))
    room.edit(1, .recolor(note, NoteColor.all[2]))
    room.connectAll()
    #expect(
      room.effects[0] == [.notice(.conflict(nil, .title, by: ReplicaID(2), isMineShown: false))]
    )
    room.edit(0, .takeBack(nil, .title))
    #expect(room.replicas.map(\.picture.title) == ["One", "One"])
  }

  @Test func `are told also when all came as a snapshot`() {
    var (room, note) = apart(1_500)
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.pass(.milliseconds(10))
    room.edit(1, .recolor(note, NoteColor.all[3]))
    for index in 0..<1_500 {
      room.edit(1, .recolor(NoteID(ReplicaID(1), UInt64(index + 2)), NoteColor.all[3]))
      room.edit(1, .resize(NoteID(ReplicaID(1), UInt64(index + 2)), NoteSize(width: 9, height: 9)))
      room.edit(1, .raise(NoteID(ReplicaID(1), UInt64(index + 2))))
      room.edit(1, .lower(NoteID(ReplicaID(1), UInt64(index + 2))))
      room.edit(1, .setText(NoteID(ReplicaID(1), UInt64(index + 2)), "new"))
    }
    room.connectAll()
    #expect(room.snapshots[0] != nil)
    #expect(
      room.effects[0] == [
        .notice(.conflict(note, .color, by: ReplicaID(2), isMineShown: false))
      ]
    )
  }
}
