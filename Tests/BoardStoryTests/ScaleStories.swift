import BoardCore
import BoardSimulator
import Testing

/// What went wrong elsewhere with large boards, long runs and machines that lost all they had.
@Suite struct `Others' mistakes with large boards` {
  private static func notes(_ count: Int) -> BoardEdit {
    .group(
      (0..<count).map { number in
        let point = BoardPoint(x: Int32(number % 200) * 3, y: Int32(number / 200) * 3)
        return .create(text: "\(number)", at: point, size: .standard, color: .first)
      }
    )
  }

  @Test func `A12: a joiner of 10,000 notes holds up nobody's drag`() throws {
    var mesh = BoardMesh(skews: Array(repeating: 0, count: 10))
    mesh.start(0)
    try mesh.edit(0, Self.notes(10_000))
    mesh.keepState(0)
    mesh.kill(0)
    for machine in 1..<9 { mesh.clone(0, to: machine) }
    for machine in 0..<9 { mesh.start(machine) }
    mesh.rest(.seconds(1))
    let notes = try #require(mesh.machines[0].replicator?.picture.notes.prefix(8).map(\.id))
    for (machine, note) in notes.enumerated() { try mesh.edit(machine, .lift(note)) }
    let before = mesh.longestAnswer
    mesh.start(9)
    var steps = 0
    while mesh.machines[9].replicator?.picture.notes.count != 10_000, steps < 300 {
      steps += 1
      let point = BoardPoint(x: Int32(steps), y: -9)
      for machine in 0..<8 { try mesh.edit(machine, .dragTo(point, trail: [])) }
      mesh.wait(.milliseconds(20))
      // A slow line: a few messages between two frames.
      mesh.deliverSome(12)
      mesh.deliverDatagrams()
      let shown = try #require(mesh.machines[8].replicator).picture.notes.prefix(8)
      #expect(shown.allSatisfy { $0.position == point }, "step \(steps)")
    }
    #expect(mesh.machines[9].replicator?.picture.notes.count == 10_000)
    // No call hands out more than one window of a state: what comes next is never far behind.
    #expect(before < 80_000 && mesh.longestAnswer < 80_000)
  }

  @Test func `A8: a clear of 6,000 notes against live edits`() throws {
    var story = Story(2)
    try story.edit(0, Self.notes(6_000))
    story.settle()
    let notes = try #require(story.board(1)?.picture.notes.map(\.id))
    #expect(notes.count == 6_000)
    story.mesh.unplug(0, 1)
    try story.edit(0, .clear)
    for note in notes.prefix(40) { try story.edit(1, .setText(note, "edited")) }
    _ = try story.create(1, "new")
    story.mesh.plug(0, 1)
    story.settle()
    story.expect(["new"])
  }

  @Test func `L24: 10,000 notes of two who cannot hear each other have 10,000 names`() throws {
    var story = Story(2)
    story.mesh.unplug(0, 1)
    for machine in 0...1 { try story.edit(machine, Self.notes(5_000)) }
    let names = (0...1).flatMap { story.board($0)?.picture.notes.map(\.id) ?? [] }
    #expect(Set(names).count == 10_000)
  }

  @Test func `L19: five machines on a bad network for a long time are one board`() throws {
    var simulation = Simulation(plan: SimulationPlan(machines: 5, steps: 4_000), seed: 19)
    #expect(throws: Never.self) { try simulation.run() }
  }

  @Test func `A6: a machine is wiped in the midst of work and gets the board back`() throws {
    for wiped in 0..<3 {
      var story = Story(3)
      let note = try story.create(0, "kept")
      story.settle()
      try story.edit(1, .recolor(note, NoteColor.all[4]))
      story.mesh.deliverSome(2)
      story.mesh.kill(wiped)
      story.mesh.wipe(wiped)
      try story.edit((wiped + 1) % 3, .setText(note, "kept on"))
      story.mesh.start(wiped)
      _ = try story.create(wiped, "new")
      story.settle()
      story.expect(["kept on", "new"])
    }
  }

  @Test func `L1: all are killed, each alone comes back: the board is there`() throws {
    for survivor in 0..<3 {
      var story = Story(3)
      for machine in 0..<3 {
        let note = try story.create(machine, "work of \(machine)")
        try story.edit(machine, .recolor(note, NoteColor.all[machine + 1]))
      }
      story.settle()
      let before = try #require(story.board(survivor)?.picture.notes)
      for machine in 0..<3 { story.mesh.kill(machine) }
      story.mesh.start(survivor)
      story.settle()
      #expect(story.board(survivor)?.picture.notes.map(\.text) == before.map(\.text))
      #expect(story.board(survivor)?.picture.notes.map(\.color) == before.map(\.color))
      #expect(before.count == 3)
    }
  }

  @Test func `H2: after each edit that was acknowledged the power may go`() throws {
    for edits in 1...12 {
      for lost in [nil, 0, 40, 200] as [UInt64?] {
        var story = Story(1)
        for number in 0..<edits { _ = try story.create(0, "\(number)") }
        if lost != nil { story.mesh.sync(0) }
        _ = try story.create(0, "not synced")
        story.mesh.kill(0, lost: lost)
        story.mesh.start(0)
        // Killed: all of it is there. Without power: at least what had reached the medium.
        let all = (0..<edits).map { "\($0)" }
        let texts = story.texts[0]
        #expect(texts.prefix(edits).elementsEqual(all))
        #expect(texts.count == edits + 1 || lost != nil)
      }
    }
  }
}
