package import BoardCore

/// Short names for the values that tests of the interface are made of.
package enum Fixture {
  package static let ownReplica = ReplicaID(1)

  package static func id(_ number: UInt64) -> NoteID { Dot(ownReplica, number) }

  package static func note(
    _ number: UInt64,
    _ text: String,
    x: Int32,
    y: Int32,
    width: Int32 = 24,
    height: Int32 = 7,
    color: Int = 0,
    mover: ReplicaID? = nil
  ) -> NotePicture {
    NotePicture(
      id: id(number),
      text: text,
      position: BoardPoint(x: x, y: y),
      size: NoteSize(width: width, height: height),
      color: NoteColor.all[color],
      mover: mover
    )
  }

  /// A small retrospective: eight notes in all colors, some of which overlap.
  package static let notes: [NotePicture] = [
    note(1, "Ship on Friday\nor on Monday, if the tests are red", x: 3, y: 2, color: 0),
    note(2, "Ask Bo about the\nprinter", x: 30, y: 1, color: 1),
    note(3, "会議の議事録を書く\nカフェで\n🚀 launch ✅ done", x: 24, y: 5, color: 2),
    note(4, "café não señor", x: 55, y: 3, height: 5, color: 3),
    note(5, "한국어 노트 정리", x: 58, y: 6, width: 20, color: 4),
    note(6, "Demo at three", x: 5, y: 10, color: 5),
    note(
      7,
      "Thanks, Cy!\n\n- slides\n- cake\n- a very long list\n- that goes on",
      x: 36,
      y: 12,
      color: 6
    ),
    note(8, "A quiet note", x: 60, y: 15, width: 18, height: 5, color: 7),
  ]

  package static func board(
    _ notes: [NotePicture] = notes,
    title: String = "Sprint 12"
  ) -> BoardPicture {
    BoardPicture(id: BoardID(7), title: title, notes: NotePile(notes))
  }
}
