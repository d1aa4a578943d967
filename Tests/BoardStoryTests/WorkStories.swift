import BoardCore
import BoardSimulator
import SessionSimulator
import Testing

/// What went wrong elsewhere: lost work, things that come back, undo, two people and one note.
@Suite struct `Others' mistakes with people's work` {
  @Test func `C1 L9: delete, cut the link in the same instant, reconnect: it stays deleted`() throws
  {
    // By its author and by the other one, cut after so many messages of both.
    for (deleter, arrived) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
      for snapshots in [0, 1_000] {
        var story = Story(2)
        let note = try story.create(0)
        story.settle()
        story.mesh.snapshotAnswers = snapshots
        try story.edit(1 - deleter, .recolor(note, NoteColor.all[2]))
        try story.edit(deleter, .delete(note))
        story.mesh.deliverSome(arrived)
        story.mesh.unplug(0, 1)
        #expect(story.note(note, at: deleter) == nil)
        story.mesh.plug(0, 1)
        story.settle()
        story.expect([])
      }
    }
  }

  @Test(arguments: [0, 1_000])
  func `C2 C3 C4 L8 L16: away for a year, everyone pruned: nothing comes back`(
    snapshots: Int
  ) throws {
    var story = Story(3, undoDepth: 1)
    story.mesh.snapshotAnswers = snapshots
    story.mesh.recordsNotices = true
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
    // Whoever edited it meanwhile is told, and nobody else; it stays gone over restarts of all.
    let told = story.mesh.notices.filter {
      if case .changedNotesGone = $0.notice { true } else { false }
    }
    #expect(told.map(\.machine) == [2])
    for machine in 0..<3 { story.mesh.kill(machine) }
    for machine in [2, 0, 1] { story.mesh.start(machine) }
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
    // By operations and as whole states; the small one began empty, or with one note of its own.
    for (snapshots, hasNote) in [(0, true), (1_000, true), (0, false), (1_000, false)] {
      var story = Story(2)
      story.mesh.unplug(0, 1)
      for number in 0..<50 { _ = try story.create(0, "\(number)") }
      if hasNote { _ = try story.create(1, "one") }
      story.mesh.snapshotAnswers = snapshots
      story.mesh.plug(0, 1)
      story.settle()
      let all = ((0..<50).map { "\($0)" } + (hasNote ? ["one"] : [])).sorted()
      #expect(story.texts.map { $0.sorted() } == [all, all])
      #expect((story.mesh.sightings.counts[.snapshotJoined] ?? 0 > 0) == (snapshots > 0))
    }
  }

  @Test func `L10: whoever joins after a clear sees an empty board, late moves or not`() throws {
    var story = Story(3)
    story.mesh.kill(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(1, .lift(note), .dragTo(BoardPoint(x: 9, y: 9), trail: []))
    try story.edit(0, .clear)
    // The mover has not heard of it and goes on; the newcomer hears of both in any order.
    try story.edit(1, .dragTo(BoardPoint(x: 12, y: 9), trail: []))
    story.mesh.start(2)
    story.mesh.deliverDatagrams()
    try story.edit(1, .dragTo(BoardPoint(x: 14, y: 9), trail: []), .drop)
    story.settle()
    story.expect([])
    story.mesh.deliverDatagrams()
    story.expect([])
  }

  @Test func `L11: cleared, then every machine restarts in any order`() throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for (number, order) in orders.enumerated() {
      var story = Story(3)
      _ = try story.create(0)
      _ = try story.create(1)
      story.settle()
      // One has the notes only in its state, another only in its log, the third knows no clear yet.
      story.mesh.keepState(0)
      story.mesh.unplug(2, order[0])
      story.mesh.unplug(2, order[1])
      try story.edit(2, .clear)
      if number.isMultiple(of: 2) { story.mesh.prune(2) }
      for machine in order {
        if machine == 1 { try story.mesh.quit(machine) } else { story.mesh.kill(machine) }
      }
      story.mesh.heal()
      for machine in order {
        story.mesh.start(machine)
        story.mesh.rest(.seconds(2))
      }
      story.settle()
      story.expect([])
    }
  }

  @Test func `L12: one undo of a clear restores everything in place`() throws {
    var story = Story(2)
    let note = try story.create(0, "a")
    story.settle()
    let other = try story.create(1, "b")
    let third = try story.create(1, "c")
    try story.edit(1, .recolor(other, NoteColor.all[3]), .vote(other), .toBack([third]))
    try story.edit(1, .lift(other), .dragTo(BoardPoint(x: 44, y: 5), trail: []), .drop)
    story.settle()
    let before = story.board(1)?.picture.notes
    try story.edit(0, .clear)
    story.settle()
    story.expect([])
    // Also after the next start of whoever cleared it.
    try story.mesh.quit(0)
    story.mesh.start(0)
    story.settle()
    try story.edit(0, .undo)
    story.settle()
    #expect(before?.map(\.text) == ["c", "a", "b"])
    // The vote is another's there.
    let restored = story.board(0)?.picture.notes
    #expect(restored?.map(\.votes) == before?.map(\.votes))
    #expect(restored?.map(\.position) == before?.map(\.position))
    #expect(restored?.map(\.color) == before?.map(\.color))
    #expect(restored?.map(\.text) == before?.map(\.text))
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
    let mine = try story.create(0, "a")
    story.settle()
    let theirs = try story.create(1, "b")
    story.settle()
    // The last thing that happened on the board was theirs: what is taken back is mine all the same.
    try story.edit(1, .recolor(mine, NoteColor.all[3]), .setText(theirs, "b!"))
    try story.edit(0, .recolor(theirs, NoteColor.all[4]))
    story.settle()
    try story.edit(0, .undo)
    story.settle()
    #expect(story.note(theirs, at: 1)?.color == .first)
    #expect(story.note(mine, at: 1)?.color == NoteColor.all[3])
    story.expect(["a", "b!"])
    // What somebody else wrote on stays, and is not theirs to lose by my undo.
    try story.edit(0, .undo, .undo, .undo)
    story.settle()
    story.expect(["a", "b!"])
    try story.edit(1, .undo, .undo)
    story.settle()
    story.expect(["a", "b"])
    #expect(story.note(mine, at: 0)?.color == .first)
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
    #expect(story.note(note, at: 1)?.color == NoteColor.all[2])
    // And what was before both, once the loser takes theirs back; redo goes the same way again.
    for (machine, edit, color) in [
      (0, BoardEdit.undo, 0), (1, .redo, 3), (0, .redo, 3), (1, .undo, 2), (0, .undo, 0),
    ] {
      try story.edit(machine, edit)
      story.settle()
      for machine in 0...1 {
        #expect(story.note(note, at: machine)?.color == NoteColor.all[color], "\(edit) \(color)")
      }
    }
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
    // As one step, step by step on both boards, while the other writes on what is gone.
    for snapshots in [0, 1_000] {
      story.mesh.snapshotAnswers = snapshots
      let before = story.note(note, at: 1)
      try story.edit(0, .group([.recolor(note, NoteColor.all[5]), .delete(note)]))
      story.settle()
      story.expect([])
      story.mesh.unplug(0, 1)
      try story.edit(0, .undo)
      story.mesh.plug(0, 1)
      story.settle()
      story.expect(["a"])
      #expect(story.note(note, at: 0)?.color == before?.color)
      #expect(story.note(note, at: 1) == before)
      try story.edit(0, .redo)
      story.settle()
      story.expect([])
      try story.edit(0, .undo)
      story.settle()
      #expect(story.note(note, at: 1) == before)
    }
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

  @Test(arguments: DirectedRun.all.map(\.name))
  func `straight to mistakes that chance seldom meets`(name: String) throws {
    let run = try #require(DirectedRun.all.first { $0.name == name })
    #expect(run.run())
  }
}
