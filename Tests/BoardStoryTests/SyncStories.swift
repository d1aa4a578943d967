import BoardCore
import BoardSimulator
import Testing

/// What went wrong elsewhere: convergence and protocol state, live moves, clocks, size.
@Suite struct `Others' mistakes in keeping boards equal` {
  @Test func `A1 A3 A5: a reply is lost and the link comes back: boards are equal`() throws {
    for lost in 0..<12 {
      var story = Story(2)
      story.mesh.unplug(0, 1)
      _ = try story.create(0, "a")
      _ = try story.create(1, "b")
      story.mesh.plug(0, 1)
      // Break the connection after so many messages, each time at another one.
      story.mesh.deliverSome(lost)
      story.mesh.unplug(0, 1)
      story.mesh.plug(0, 1)
      story.settle()
      #expect(story.texts[0].sorted() == ["a", "b"])
      #expect(story.texts[0] == story.texts[1])
      // Once they are equal nobody asks or answers any more: a digest a second is all that is said.
      let settled = story.mesh.messageCount
      story.mesh.rest(.seconds(10))
      #expect(story.mesh.messageCount - settled <= 2 * 11, "after \(lost) messages")
      #expect(story.mesh.messageCount - settled >= 2 * 9)
    }
  }

  @Test func `A6: a machine that lost its data gets the board back`() throws {
    var story = Story(2)
    story.mesh.backUp(0)
    let note = try story.create(0, "kept")
    story.settle()
    story.mesh.kill(0)
    story.mesh.restore(0)
    story.mesh.start(0)
    story.settle()
    #expect(story.note(note, at: 0)?.text == "kept")
    story.expect(["kept"])
  }

  @Test func `A7: every operation by two ways, then saved and loaded`() throws {
    var story = Story(3)
    story.mesh.unplug(0, 1)
    let note = try story.create(0, "a")
    story.settle()
    try story.edit(2, .setText(note, "ab"))
    story.mesh.plug(0, 1)
    story.settle()
    story.mesh.kill(1)
    story.mesh.start(1)
    story.settle()
    story.expect(["ab"])
  }

