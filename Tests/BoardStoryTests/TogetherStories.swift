import BoardCore
import BoardSimulator
import Testing

/// What went wrong elsewhere between two or three people at one note.
@Suite struct `Others' mistakes at one note` {
  @Test func `C5: a delete beside a vote, a file, a place in the pile, an undo and a title`() throws
  {
    let hash = try #require(ContentHash(Array(repeating: 5, count: 32)))
    let file = try #require(FileReference(hash: hash, name: "plan", size: 9))
    let edits: [(Story, NoteID) throws -> BoardEdit] = [
      { .vote($1) }, { .attach($1, file) }, { .toFront([$1]) }, { .toBack([$1]) },
      { _, _ in .undo }, { _, _ in .setTitle("new") }, { .takeBack($1, .color) },
      { .editText($1, from: "note", to: "note!") },
      { story, note in
        .detach(note, try #require(story.note(note, at: 1)?.attachments.first).id)
      },
    ]
    for edit in edits {
      var story = Story(2)
      _ = try story.create(0, "other")
      let note = try story.create(0)
      _ = try story.create(0, "third")
      story.settle()
      try story.edit(1, .attach(note, file), .recolor(note, NoteColor.all[2]))
      story.settle()
      story.mesh.unplug(0, 1)
      try story.edit(0, .delete(note))
      let before = story.board(1)?.board.vector
      let what = try edit(story, note)
      try story.edit(1, what)
      #expect(story.board(1)?.board.vector != before || what == .takeBack(note, .color), "\(what)")
      story.mesh.plug(0, 1)
      story.settle()
      story.expect(["other", "third"])
    }
  }

  @Test func `L22: a move that races a delete brings nothing back`() throws {
    for isMoverFirst in [true, false] {
      var story = Story(2)
      let note = try story.create(0)
      story.settle()
      try story.edit(0, .lift(note), .dragTo(BoardPoint(x: 9, y: 9), trail: []))
      if isMoverFirst { try story.edit(0, .drop) }
      try story.edit(1, .delete(note))
      if !isMoverFirst { try story.edit(0, .drop) }
      story.settle()
      story.expect([])
    }
  }

  @Test func `L22: a move and an edit at once are both there`() throws {
    var story = Story(2)
    let note = try story.create(0, "text")
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .lift(note), .dragTo(BoardPoint(x: 9, y: 9), trail: []), .drop)
    try story.edit(1, .setText(note, "text and more"))
    story.mesh.plug(0, 1)
    story.settle()
    story.expect(["text and more"])
    for machine in 0...1 {
      #expect(story.note(note, at: machine)?.position == BoardPoint(x: 9, y: 9))
    }
  }

  @Test func `L22: a note is emptied while somebody moves it, and can be filled again`() throws {
    var story = Story(2)
    let note = try story.create(0, "text")
    story.settle()
    try story.edit(1, .lift(note))
    try story.edit(0, .setText(note, ""))
    try story.edit(1, .dragTo(BoardPoint(x: 3, y: 3), trail: []), .drop)
    story.settle()
    story.expect([""])
    try story.edit(1, .setText(note, "again"))
    story.settle()
    story.expect(["again"])
  }

  @Test func `N39: three people with two open editors each save all at once`() throws {
    var story = Story(3)
    let notes = [try story.create(0, "one"), try story.create(1, "two")]
    story.settle()
    for left in 0..<3 { for right in 0..<left { story.mesh.unplug(left, right) } }
    for machine in 0..<3 {
      for (note, base) in zip(notes, ["one", "two"]) {
        let new = "<\(machine)>\(base)[\(machine)]"
        try story.edit(machine, .editText(note, from: base, to: new))
      }
    }
    story.mesh.heal()
    story.settle()
    for (note, base) in zip(notes, ["one", "two"]) {
      let text = try #require(story.note(note, at: 0)?.text)
      for machine in 0..<3 {
        #expect(story.note(note, at: machine)?.text == text)
        #expect(text.contains("<\(machine)>") && text.contains("[\(machine)]"))
      }
      #expect(text.contains(base) && text.count == 3 + 3 * 6)
    }
  }

  @Test func `N35: two save one note: each sees the other's words, and loses none`() throws {
    var story = Story(2)
    let note = try story.create(0, "middle")
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .editText(note, from: "middle", to: "left middle"))
    try story.edit(1, .editText(note, from: "middle", to: "middle right"))
    // Neither knows yet.
    #expect(story.texts == [["left middle"], ["middle right"]])
    story.mesh.plug(0, 1)
    story.settle()
    story.expect(["left middle right"])
  }

  @Test func `U31: what can be taken back is bounded, one's own, and outlives a lost connection`()
    throws
  {
    var story = Story(2, undoDepth: 3)
    let note = try story.create(0, "mine")
    for color in 1...5 { try story.edit(0, .recolor(note, NoteColor.all[color])) }
    story.settle()
    story.mesh.unplug(0, 1)
    for number in 0..<5 { _ = try story.create(1, "\(number)") }
    try story.edit(0, .undo)
    story.mesh.plug(0, 1)
    story.settle()
    try story.mesh.quit(0)
    story.mesh.start(0)
    story.settle()
    // Three steps in all; a fourth takes nothing back.
    try story.edit(0, .undo, .undo, .undo, .undo)
    story.settle()
    for machine in 0...1 {
      #expect(story.note(note, at: machine)?.color == NoteColor.all[2])
      #expect(story.board(machine)?.picture.notes.count == 6)
    }
  }
}
