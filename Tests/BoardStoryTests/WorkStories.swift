import BoardCore
import BoardSimulator
import SessionSimulator
import Testing

/// What went wrong elsewhere: lost work, things that come back, undo, two people and one note.
@Suite struct `Others' mistakes with people's work` {
  @Test func `C1 L9: delete, cut the link in the same instant, reconnect: it stays deleted`() throws
  {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(0, .delete(note))
    story.mesh.unplug(0, 1)
    story.mesh.plug(0, 1)
    story.settle()
    story.expect([])
  }

  @Test func `C2 C3 C4 L8 L16: away for a year, everyone pruned: nothing comes back`() throws {
    var story = Story(3, undoDepth: 1)
    let note = try story.create(0)
    story.settle()
    story.mesh.unplug(0, 2)
    story.mesh.unplug(1, 2)
    try story.edit(0, .delete(note))
    _ = try story.create(0, "later")
    _ = try story.create(0, "latest")
    story.mesh.rest(.seconds(5))
    story.mesh.prune(0)
    story.mesh.prune(1)
    #expect(story.board(1)?.board.notes[note] == nil)
    story.mesh.wait(.seconds(365 * 86_400))
    try story.edit(2, .setText(note, "edited far away"), .recolor(note, NoteColor.all[3]))
    story.mesh.heal()
    story.settle()
    story.expect(["later", "latest"])
  }

  @Test func `C5: a delete beside every kind of edit`() throws {
    let edits: [(NoteID) -> BoardEdit] = [
      { .setText($0, "x") }, { .recolor($0, NoteColor.all[3]) }, { .raise($0) },
      { .resize($0, NoteSize(width: 9, height: 9)) }, { .delete($0) },
      { .nudge($0, to: BoardPoint(x: 7, y: 7)) }, { _ in .clear },
    ]
    for edit in edits {
      var story = Story(2)
      let note = try story.create(0)
      story.settle()
      story.mesh.unplug(0, 1)
      try story.edit(0, .delete(note))
      try story.edit(1, edit(note))
      story.mesh.plug(0, 1)
      story.settle()
      story.expect([])
    }
  }

  @Test func `C8: a small board meets a full one and takes nothing away`() throws {
    var story = Story(2)
    story.mesh.unplug(0, 1)
    for number in 0..<50 { _ = try story.create(0, "\(number)") }
    _ = try story.create(1, "one")
    story.mesh.plug(0, 1)
    story.settle()
    #expect(story.texts.map(\.count) == [51, 51])
  }

