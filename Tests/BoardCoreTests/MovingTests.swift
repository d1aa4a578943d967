import BoardCore
import TestSupport
import Testing

@Suite struct `Moving a note` {
  let origin = BoardPoint(x: 0, y: 0)
  let near = BoardPoint(x: 3, y: 1)
  let far = BoardPoint(x: 30, y: 10)

  /// Two connected replicas and a note of the first.
  func world() -> (room: Room, note: NoteID) {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    return (room, note)
  }

  @Test func `shows the latest frame, whatever order they come in`() {
    var (room, note) = world()
    room.heldDatagrams = []
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(near, trail: [near]))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(far, trail: [near, far]))
    let frames = room.heldDatagrams ?? []
    #expect(frames.count == 3)
    for frame in frames.reversed() + frames + frames {
      room.deliver(frame)
      #expect(room.position(note, at: 1) == far)
    }
  }

  @Test func `is not undone by a frame that comes after the drop`() {
    var (room, note) = world()
    room.heldDatagrams = []
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(near, trail: [near]))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(far, trail: [near, far]))
    room.edit(0, .drop)
    #expect(room.position(note, at: 1) == far)
    for frame in room.heldDatagrams ?? [] { room.deliver(frame) }
    #expect(room.notes[0] == room.notes[1])
    #expect(room.note(note, at: 1)?.mover == nil)
  }

  @Test func `never revives a note that was cleared meanwhile`() {
    var (room, note) = world()
    room.heldDatagrams = []
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(near, trail: [near]))
    room.edit(1, .clear)
    for frame in room.heldDatagrams ?? [] { room.deliver(frame) }
    #expect(room.notes == [[], []])
    #expect(room.replicas[1].board.notes[note] != nil)
    #expect(
      room.effects[0] == [
        .notice(.liftedNoteGone(note, by: ReplicaID(2))),
        .notice(.cleared(count: 1, by: ReplicaID(2))),
      ]
    )
    room.edit(0, .dragTo(far, trail: [far]))
    room.edit(0, .drop)
    #expect(room.notes == [[], []])
    room.edit(1, .undo)
    #expect(room.position(note, at: 0) == origin)
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `shows a note whose frames come before the note itself`() {
    var (room, _) = world()
    room.disconnect(0, 1)
    let note = room.create(0, "early")
    room.heldDatagrams = []
    // The frame overtakes: the link is back for datagrams before the missing note is.
    var late = room
    late.connect(0, 1)
    late.edit(0, .lift(note))
    late.pass(.milliseconds(20))
    late.edit(0, .dragTo(near, trail: []))
    let frames = late.heldDatagrams ?? []
    #expect(frames.count == 2)
    for frame in frames { room.deliver(frame) }
    #expect(room.note(note, at: 1) == nil)
    room.connect(0, 1)
    #expect(room.position(note, at: 1) == near)
  }

  @Test func `ends elsewhere when its mover leaves or is silent for three seconds`() {
    var (room, note) = world()
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(near, trail: [near]))
    #expect(room.position(note, at: 1) == near)
    room.heldDatagrams = []
    // Not yet a checkpoint: only frames have told of it.
    var left = room
    left.disconnect(0, 1)
    #expect(left.position(note, at: 1) == origin)
    room.pass(.milliseconds(2_900))
    #expect(room.note(note, at: 1)?.mover == ReplicaID(1))
    room.pass(.milliseconds(200))
    #expect(room.note(note, at: 1)?.mover == nil)
    // What remains is the checkpoint that was kept on the way.
    #expect(room.position(note, at: 1) == near)
  }

  @Test func `keeps a checkpoint every half second, all one step of undo`() {
    var (room, note) = world()
    room.edit(0, .lift(note))
    for step in 1...20 {
      room.pass(.milliseconds(100))
      room.edit(0, .dragTo(BoardPoint(x: Int32(step), y: 0), trail: []))
    }
    #expect(room.note(note, at: 1)?.origin == origin)
    room.edit(0, .drop)
    let operations = room.kept[0].compactMap { try? BoardOperation(encoded: $0) }
    #expect(operations.count == 6)
    #expect(operations.dropFirst().map(\.group) == [2, 2, 2, 2, 2])
    room.edit(0, .undo)
    #expect(room.position(note, at: 0) == origin)
    #expect(room.notes[0] == room.notes[1])
    room.edit(0, .redo)
    #expect(room.position(note, at: 1) == BoardPoint(x: 20, y: 0))
  }

  @Test func `shows no flicker at a checkpoint`() {
    var (room, note) = world()
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(near, trail: []))
    room.pass(.milliseconds(480))
    #expect(room.kept[1].count == 2)
    #expect(room.note(note, at: 1)?.mover == ReplicaID(1))
    #expect(room.note(note, at: 1)?.origin == origin)
  }

  @Test func `makes exactly one operation of a drop, also where it was, and of a put back`() {
    var (room, note) = world()
    room.edit(0, .lift(note))
    room.edit(0, .drop)
    #expect(room.kept[0].count == 2)
    room.edit(0, .lift(note))
    room.edit(0, .dragTo(far, trail: [far]))
    room.edit(0, .putBack)
    #expect(room.kept[0].count == 3)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.note(note, at: 1)?.mover == nil)
    #expect(room.position(note, at: 1) == origin)
    // Neither changed anything: the note itself is what undo takes back.
    room.edit(0, .undo)
    #expect(room.notes == [[], []])
  }

  @Test func `goes on while others edit and move the same note`() {
    var (room, note) = world()
    room.edit(0, .lift(note))
    room.pass(.milliseconds(20))
    room.edit(0, .dragTo(near, trail: []))
    room.edit(1, .lift(note))
    room.edit(1, .dragTo(far, trail: []))
    room.edit(1, .drop)
    room.edit(1, .setText(note, "changed"))
    #expect(room.position(note, at: 0) == near)
    #expect(room.note(note, at: 0)?.text == "changed")
    room.edit(0, .drop)
    #expect(room.position(note, at: 1) == near)
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `by nudges is one operation after a pause, one step of undo`() {
    var (room, note) = world()
    for step in 1...5 {
      room.pass(.milliseconds(100))
      room.edit(0, .nudge(note, to: BoardPoint(x: Int32(step), y: 0)))
      #expect(room.kept[0].count == 1)
    }
    #expect(room.position(note, at: 1) == BoardPoint(x: 5, y: 0))
    #expect(room.note(note, at: 1)?.mover == ReplicaID(1))
    room.pass(.milliseconds(499))
    #expect(room.kept[0].count == 1)
    room.pass(.milliseconds(1))
    #expect(room.kept[0].count == 2)
    #expect(room.notes[0] == room.notes[1])
    room.edit(0, .undo)
    #expect(room.position(note, at: 1) == origin)
  }

  @Test func `by nudges is kept at once when anything else is done`() {
    var (room, note) = world()
    room.edit(0, .nudge(note, to: near))
    room.edit(0, .recolor(note, NoteColor.all[2]))
    #expect(room.kept[0].count == 3)
    room.edit(0, .undo)
    room.edit(0, .undo)
    #expect(room.position(note, at: 1) == origin)
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `sends at most sixty frames a second and always the last one`() {
    var (room, note) = world()
    room.heldDatagrams = []
    room.edit(0, .lift(note))
    for step in 1...100 {
      room.pass(.milliseconds(1))
      room.edit(0, .dragTo(BoardPoint(x: Int32(step), y: 0), trail: []))
    }
    room.pass(.milliseconds(16))
    let frames = room.heldDatagrams ?? []
    #expect(frames.count <= 8)
    if let last = frames.last { room.deliver(last) }
    #expect(room.position(note, at: 1) == BoardPoint(x: 100, y: 0))
  }

  @Test(arguments: Seeds.first(20))
  func `leaves all boards equal after the drop, with three frames in ten lost`(seed: UInt64) {
    var random = SeededGenerator(seed)
    var room = Room(4)
    room.connectAll()
    let notes = room.replicas.indices.map { room.create($0, x: Int32($0) * 30) }
    room.heldDatagrams = []
    for (index, note) in notes.enumerated() { room.edit(index, .lift(note)) }
    var late: [Room.Datagram] = []
    for step in 1...60 {
      room.pass(.milliseconds(17))
      for index in notes.indices {
        room.edit(index, .dragTo(BoardPoint(x: Int32(step), y: Int32(index)), trail: []))
      }
      for frame in (room.heldDatagrams ?? []).shuffled(using: &random) {
        switch random.number(in: 0...9) {
        case 0...2: break
        case 3: late.append(frame)
        default: room.deliver(frame)
        }
      }
      room.heldDatagrams = []
    }
    for index in notes.indices { room.edit(index, .drop) }
    for frame in late { room.deliver(frame) }
    room.pass(.seconds(1))
    for index in notes.indices { #expect(room.notes[index] == room.notes[0]) }
    #expect(room.notes[0].allSatisfy { $0.mover == nil && $0.position.x == 60 })
  }
}
