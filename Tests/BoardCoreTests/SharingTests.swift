import BoardCore
import Testing

@Suite struct `Two replicas that can reach each other` {
  @Test func `who asks knows at once what the others have, and asks nobody when alone`() {
    var room = Room(3)
    room.connectAll()
    room.pass(.seconds(2))
    room.edit(0, .create(text: "new", at: BoardPoint(x: 0, y: 0), size: .standard, color: .first))
    #expect(room.replicas[0].unsharedCount == 1)
    room.call(0) {
      $0.askWhatIsShared(into: &$2); _ = $1
    }
    #expect(room.replicas.map(\.unsharedCount) == [0, 0, 0])
    #expect(room.notes[0] == room.notes[2])

    for index in [1, 2] { room.disconnect(0, index) }
    room.edit(0, .setTitle("Alone"))
    let sent = room.sentBytes[0]
    room.call(0) {
      $0.askWhatIsShared(into: &$2); _ = $1
    }
    #expect(room.replicas[0].unsharedCount == 1)
    #expect(room.sentBytes[0] == sent)
  }

  @Test func `each know what the others lack, also while edits go on and after they left`() {
    var room = Room(3)
    let missing = { (room: Room, index: Int, peer: Int) in
      room.replicas[index].missingCount(of: Room.key(peer))
    }
    #expect(missing(room, 0, 1) == nil)
    room.connectAll()
    room.pass(.seconds(2))
    #expect(missing(room, 0, 1) == 0 && missing(room, 1, 2) == 0)
    let note = room.create(0)
    #expect(missing(room, 0, 1) == 1)
    // The maker of an operation has it; of who else has it nothing is known yet.
    #expect(missing(room, 1, 0) == 0 && missing(room, 1, 2) == 1)
    // Somebody writes all the time: the news are never older than a second or two.
    for step in 0..<40 {
      room.pass(.milliseconds(100))
      room.edit(0, .recolor(note, NoteColor.all[step % 7 + 1]))
      if step > 20 {
        #expect(missing(room, 0, 1) ?? .max < 25)
        #expect(missing(room, 1, 2) ?? .max < 25)
      }
    }
    room.pass(.seconds(2))
    #expect(missing(room, 0, 1) == 0 && missing(room, 1, 2) == 0)
    room.disconnect(0, 2)
    room.disconnect(1, 2)
    for title in ["a", "b", "c"] { room.edit(0, .setTitle(title)) }
    #expect(missing(room, 0, 2) == 3 && missing(room, 1, 2) == 3)
    room.connect(1, 2)
    room.pass(.seconds(2))
    #expect(missing(room, 1, 2) == 0)
    // The one who has no connection does not hear of it.
    #expect(missing(room, 0, 2) == 3)
  }

  @Test func `say what they have also where they have nothing more than the other`() {
    var room = Room(2)
    room.connectAll()
    room.pass(.seconds(2))
    room.create(0)
    #expect(room.replicas[0].missingCount(of: Room.key(1)) == 1)
    // A digest that was under way while the note was made: not what it has now.
    let late = BoardMessage(
      board: BoardID(7),
      replica: room.replicas[1].replicaID,
      content: .hash(known: 1, shown: 0)
    )
    room.deliver(Room.Datagram(from: 1, to: 0, bytes: late.encoded))
    #expect(room.replicas[0].missingCount(of: Room.key(1)) == 0)
  }

  @Test func `show the same notes after edits on both sides`() {
    var room = Room(2)
    room.connectAll()
    let first = room.create(0, "one")
    let second = room.create(1, "two", x: 40)
    room.edit(1, .setText(first, "one, edited"))
    room.edit(0, .recolor(second, NoteColor.all[3]))
    room.edit(0, .resize(second, NoteSize(width: 30, height: 9)))
    room.edit(1, .setTitle("Plans"))
    #expect(room.notes[0] == room.notes[1])
    #expect(room.notes[0].map(\.text) == ["one, edited", "two"])
    #expect(room.replicas.map(\.picture.title) == ["Plans", "Plans"])
    #expect(room.note(second, at: 0)?.author == AuthorID(101))
  }

  @Test func `merge what each did alone once they meet`() {
    var room = Room(2)
    let first = room.create(0, "mine")
    room.create(1, "yours")
    room.edit(0, .setText(first, "mine, later"))
    room.connectAll()
    #expect(room.notes[0] == room.notes[1])
    #expect(Set(room.notes[0].map(\.text)) == ["mine, later", "yours"])
    room.pass(.milliseconds(1_100))
    #expect(room.replicas.map(\.unsharedCount) == [0, 0])
  }

  @Test func `bring a third everything, also what its maker no longer sends`() {
    var room = Room(3)
    room.connect(0, 1)
    for index in 0..<200 { room.create(0, "note \(index)") }
    room.disconnect(0, 1)
    room.connect(1, 2)
    #expect(room.notes[2] == room.notes[0])
    #expect(room.notes[2].count == 200)
  }

  @Test func `show a drag while it goes on and agree after the drop`() {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(0, .lift(note))
    #expect(room.note(note, at: 1)?.mover == ReplicaID(1))
    room.pass(.milliseconds(20))
    let place = BoardPoint(x: 5, y: 3)
    room.edit(0, .dragTo(place, trail: [BoardPoint(x: 0, y: 0), place]))
    #expect(room.position(note, at: 1) == place)
    #expect(room.note(note, at: 1)?.origin == BoardPoint(x: 0, y: 0))
    room.edit(0, .drop)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.note(note, at: 1)?.mover == nil)
    #expect(room.position(note, at: 1) == place)
    room.edit(0, .undo)
    #expect(room.position(note, at: 1) == BoardPoint(x: 0, y: 0))
  }

  @Test func `clear exactly what the one who clears could see`() {
    var room = Room(2)
    room.connectAll()
    room.create(0, "seen")
    room.disconnect(0, 1)
    room.create(1, "unseen")
    room.edit(0, .clear)
    room.connect(0, 1)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.notes[0].map(\.text) == ["unseen"])
    #expect(room.effects[1] == [.notice(.cleared(count: 1, by: ReplicaID(1)))])
    room.edit(0, .undo)
    #expect(room.notes[1].map(\.text).sorted() == ["seen", "unseen"])
  }

  @Test func `are not told of clearings of notes that they never saw`() {
    var room = Room(3)
    room.connect(0, 1)
    room.create(0, "long gone")
    room.edit(0, .clear)
    room.create(0, "there")
    room.connect(0, 2)
    #expect(room.notes[2].map(\.text) == ["there"])
    #expect(!room.effects[2].contains(.notice(.cleared(count: 1, by: ReplicaID(1)))))
    room.disconnect(0, 2)
    room.create(0, "meanwhile")
    room.edit(0, .clear)
    room.connect(0, 2)
    // Two are gone, one of which was seen here.
    #expect(room.effects[2].contains(.notice(.cleared(count: 1, by: ReplicaID(1)))))
    #expect(room.notes[2].isEmpty)
  }

  @Test func `come back from disk with everything`() throws {
    var room = Room(2)
    room.connectAll()
    let first = room.create(0, "kept")
    room.create(1, "theirs")
    room.edit(0, .setText(first, "kept, changed"))
    var again = BoardReplicator(
      board: BoardID(7),
      title: "Board",
      replica: ReplicaID(9),
      author: AuthorID(100)
    )
    try again.load(snapshot: room.snapshots[0], operations: room.kept[0])
    #expect(again.picture.notes == room.notes[0])
  }
}