  @Test func `L10: whoever joins after a clear sees an empty board, late moves or not`() throws {
    var story = Story(3)
    story.mesh.kill(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(1, .lift(note), .dragTo(BoardPoint(x: 9, y: 9), trail: []))
    try story.edit(0, .clear)
    story.mesh.start(2)
    story.settle()
    story.expect([])
  }

  @Test func `L11: cleared, then every machine restarts in any order`() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var story = Story(3)
      _ = try story.create(0)
      _ = try story.create(1)
      story.settle()
      try story.edit(2, .clear)
      story.settle()
      for machine in order { story.mesh.kill(machine) }
      for machine in order { story.mesh.start(machine) }
      story.settle()
      story.expect([])
    }
  }

  @Test func `L12: one undo of a clear restores everything in place`() throws {
    var story = Story(2)
    let note = try story.create(0, "a")
    _ = try story.create(1, "b")
    story.settle()
    let before = story.board(1)?.picture.notes
    try story.edit(0, .clear)
    story.settle()
    story.expect([])
    try story.edit(0, .undo)
    story.settle()
    #expect(story.board(0)?.picture.notes == before)
    #expect(story.board(1)?.picture.notes == before)
    #expect(story.note(note, at: 1)?.text == "a")
  }

  @Test func `L1 L4 L17 L20: all are killed, one comes back: the board is there`() throws {
    var story = Story(3)
    let note = try story.create(2, "work")
    story.settle()
    for machine in 0..<3 { story.mesh.kill(machine) }
    story.mesh.start(0)
    story.settle()
    #expect(story.note(note, at: 0)?.text == "work")
  }

  @Test func `L21: everything twice makes the same board`() throws {
    var story = Story(2)
    story.mesh.faults.datagramDuplication = 1_000
    let note = try story.create(0, "once")
    try story.edit(0, .lift(note), .dragTo(BoardPoint(x: 5, y: 5), trail: []), .drop)
    story.settle()
    story.expect(["once"])
  }

  @Test func `L22: a note can be emptied`() throws {
    var story = Story(2)
    let note = try story.create(0, "text")
    try story.edit(0, .setText(note, ""))
    story.settle()
    story.expect([""])
  }

  @Test func `E1 U28: both add, one takes back: only their own goes`() throws {
    var story = Story(2)
    _ = try story.create(0, "a")
    _ = try story.create(1, "b")
    story.settle()
    try story.edit(0, .undo)
    story.settle()
    story.expect(["b"])
  }

  @Test func `E2: two recolor at once, the winner takes back: the loser's color shows`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .recolor(note, NoteColor.all[2]))
    story.mesh.wait(.seconds(1))
    try story.edit(1, .recolor(note, NoteColor.all[3]))
    story.mesh.plug(0, 1)
    story.settle()
    #expect(story.note(note, at: 0)?.color == NoteColor.all[3])
    try story.edit(1, .undo)
    story.settle()
    #expect(story.note(note, at: 0)?.color == NoteColor.all[2])
  }

  @Test func `E4: deleted, edited far away, taken back: the edit is there`() throws {
    var story = Story(2)
    let note = try story.create(0, "a")
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .delete(note))
    try story.edit(1, .setText(note, "a edited"))
    story.mesh.plug(0, 1)
    story.settle()
    story.expect([])
    try story.edit(0, .undo)
    story.settle()
    story.expect(["a edited"])
  }

  @Test func `E5: a change and a delete, both taken back, are equal everywhere`() throws {
    var story = Story(2)
    let note = try story.create(0, "a")
    try story.edit(0, .setText(note, "ab"), .delete(note), .undo, .undo)
    story.settle()
    story.expect(["a"])
  }

  @Test func `E8 U31: how far one can go back is nobody else's business`() throws {
    var story = Story(2, undoDepth: 3)
    _ = try story.create(0, "mine")
    for number in 0..<20 { _ = try story.create(1, "\(number)") }
    story.settle()
    try story.edit(0, .undo)
    story.settle()
    #expect(story.texts[1].contains("mine") == false)
    #expect(story.texts[1].count == 20)
  }

  @Test func `U29: undo works while another moves a note all the time`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(0, .recolor(note, NoteColor.all[5]))
    try story.edit(1, .lift(note))
    for step in 0..<20 {
      try story.edit(1, .dragTo(BoardPoint(x: Int32(step), y: 0), trail: []))
      story.mesh.rest(.milliseconds(33))
    }
    try story.edit(0, .undo)
    #expect(story.note(note, at: 0)?.color == .first)
  }

  @Test func `U30: one recolors, one writes, the first takes back: the text stays`() throws {
    var story = Story(2)
    let note = try story.create(0, "a")
    story.settle()
    try story.edit(0, .recolor(note, NoteColor.all[5]))
    story.settle()
    try story.edit(1, .setText(note, "a b"))
    story.settle()
    try story.edit(0, .undo)
    story.settle()
    story.expect(["a b"])
    #expect(story.note(note, at: 1)?.color == .first)
  }

  @Test func `N35 N39: two editors save one note: not one character is lost`() throws {
    var story = Story(3)
    let note = try story.create(0, "middle")
    story.settle()
    try story.edit(1, .editText(note, from: "middle", to: "left middle"))
    try story.edit(2, .editText(note, from: "middle", to: "middle right"))
    story.settle()
    story.expect(["left middle right"])
  }

  @Test func `N40: a note is taken up while another still carries it`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(0, .lift(note), .dragTo(BoardPoint(x: 5, y: 5), trail: []))
    try story.edit(1, .lift(note), .dragTo(BoardPoint(x: 8, y: 8), trail: []))
    story.mesh.rest(.milliseconds(100))
    try story.edit(0, .drop)
    story.mesh.rest(.milliseconds(100))
    try story.edit(1, .drop)
    story.settle()
    #expect(story.note(note, at: 0)?.position == BoardPoint(x: 8, y: 8))
    #expect(story.note(note, at: 1)?.position == BoardPoint(x: 8, y: 8))
  }

  @Test func `N44: a third of the datagrams lost: after the drop places are equal`() throws {
    var story = Story(3)
    story.mesh.faults.datagramLoss = 300
    let note = try story.create(0)
    story.settle()
    try story.edit(0, .lift(note))
    for step in 0..<30 {
      try story.edit(0, .dragTo(BoardPoint(x: Int32(step), y: 3), trail: []))
      story.mesh.rest(.milliseconds(16))
    }
    try story.edit(0, .drop)
    story.mesh.rest(.seconds(1))
    let places = (0..<3).map { story.note(note, at: $0)?.position }
    #expect(places == Array(repeating: BoardPoint(x: 29, y: 3), count: 3))
  }

  @Test(arguments: DirectedRun.all.map(\.name))
  func `straight to mistakes that chance seldom meets`(name: String) throws {
    let run = try #require(DirectedRun.all.first { $0.name == name })
    #expect(run.run())
  }
}
