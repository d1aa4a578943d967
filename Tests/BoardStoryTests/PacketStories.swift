import BoardCore
import BoardSimulator
import SessionSimulator
import Testing

/// What went wrong elsewhere when single messages were lost, came twice or belonged elsewhere.
@Suite struct `Others' mistakes with single messages` {
  @Test func `A3: each single message is lost in turn, and boards become equal`() throws {
    var lost = 0
    var isLast = false
    while !isLast {
      lost += 1
      var story = Story(2)
      story.mesh.unplug(0, 1)
      let note = try story.create(0, "a")
      _ = try story.create(1, "b")
      let before = story.mesh.messageCount
      story.mesh.lostMessage = before + lost
      story.mesh.plug(0, 1)
      story.mesh.deliverAll()
      try story.edit(0, .setText(note, "a later"))
      story.mesh.deliverAll()
      story.mesh.unplug(0, 1)
      story.mesh.plug(0, 1)
      story.mesh.deliverAll()
      isLast = story.mesh.messageCount < before + lost
      story.settle()
      #expect(story.texts[0].sorted() == ["a later", "b"], "message \(lost)")
      #expect(story.texts[0] == story.texts[1], "message \(lost)")
    }
    #expect(lost > 8)
  }

  @Test func `H4: nothing arrives unasked, and digests alone bring everything`() throws {
    var story = Story(3)
    story.mesh.losesPushes = true
    for number in 0..<12 { _ = try story.create(number % 3, "\(number)") }
    story.settle()
    #expect(story.texts.map(\.count) == [12, 12, 12])
    #expect(story.texts[0] == story.texts[1] && story.texts[0] == story.texts[2])
  }

  @Test func `L21: every message and every datagram three times makes the same board`() throws {
    var once = Story(2)
    var thrice = Story(2)
    thrice.mesh.faults.datagramDuplication = 1_000
    thrice.mesh.copiesOfMessages = 3
    for turn in 0..<2 {
      var story = turn == 0 ? once : thrice
      let note = try story.create(0, "once")
      _ = try story.create(1, "other")
      story.settle()
      try story.edit(0, .lift(note), .dragTo(BoardPoint(x: 5, y: 5), trail: []), .drop)
      try story.edit(1, .setText(note, "once and more"), .vote(note), .undo, .redo)
      story.settle()
      story.mesh.snapshotAnswers = 1_000
      story.mesh.unplug(0, 1)
      try story.edit(0, .recolor(note, NoteColor.all[3]))
      story.mesh.plug(0, 1)
      story.settle()
      if turn == 0 { once = story } else { thrice = story }
    }
    once.expect(once.texts[0])
    #expect(once.board(0)?.picture.notes == thrice.board(0)?.picture.notes)
    #expect(once.board(1)?.picture.notes == thrice.board(1)?.picture.notes)
    #expect(once.board(0)?.board.vector == thrice.board(1)?.board.vector)
  }

  @Test func `L18: what belongs to another board is ignored, whatever it is`() throws {
    var story = Story(2)
    let note = try story.create(0)
    story.settle()
    var replicator = try #require(story.board(1))
    let before = (replicator.board, replicator.picture)
    var other = try #require(story.board(0)).board
    other.apply(BoardOperation(dot: Dot(ReplicaID(1), 2), action: .delete(note)))
    let delete = BoardOperation(dot: Dot(ReplicaID(1), 2), action: .delete(note)).encoded
    let far = BoardPoint(x: 99, y: 99)
    let frame = MoveFrame(note: note, after: 9, number: 1, point: far, origin: far)
    let contents: [BoardMessage.Content] = [
      .operations([delete], .pushed), .operations([delete], .last), .frame(frame),
      .vector(other.vector, isAnswer: false), .pull(other.vector, isWhole: true),
      .hash(known: other.vector.digest, shown: 1),
    ]
    let now = BoardTime(wallMilliseconds: 1_700_000_000_000, sinceStart: .seconds(20))
    for content in contents {
      let message = BoardMessage(board: BoardID(2), replica: ReplicaID(1), content: content)
      var effects: [ReplicaEffect] = []
      replicator.receive(message.encoded, from: PeerKey(0), at: now, into: &effects)
      #expect(effects == [], "\(content)")
    }
    #expect(replicator.board == before.0 && replicator.picture == before.1)
    // The same on its own board does something.
    let own = BoardMessage(
      board: BoardMesh.board,
      replica: ReplicaID(1),
      content: .operations([delete], .pushed)
    )
    var effects: [ReplicaEffect] = []
    replicator.receive(own.encoded, from: PeerKey(0), at: now, into: &effects)
    #expect(replicator.picture.notes.isEmpty)
  }

  @Test func `a lasting chain of five is one board`() throws {
    for answers in [0, 1_000] {
      var story = Story(5)
      story.mesh.snapshotAnswers = answers
      for left in 0..<5 {
        for right in left + 2..<max(5, left + 2) { story.mesh.unplug(left, right) }
      }
      for machine in 0..<5 { _ = try story.create(machine, "from \(machine)") }
      story.settle()
      #expect(
        story.texts.map { $0.sorted() } == Array(repeating: story.texts[0].sorted(), count: 5)
      )
      #expect(story.texts[4].count == 5)
      // Both ends at once, and the middle takes something away.
      let notes = try #require(story.board(2)?.picture.notes)
      try story.edit(0, .setText(notes[0].id, "\(notes[0].text) left"))
      try story.edit(4, .setText(notes[0].id, "right \(notes[0].text)"))
      try story.edit(2, .delete(notes[1].id))
      try story.edit(1, .nudge(notes[2].id, to: BoardPoint(x: 70, y: 7)))
      story.settle()
      story.settle()
      let whole = try #require(story.board(0)?.picture.notes)
      #expect(whole.count == 4)
      #expect(whole.contains { $0.text == "right \(notes[0].text) left" })
      #expect(whole.first { $0.id == notes[2].id }?.position == BoardPoint(x: 70, y: 7))
      for machine in 1..<5 { #expect(story.board(machine)?.picture.notes == whole) }
    }
  }
}