  @Test func `A8: a clear of many notes against live edits`() throws {
    var story = Story(2)
    var notes: [NoteID] = []
    for number in 0..<300 { notes.append(try story.create(0, "\(number)")) }
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .clear)
    for note in notes.prefix(40) { try story.edit(1, .setText(note, "edited")) }
    _ = try story.create(1, "new")
    story.mesh.plug(0, 1)
    story.settle()
    story.expect(["new"])
  }

  @Test func `A11: edits during an outage and after it both arrive`() throws {
    var story = Story(2)
    let note = try story.create(0, "a")
    story.settle()
    for outage in 1...3 {
      let text = story.note(note, at: 0)?.text ?? ""
      story.mesh.unplug(0, 1)
      try story.edit(0, .setText(note, text + " during"))
      try story.edit(1, .recolor(note, NoteColor.all[outage]))
      story.mesh.plug(0, 1)
      // At once, before anything of the outage has arrived, and after all has.
      try story.edit(outage % 2, .nudge(note, to: BoardPoint(x: Int32(outage), y: 9)))
      story.settle()
      try story.edit(0, .setText(note, text + " during after"))
      story.settle()
      story.expect([text + " during after"])
      for machine in 0...1 {
        #expect(story.note(note, at: machine)?.color == NoteColor.all[outage])
        #expect(story.note(note, at: machine)?.position == BoardPoint(x: Int32(outage), y: 9))
      }
    }
  }

  @Test func `B1: a live move shows again after a reconnection`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(0, .lift(note))
    story.mesh.unplug(0, 1)
    #expect(story.note(note, at: 1)?.mover == nil)
    story.mesh.plug(0, 1)
    story.mesh.rest(.milliseconds(200))
    #expect(story.note(note, at: 1)?.mover == story.board(0)?.replicaID)
    // It goes on where the hand is, over a second outage, and ends with the drop.
    for step in 1...3 {
      let place = BoardPoint(x: Int32(step * 10), y: 4)
      try story.edit(0, .dragTo(place, trail: []))
      story.mesh.rest(.milliseconds(100))
      #expect(story.note(note, at: 1)?.position == place, "step \(step)")
      #expect(story.note(note, at: 1)?.mover == story.board(0)?.replicaID)
      story.mesh.unplug(0, 1)
      story.mesh.plug(0, 1)
      story.mesh.rest(.milliseconds(200))
      #expect(story.note(note, at: 1)?.position == place, "after outage \(step)")
    }
    try story.edit(0, .drop)
    story.settle()
    #expect(story.note(note, at: 1)?.mover == nil)
    #expect(story.note(note, at: 1)?.position == BoardPoint(x: 30, y: 4))
  }

  @Test func `B3: others' edits do not interrupt a drag`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    try story.edit(0, .lift(note))
    for step in 0..<60 {
      let point = BoardPoint(x: Int32(step), y: 0)
      try story.edit(0, .dragTo(point, trail: []))
      try story.edit(1, .setText(note, "text \(step)"), .recolor(note, NoteColor.all[step % 8]))
      story.mesh.rest(.milliseconds(16))
      #expect(story.note(note, at: 0)?.position == point)
    }
    try story.edit(0, .drop)
    story.settle()
    #expect(story.note(note, at: 1)?.position == BoardPoint(x: 59, y: 0))
    story.expect(["text 59"])
  }

  @Test func `D1: a copied folder runs twice and both go on as other replicas`() throws {
    var story = Story(2)
    _ = try story.create(0, "a")
    story.settle()
    story.mesh.backUp(0)
    _ = try story.create(0, "b")
    story.settle()
    story.mesh.kill(0)
    story.mesh.restore(0)
    story.mesh.start(0)
    _ = try story.create(0, "c")
    story.settle()
    #expect(story.texts[0].sorted() == ["a", "b", "c"])
    #expect(story.texts[0] == story.texts[1])
  }

  @Test func `D3: a lone delete made offline arrives`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    story.mesh.unplug(0, 1)
    try story.edit(0, .delete(note))
    story.mesh.plug(0, 1)
    story.settle()
    story.expect([])
  }

  @Test(arguments: [0, 1_000])
  func `D3: a lone delete that nobody is told of is found by digests`(snapshots: Int) throws {
    var story = Story(3)
    let notes = [try story.create(0, "a"), try story.create(1, "b"), try story.create(2, "c")]
    story.settle()
    story.mesh.losesPushes = true
    story.mesh.snapshotAnswers = snapshots
    try story.edit(2, .delete(notes[0]))
    #expect(story.texts[0].contains("a"))
    story.settle()
    story.expect(["b", "c"])
    // Of a note of one's own, as well, and its undo.
    try story.edit(1, .delete(notes[1]))
    story.settle()
    story.expect(["c"])
    try story.edit(1, .undo)
    story.settle()
    story.expect(["b", "c"])
  }

  @Test(arguments: [1_000, 60_000, 601_000, BoardMesh.year])
  func `F1 F2 F4 F5: whoever edits last wins, whatever the clocks say`(skew: Int64) throws {
    var story = Story(3, skews: [skew, -skew, 0])
    let note = try story.create(0)
    _ = try story.create(1, "other")
    story.settle()
    for round in 0..<6 {
      let color = NoteColor.all[round + 1]
      let place = BoardPoint(x: Int32(round), y: 7)
      let size = NoteSize(width: Int32(20 + round), height: 9)
      try story.edit(round % 3, .recolor(note, color), .resize(note, size))
      try story.edit(round % 3, .lift(note), .dragTo(place, trail: []), .drop)
      try story.edit(round % 3, .setTitle("round \(round)"))
      try story.edit(round % 3, round % 2 == 0 ? .toFront([note]) : .toBack([note]))
      // The writer sees its own at once, whatever was written before under a clock far ahead.
      #expect(story.note(note, at: round % 3)?.color == color)
      story.settle()
      for machine in 0..<3 {
        let shown = story.note(note, at: machine)
        #expect(shown?.color == color && shown?.position == place && shown?.size == size)
        #expect(story.board(machine)?.picture.title == "round \(round)")
        #expect(story.texts[machine].first == (round % 2 == 0 ? "other" : "note"))
      }
    }
  }

  @Test func `H2: what was kept before the power went is there afterwards`() throws {
    var story = Story(2)
    story.mesh.unplug(0, 1)
    let note = try story.create(0, "synced")
    story.mesh.sync(0)
    try story.edit(0, .setText(note, "synced not"))
    story.mesh.kill(0, lost: 0)
    story.mesh.start(0)
    story.mesh.plug(0, 1)
    story.settle()
    story.expect(["synced"])
  }
}
