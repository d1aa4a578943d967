import BoardCore
import Testing

/// Work of an earlier run of this device, under another replica id, that others overtake.
@Suite struct `Who loses what an earlier run did` {
  /// Two who know of one note and are apart.
  private func apart() -> (room: Room, note: NoteID) {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0)
    room.edit(1, .raise(note))
    room.disconnect(0, 1)
    return (room, note)
  }

  /// What is kept of one replica begins another run, under another id.
  private func run(
    _ room: Room,
    keptBy index: Int = 0,
    as replica: UInt64,
    after runs: [OwnRun]? = nil
  ) throws -> BoardReplicator {
    var next = BoardReplicator(
      board: BoardID(7),
      title: "Board",
      replica: ReplicaID(replica),
      author: AuthorID(100)
    )
    try next.load(snapshot: room.snapshots[index], operations: room.kept[index])
    next.load(runs ?? room.replicas[index].ownRuns)
    return next
  }

  private func color(_ room: Room, _ note: NoteID) -> [NoteColor?] {
    room.replicas.indices.map { room.note(note, at: $0)?.color }
  }

  /// By operations, and by a state.
  @Test(arguments: [false, true])
  func `after a crash is told, and takes it back under the new id`(isState: Bool) throws {
    var (room, note) = apart()
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.edit(0, .setTitle("Mine"))
    room.replicas[0] = try run(room, as: 5)
    room.pass(.milliseconds(10))
    room.edit(1, .recolor(note, NoteColor.all[3]))
    room.edit(1, .setTitle("Theirs"))
    if isState {
      // Who tells no longer has the operations.
      var other = room.replicas[1]
      room.replicas[1] = BoardReplicator(
        board: BoardID(7),
        title: "Board",
        replica: ReplicaID(2),
        author: AuthorID(101)
      )
      try room.replicas[1].load(snapshot: other.snapshot(), operations: [])
    }
    room.connectAll()
    room.pass(.seconds(3))
    #expect((room.snapshots[0] != nil) == isState)
    #expect(
      room.effects[0] == [
        .notice(.conflict(note, .color, by: ReplicaID(2), isMineShown: false)),
        .notice(.conflict(nil, .title, by: ReplicaID(2), isMineShown: false)),
      ]
    )
    #expect(color(room, note) == [NoteColor.all[3], NoteColor.all[3]])
    room.edit(0, .takeBack(note, .color))
    room.edit(0, .takeBack(nil, .title))
    #expect(color(room, note) == [NoteColor.all[2], NoteColor.all[2]])
    #expect(room.replicas.map(\.picture.title) == ["Mine", "Mine"])
    #expect(room.replicas[1].board.vector[ReplicaID(5)] == 2)
    room.edit(0, .undo)
    room.edit(0, .undo)
    #expect(color(room, note) == [NoteColor.all[3], NoteColor.all[3]])
  }

  @Test func `before it got another id is told, and takes it back`() throws {
    var (room, note) = apart()
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.replicas[0].renew(replica: ReplicaID(5))
    room.pass(.milliseconds(10))
    room.edit(1, .recolor(note, NoteColor.all[3]))
    room.connectAll()
    #expect(
      room.effects[0] == [.notice(.conflict(note, .color, by: ReplicaID(2), isMineShown: false))]
    )
    room.edit(0, .takeBack(note, .color))
    #expect(color(room, note) == [NoteColor.all[2], NoteColor.all[2]])
  }

  @Test func `in a note that is gone is told, with the note`() throws {
    var (room, note) = apart()
    room.edit(0, .setText(note, "note with more"))
    room.replicas[0] = try run(room, as: 5)
    let shown = try #require(room.note(note, at: 0))
    room.edit(1, .delete(note))
    room.connectAll()
    #expect(room.effects[0] == [.notice(.changedNotesGone([shown], by: ReplicaID(2)))])
  }

  @Test func `is not told of what the other knew, however old the record of that is`() throws {
    var (room, note) = apart()
    room.connectAll()
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.edit(1, .resize(note, NoteSize(width: 9, height: 9)))
    room.disconnect(0, 1)
    // The crash came before it was recorded who had what.
    room.replicas[0] = try run(room, as: 5, after: [OwnRun(replica: ReplicaID(1), shared: 0)])
    #expect(room.replicas[0].unsharedCount == 2)
    room.edit(1, .recolor(note, NoteColor.all[3]))
    room.connectAll()
    room.pass(.seconds(3))
    #expect(room.effects == [[], []])
    #expect(room.replicas[0].unsharedCount == 0)
  }

  @Test func `in a copy has its own back, and not what the original did since`() throws {
    var (room, note) = apart()
    room.edit(0, .recolor(note, NoteColor.all[2]))
    room.replicas[1] = try run(room, as: 5)
    room.effects = [[], []]
    room.pass(.milliseconds(10))
    room.edit(1, .resize(note, NoteSize(width: 9, height: 9)))
    room.pass(.milliseconds(10))
    room.edit(0, .recolor(note, NoteColor.all[3]))
    room.edit(0, .resize(note, NoteSize(width: 8, height: 8)))
    room.connectAll()
    room.pass(.seconds(3))
    // The original knew the color that it changed; of the size neither knew.
    #expect(
      room.effects[1] == [.notice(.conflict(note, .size, by: ReplicaID(1), isMineShown: false))]
    )
    #expect(room.replicas[1].unsharedCount == 0)
    #expect(room.replicas[1].ownRuns.map(\.replica) == [ReplicaID(5)])
    room.edit(1, .takeBack(note, .color))
    room.edit(1, .takeBack(note, .size))
    #expect(color(room, note) == [NoteColor.all[2], NoteColor.all[2]])
    #expect(room.note(note, at: 0)?.size == NoteSize(width: 9, height: 9))
  }
}
