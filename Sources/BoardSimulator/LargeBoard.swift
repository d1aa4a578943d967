import BoardCore

/// A board on which one person made many notes of two lines each, for those who weigh it.
package struct LargeBoard: Sendable {
  private var replicator = BoardReplicator(
    board: BoardMesh.board,
    title: "Board",
    replica: ReplicaID(1),
    author: AuthorID(1)
  )

  package init(notes: Int) {
    let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .seconds(1))
    for number in 0..<notes {
      let point = BoardPoint(x: Int32(number % 200), y: Int32(number / 200))
      let text = "Sticky note \(number): ship the demo\nask Ana, then Bob"
      var unsent: [ReplicaEffect] = []
      replicator.edit(
        .create(text: text, at: point, size: .standard, color: .first),
        at: now,
        into: &unsent
      )
    }
  }

  package var count: Int { replicator.picture.notes.count }
}
