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

  /// One change of each property by each of two people.
  static let properties: [RegisterKind] = [.place, .size, .color, .stacking, .title]

  private func change(
    _ room: inout Room,
    _ index: Int,
    _ note: NoteID,
    _ kind: RegisterKind
  ) {
    let number = Int32(index + 3)
    switch kind {
    case .place: move(&room, index, note, BoardPoint(x: number, y: 0))
    case .size: room.edit(index, .resize(note, NoteSize(width: 9, height: number)))
    case .color: room.edit(index, .recolor(note, NoteColor.all[Int(number)]))
    case .stacking: room.edit(index, index == 0 ? .toFront([note]) : .toBack([note]))
    case .title: room.edit(index, .setTitle("by \(index)"))
    }
  }

  private func value(_ room: Room, _ index: Int, _ note: NoteID, _ kind: RegisterKind) -> String {
    let picture = room.replicas[index].picture
    guard let place = picture.notes.firstIndex(where: { $0.id == note }) else { return "gone" }
    let shown = picture.notes[place]
    return switch kind {
    case .place: "\(shown.position)"
    case .size: "\(shown.size)"
    case .color: "\(shown.color)"
    case .stacking: "\(place)"
    case .title: picture.title
    }
  }

  /// By operations, by a state to the one who lost, by a state to the one who won.
  @Test(arguments: properties, 0...2)
  func `are told of every property, and U has it again`(kind: RegisterKind, road: Int) throws {
    var room = Room(2)
    room.create(0, "below")
    let note = room.create(0)
    room.create(0, "above")
    room.connectAll()
    room.disconnect(0, 1)
    change(&room, 0, note, kind)
    room.pass(.milliseconds(10))
    change(&room, 1, note, kind)
    let values = [value(room, 0, note, kind), value(room, 1, note, kind)]
    if road > 0 {
      // Who tells no longer has the operations.
      var kept = room.replicas[2 - road]
      room.replicas[2 - road] = BoardReplicator(
        board: BoardID(7),
        title: "Board",
        replica: ReplicaID(UInt64(3 - road)),
        author: AuthorID(UInt128(102 - road))
      )
      try room.replicas[2 - road].load(snapshot: kept.snapshot(), operations: [])
    }
    room.connectAll()
    room.pass(.seconds(3))
    let told = [
      ReplicaEffect.notice(
        .conflict(kind == .title ? nil : note, kind, by: ReplicaID(2), isMineShown: false)
      ),
      .notice(.conflict(kind == .title ? nil : note, kind, by: ReplicaID(1), isMineShown: true)),
    ]
    // Whoever began anew knows no more what was written in this run.
    for index in 0...1 where road == 0 || index != 2 - road {
      #expect(room.effects[index] == [told[index]])
    }
    #expect(value(room, 0, note, kind) == values[1])
    guard road != 2 else { return }
    room.edit(0, .takeBack(kind == .title ? nil : note, kind))
    #expect([0, 1].map { value(room, $0, note, kind) } == [values[0], values[0]])
  }

  @Test func `who writes in a note that is cleared meanwhile is told by whom, also by a state`() {
    for isState in [false, true] {
      for isClear in [false, true] {
        var room = Room(2, logBytes: isState ? 300 : BoardLimits.logBytes)
        room.connectAll()
        let note = room.create(0, "text")
        room.disconnect(0, 1)
        let cursor = PeerCursor(
          replica: ReplicaID(1),
          place: BoardPoint(x: 0, y: 0),
          note: note,
          isEditing: true
        )
        room.call(0) { $0.moveCursor(cursor, at: $1, into: &$2) }
        room.edit(0, .editText(note, from: "text", to: "text and more"))
        room.edit(1, isClear ? .clear : .delete(note))
        for _ in 0..<(isState ? 20 : 0) { room.edit(1, .setTitle("title \(room.kept[1].count)")) }
        room.connectAll()
        #expect((room.snapshots[0] != nil) == isState)
        let gone = ReplicaEffect.notice(.editedNoteGone(note, by: ReplicaID(2)))
        #expect(room.effects[0].contains(gone), "\(room.effects[0])")
        #expect(room.notes == [[], []])
        // The text is kept as a note of its own; undoing the delete brings both.
        room.create(0, "text and more")
        room.edit(1, .undo)
        if !isState {
          #expect(room.notes[0].map(\.text).sorted() == ["text and more", "text and more"])
        }
        #expect(room.notes[0] == room.notes[1])
      }
    }
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
