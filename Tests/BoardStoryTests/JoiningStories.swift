import BoardCore
import BoardSimulator
import Testing

/// What went wrong elsewhere when states and operations met.
@Suite struct `Others' mistakes when states and operations meet` {
  @Test func `A9: what builds on operations that no log holds any more arrives`() throws {
    var mesh = BoardMesh(skews: [0, 0, 0], logBytes: 200)
    mesh.start(0)
    mesh.start(1)
    let create = BoardEdit.create(
      text: "old",
      at: BoardPoint(x: 1, y: 1),
      size: .standard,
      color: .first
    )
    let note = try #require(try mesh.edit(0, create))
    for step in 0..<40 { try mesh.edit(0, .recolor(note, NoteColor.all[step % 8])) }
    mesh.rest(.seconds(2))
    // The third knows nothing of the note; the first operation that it hears builds on it.
    mesh.unplug(0, 2)
    mesh.start(2)
    try mesh.edit(1, .setText(note, "old and new"))
    mesh.rest(.seconds(3))
    try mesh.edit(2, .setText(note, "old and new and newer"))
    mesh.heal()
    mesh.rest(.seconds(3))
    let texts = mesh.machines.map { $0.replicator?.picture.notes.map(\.text) }
    #expect(texts == Array(repeating: ["old and new and newer"], count: 3))
    #expect(mesh.sightings.counts[.logTooShort] ?? 0 > 0)
  }

  @Test func `E6: what was done before a state came is taken back after it`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .recolor(note, NoteColor.all[5]))
    for number in 0..<5 { _ = try story.create(1, "\(number)") }
    story.mesh.snapshotAnswers = 1_000
    story.mesh.plug(0, 1)
    story.settle()
    #expect(story.mesh.sightings.counts[.snapshotJoined] ?? 0 > 0)
    #expect(story.note(note, at: 1)?.color == NoteColor.all[5])
    try story.edit(0, .undo)
    story.settle()
    #expect(story.note(note, at: 0)?.color == .first)
    #expect(story.note(note, at: 1)?.color == .first)
    #expect(story.texts.map(\.count) == [6, 6])
  }

  @Test func `H4: every push is lost, and digests alone bring everything`() throws {
    var story = Story(2)
    for number in 0..<20 {
      _ = try story.create(number % 2, "\(number)")
      story.mesh.unplug(0, 1)
      story.mesh.plug(0, 1)
    }
    story.settle()
    #expect(story.texts.map(\.count) == [20, 20])
    #expect(story.texts[0] == story.texts[1])
  }

  @Test func `G1 G2: a register keeps no history of moves`() throws {
    var story = Story(2, undoDepth: 5)
    let note = try story.create(0)
    story.settle()
    var sizes: [Int] = []
    for round in 0..<3 {
      for step in 0..<200 {
        try story.edit(0, .lift(note))
        let place = BoardPoint(x: Int32(step % 7 + 100), y: Int32(round + 100))
        try story.edit(0, .dragTo(place, trail: []), .drop)
      }
      story.settle()
      story.mesh.prune(0)
      sizes.append(BoardSnapshot.encoded(try #require(story.board(0)).board).count)
    }
    #expect(sizes.max().map { $0 - sizes[0] } ?? .max <= 8)
  }
}
