import BoardCore
import BoardSimulator
import SessionSimulator
import Testing

/// What went wrong elsewhere while somebody had a note in hand.
@Suite struct `Others' mistakes with notes in hand` {
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
    story.mesh.rest(.milliseconds(100))
    // The mover still has it in hand, and sees the color go.
    #expect(story.note(note, at: 1)?.color == .first)
    #expect(story.note(note, at: 0)?.mover == story.board(1)?.replicaID)
    #expect(story.note(note, at: 0)?.position == BoardPoint(x: 19, y: 0))
    try story.edit(0, .redo)
    try story.edit(1, .dragTo(BoardPoint(x: 40, y: 2), trail: []), .drop)
    story.settle()
    for machine in 0...1 {
      #expect(story.note(note, at: machine)?.color == NoteColor.all[5])
      #expect(story.note(note, at: machine)?.position == BoardPoint(x: 40, y: 2))
      #expect(story.note(note, at: machine)?.mover == nil)
    }
  }

  @Test func `N40: a note is taken up while another still carries it`() throws {
    // Whoever sets it down last has it, whoever took it up first; also when they put it back.
    for (first, isPutBack) in [(0, false), (1, false), (0, true), (1, true)] {
      var story = Story(3)
      let note = try story.create(0)
      story.settle()
      let places = [BoardPoint(x: 5, y: 5), BoardPoint(x: 8, y: 8)]
      try story.edit(0, .lift(note), .dragTo(places[0], trail: []))
      story.mesh.rest(.milliseconds(100))
      try story.edit(1, .lift(note), .dragTo(places[1], trail: []))
      story.mesh.rest(.milliseconds(100))
      // Each sees their own hand; the third sees whoever took it up last.
      for machine in 0...1 {
        #expect(story.note(note, at: machine)?.position == places[machine])
      }
      #expect(story.note(note, at: 2)?.position == places[1])
      try story.edit(first, .drop)
      story.mesh.rest(.milliseconds(100))
      let last = 1 - first
      #expect(story.note(note, at: last)?.position == places[last])
      #expect(story.note(note, at: 2)?.position == places[last])
      try story.edit(last, isPutBack ? .putBack : .drop)
      story.settle()
      for machine in 0..<3 {
        let shown = story.note(note, at: machine)
        #expect(shown?.position == (isPutBack ? BoardPoint(x: 1, y: 1) : places[last]))
        #expect(shown?.mover == nil)
      }
    }
  }

  @Test func `N44: a third of the datagrams lost: after the drop places are equal`() throws {
    // Also with others doubled, and with all of the drag's arriving only after its end, in any order.
    for (duplication, areLate) in [(0, false), (300, false), (300, true)] {
      var story = Story(3)
      story.mesh.faults.datagramLoss = 300
      story.mesh.faults.datagramDuplication = duplication
      let note = try story.create(0)
      story.settle()
      try story.edit(0, .lift(note))
      for step in 0..<30 {
        try story.edit(0, .dragTo(BoardPoint(x: Int32(step), y: 3), trail: []))
        if areLate {
          story.mesh.wait(.milliseconds(16))
          story.mesh.deliverAll()
        } else {
          story.mesh.rest(.milliseconds(16))
        }
      }
      try story.edit(0, .drop)
      story.mesh.deliverAll()
      story.mesh.deliverDatagrams()
      for moment in ["at once", "later"] {
        let places = (0..<3).map { story.note(note, at: $0)?.position }
        #expect(places == Array(repeating: BoardPoint(x: 29, y: 3), count: 3), "\(moment)")
        #expect((0..<3).allSatisfy { story.note(note, at: $0)?.mover == nil }, "\(moment)")
        story.mesh.rest(.seconds(1))
      }
    }
  }
}
