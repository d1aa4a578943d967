import BoardCore
import BoardUI
import TestSupport
import Testing

/// A note in hand.
struct MovingTests {
  private let id = Fixture.id(1)

  @Test(arguments: [Key.character("m"), .character(" ")])
  func `m or Space lifts, letters move, Enter or Space drops`(key: Key) {
    var world = AppWorld()
    world.press(key)
    world.press("lJ")
    world.press(.enter)
    let start = BoardPoint(x: 3, y: 2)
    let one = BoardPoint(x: 4, y: 2)
    let two = BoardPoint(x: 4, y: 7)
    #expect(
      world.takeCommands()
        == [
          .edit(.lift(id)), .edit(.dragTo(one, trail: [start, one])),
          .edit(.dragTo(two, trail: [start, one, two])), .edit(.drop),
        ]
    )
    #expect(world.state.mode == .browsing)
  }

  @Test func `Esc puts it back`() {
    var world = AppWorld()
    world.press("mLLL")
    world.press(.escape)
    #expect(world.takeCommands().last == .edit(.putBack))
    #expect(world.note(1)?.position == BoardPoint(x: 3, y: 2))
  }

  @Test func `the trail that travels has at most 16 points`() {
    var world = AppWorld()
    world.press("m" + String(repeating: "l", count: 40))
    guard case .edit(.dragTo(let place, let trail))? = world.takeCommands().last else {
      Issue.record("nothing was dragged")
      return
    }
    #expect(place == BoardPoint(x: 43, y: 2))
    #expect(trail == (28...43).map { BoardPoint(x: $0, y: 2) })
  }

  @Test func `the status line says how to move`() {
    var world = AppWorld()
    world.press("m")
    #expect(
      world.rows.last?.hasPrefix("│ MOVE  hjkl 1 · HJKL 5 · Enter drop · Esc back ") == true
    )
  }

  @Test func `no key but its own does anything`() {
    var world = AppWorld()
    world.press("m")
    _ = world.takeCommands()
    world.press("xXoqQiPue1[]?ad")
    world.press(.tab)
    world.send(.input(.paste("x")))
    #expect(world.takeCommands() == [])
    guard case .moving = world.state.mode else {
      Issue.record("the drag was ended")
      return
    }
  }

  @Test func `a drag outlives resizes, edits of others and their drags`() {
    var world = AppWorld()
    world.press("ml")
    world.send(.resized(columns: 30, rows: 8))
    world.send(.visitorArrived(.fromBo))
    world.changeBoard { board in
      board.notes[0].text = "changed"
      board.notes[0].color = NoteColor.all[5]
      board.notes[0].position = BoardPoint(x: 60, y: 60)
      board.notes[3].mover = ReplicaID(2)
      board.notes.removeLast(2)
    }
    world.press("l")
    guard case .edit(.dragTo(let place, _))? = world.takeCommands().last else {
      Issue.record("the drag was ended")
      return
    }
    #expect(place == BoardPoint(x: 5, y: 2))
  }

  @Test func `a lifted note that is deleted can be kept by one key`() {
    var world = AppWorld()
    world.press("4mll")
    world.changeBoard { $0.notes.removeFirst() }
    _ = world.takeCommands()
    world.press("hjklHJKLx")
    world.press(.enter)
    // What was on its way to the note is no answer.
    #expect(world.takeCommands() == [])
    world.wait(.milliseconds(500))
    world.press(.enter)
    #expect(
      world.takeCommands()
        == [
          .edit(
            .create(
              text: "Ship on Friday\nor on Monday, if the tests are red",
              at: BoardPoint(x: 5, y: 2),
              size: .standard,
              color: NoteColor.all[3]
            )
          )
        ]
    )
    #expect(world.state.focus == Fixture.id(101))
  }

  @Test func `or let go by another`() {
    var world = AppWorld()
    world.press("m")
    world.changeBoard { $0.notes.removeFirst() }
    _ = world.takeCommands()
    world.wait(.milliseconds(500))
    world.press(.escape)
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .browsing)
  }

  @Test func `a note stays within a million cells`() {
    let edge = Fixture.note(1, "", x: 999_998, y: -999_998)
    var world = AppWorld(Fixture.board([edge]))
    world.press("mLLKK")
    #expect(world.note(1)?.position == BoardPoint(x: 1_000_000, y: -1_000_000))
    let broken = Fixture.note(1, "", x: .max, y: .min, width: .max, height: .min)
    world = AppWorld(Fixture.board([broken]))
    world.press("mLLKK")
    world.press(.enter)
    #expect(world.screen().cells.count == 80 * 24)
  }

  @Test func `a wake has at most 16 cells, fades in four steps and is gone after 1.2 seconds`() {
    var world = AppWorld()
    world.now = .milliseconds(1_210)
    world.press("m" + String(repeating: "l", count: 20))
    #expect(world.state.wakes.map(\.cells.count) == [16])
    var fading: [Int] = []
    while let tick = world.state.nextTick {
      fading += Set(Scene(world.state, at: world.now).wakes.map(\.fading)).sorted()
      world.now = tick
      world.send(.ticked)
    }
    #expect(fading == [0, 1, 2, 3])
    #expect(world.now == .milliseconds(2_400))
    #expect(world.state.wakes == [])
  }

  @Test func `others' moving notes leave wakes too`() {
    var world = AppWorld()
    world.changeBoard { board in
      board.notes[3].mover = ReplicaID(2)
      board.notes[3].position.x += 3
    }
    #expect(world.state.wakes.map(\.cells.count) == [3])
    #expect(world.state.wakes.map(\.mover) == [ReplicaID(2)])
  }
}
