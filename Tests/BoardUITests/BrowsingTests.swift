import BoardCore
import BoardUI
import TestSupport
import Testing

/// Keys on the board.
struct BrowsingTests {
  @Test func `o makes a note near the focus, not over another, and opens it`() {
    var world = AppWorld(Fixture.board([Fixture.note(1, "one", x: 3, y: 2)]))
    world.press("o")
    let place = BoardPoint(x: 29, y: 2)
    #expect(
      world.takeCommands()
        == [.edit(.create(text: "", at: place, size: .standard, color: .first))]
    )
    #expect(world.state.focus == Fixture.id(101))
    #expect(
      world.cursor == .showCursor(BoardPoint(x: 31, y: 3), note: Fixture.id(101), isEditing: true)
    )
  }

  @Test func `many new notes in one place never lie exactly over each other`() {
    var world = AppWorld(columns: 40, rows: 12)
    for _ in 0..<30 {
      world.press("o")
      world.press(.escape)
    }
    let places = world.state.board.notes.map(\.position)
    #expect(Set(places).count == places.count)
  }

  @Test func `the first note stands in the middle of what is seen`() {
    var world = AppWorld(Fixture.board([]))
    world.press("o")
    #expect(
      world.takeCommands()
        == [
          .edit(
            .create(text: "", at: BoardPoint(x: 28, y: 8), size: .standard, color: .first)
          )
        ]
    )
  }

  @Test func `digits color, and the next new note has the color`() {
    var world = AppWorld()
    world.press("4o")
    let commands = world.takeCommands()
    #expect(commands.first == .edit(.recolor(Fixture.id(1), NoteColor.all[3])))
    guard case .edit(.create(_, _, _, let color))? = commands.last else {
      Issue.record("no note was made")
      return
    }
    #expect(color == NoteColor.all[3])
  }

  @Test func `brackets, page keys, u and Ctrl-R are edits`() {
    var world = AppWorld()
    world.press("]")
    world.press("[")
    world.press(.pageUp)
    world.press(.pageDown)
    world.press("u")
    world.press(.control("r"))
    let id = Fixture.id(1)
    #expect(
      world.takeCommands()
        == [
          .edit(.raise(id)), .edit(.lower(id)), .edit(.raise(id)), .edit(.lower(id)),
          .edit(.undo), .edit(.redo),
        ]
    )
  }

  @Test func `x deletes and the nearest note has the focus`() {
    var world = AppWorld()
    world.press("x")
    world.press(.delete)
    #expect(
      world.takeCommands() == [.edit(.delete(Fixture.id(1))), .edit(.delete(Fixture.id(6)))]
    )
    #expect(world.state.focus != nil)
  }

  @Test func `capitals nudge by one cell`() {
    var world = AppWorld()
    world.press("HJKL")
    world.press(.shiftRight)
    let id = Fixture.id(1)
    #expect(
      world.takeCommands()
        == [(2, 2), (2, 3), (2, 2), (3, 2), (4, 2)]
        .map { .edit(.nudge(id, to: BoardPoint(x: $0.0, y: $0.1))) }
    )
  }

  @Test func `clearing asks: c clears, Esc does not, nothing else counts`() {
    var world = AppWorld()
    world.press("X")
    world.press("yjqx ")
    world.press(.enter)
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .clearQuestion)
    world.press(.escape)
    #expect(world.takeCommands() == [])
    world.press("Xc")
    #expect(world.takeCommands() == [.edit(.clear)])
    world.press("X")
    #expect(world.state.mode == .browsing)
    #expect(world.state.notices.map(\.text) == ["There is nothing to clear."])
  }

  @Test func `ending asks: e ends, Esc does not`() {
    var world = AppWorld()
    world.press("Q")
    world.press("Qqyx")
    world.press(.escape)
    #expect(world.takeCommands() == [])
    world.press("Qe")
    #expect(world.takeCommands() == [.endForAll])
  }

  @Test func `an address is typed, trimmed and invited; Esc invites nobody`() {
    var world = AppWorld()
    world.press("i")
    world.press(" den:26753q")
    world.press(.backspace)
    world.press(.enter)
    #expect(world.takeCommands() == [.invite("den:26753")])
    world.press("ix")
    world.press(.escape)
    world.press("i")
    world.press(.enter)
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .browsing)
  }

  @Test func `q leaves, Ctrl-L redraws, Ctrl-Z suspends, Esc stops an invitation under way`() {
    var world = AppWorld()
    world.press(.escape)
    world.send(.requestChanged(RequestPicture(isKnock: false, target: "den", phase: .dialling)))
    world.press(.control("l"))
    world.press(.control("z"))
    world.press(.escape)
    world.press("q")
    #expect(world.takeCommands() == [.redraw, .suspend, .cancelRequest, .leave])
  }

  @Test func `Ctrl-C leaves from everywhere and keeps what is under way`() {
    var world = AppWorld()
    world.press(.control("c"))
    #expect(world.takeCommands() == [.leave])
    world.press("ml")
    _ = world.takeCommands()
    world.press(.control("c"))
    #expect(world.takeCommands() == [.edit(.drop), .leave])
    world = AppWorld()
    world.press("e!")
    world.press(.control("c"))
    let text = "Ship on Friday\nor on Monday, if the tests are red!"
    let seen = String(text.dropLast())
    #expect(
      world.takeCommands() == [.edit(.editText(Fixture.id(1), from: seen, to: text)), .leave]
    )
  }

  @Test func `pasted text becomes one note and never a command`() {
    var world = AppWorld()
    world.send(.input(.paste("dd\r\nq\r\n:wq\r\n")))
    let commands = world.takeCommands()
    #expect(commands.count == 1)
    guard case .edit(.create(let text, _, _, _))? = commands.first else {
      Issue.record("no note was made")
      return
    }
    #expect(text == "dd\nq\n:wq")
    #expect(world.state.focus == Fixture.id(101))
    #expect(world.state.mode == .browsing)
  }

  @Test func `a paste that no note can hold makes nothing and says so`() {
    var world = AppWorld()
    world.send(.input(.paste(String(repeating: "x", count: 16_385))))
    #expect(world.takeCommands() == [])
    #expect(world.state.notices.map(\.isError) == [true])
    world.send(.input(.paste(String(repeating: "x", count: 16_384))))
    #expect(world.takeCommands().count == 1)
  }

  @Test func `keys that need a note say so on an empty board`() {
    for key in "emxJ1[] " {
      var world = AppWorld(Fixture.board([]))
      world.press(.character(key))
      #expect(world.takeCommands() == [])
      #expect(world.state.notices.map(\.text) == ["There is no note yet: o makes one."])
    }
  }

  @Test func `what cannot be seen is not changed`() {
    var world = AppWorld(columns: 19, rows: 5)
    world.press("xXoi1L]me")
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .browsing)
    world.press("q")
    #expect(world.takeCommands() == [.leave])
  }
}
