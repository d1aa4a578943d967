import BoardCore
import BoardUI
import TestSupport
import Testing

/// Writing in a note.
struct EditingTests {
  private let id = Fixture.id(6)

  private func writing(_ keys: String = "") -> AppWorld {
    var world = AppWorld(Fixture.board([Fixture.note(6, "Demo", x: 5, y: 10)]))
    world.press(.enter)
    world.press(keys)
    return world
  }

  @Test func `letters are text, Enter a new line, Esc leaves and keeps`() {
    var world = writing(" at hjkl mqXQ? 3")
    world.press(.enter)
    world.press("pm")
    #expect(world.takeCommands() == [])
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.setText(id, "Demo at hjkl mqXQ? 3\npm"))])
    #expect(world.state.mode == .browsing)
  }

  @Test func `Esc without a change is no edit`() {
    var world = writing()
    world.press(.escape)
    #expect(world.takeCommands() == [])
  }

  @Test func `others see the text after 300 ms without a key`() {
    var world = writing("!")
    world.wait(.milliseconds(200))
    world.press("!")
    world.wait(.milliseconds(299))
    #expect(world.takeCommands() == [])
    world.wait(.milliseconds(1))
    #expect(world.takeCommands() == [.edit(.setText(id, "Demo!!"))])
    #expect(world.state.nextTick == nil)
    world.press(.escape)
    #expect(world.takeCommands() == [])
  }

  @Test func `a paste is text, whatever is in it`() {
    var world = writing()
    world.send(.input(.paste("\r\nq\u{1B}:x")))
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.setText(id, "Demo\nq\u{1B}:x"))])
  }

  @Test func `above 16 KiB nothing is added and it is said`() {
    var world = writing()
    world.send(.input(.paste(String(repeating: "é", count: 8_191))))
    #expect(world.state.notices.map(\.isError) == [true])
    world.press(.escape)
    #expect(world.takeCommands() == [])
  }

  @Test func `somebody else's text is shown while nothing was typed here`() {
    var world = writing()
    world.changeBoard { $0.notes[0].text = "Demo at four" }
    world.press("!")
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.setText(id, "Demo at four!"))])
  }

  @Test func `what was typed here is kept when somebody else writes, too`() {
    var world = writing(" now")
    world.changeBoard { $0.notes[0].text = "Demo at four" }
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.setText(id, "Demo now"))])
  }

  @Test func `the text of a note that is deleted meanwhile is offered as a new one`() {
    var world = writing(" of mine")
    world.changeBoard { $0.notes = [] }
    world.press("zxcv")
    #expect(world.takeCommands() == [])
    world.press("o")
    #expect(
      world.takeCommands()
        == [
          .edit(
            .create(
              text: "Demo of mine",
              at: BoardPoint(x: 5, y: 10),
              size: .standard,
              color: .first
            )
          )
        ]
    )
    world.press("!")
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.setText(Fixture.id(101), "Demo of mine!"))])
  }

  @Test func `an edit outlives resizes, visitors and what others do`() {
    var world = writing(" x")
    world.send(.visitorArrived(.fromBo))
    world.send(.resized(columns: 1, rows: 1))
    world.send(.peopleChanged([.bo]))
    world.changeBoard { $0.notes.append(Fixture.note(9, "new", x: 0, y: 0)) }
    world.press("ad")
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.setText(id, "Demo xad"))])
  }

  @Test func `keys typed before the new note is there are not lost`() {
    var state = AppState(columns: 80, rows: 24)
    _ = state.update(.boardChanged(Fixture.board([]), made: nil), at: .zero)
    _ = state.update(.input(.key(.character("o"))), at: .zero)
    _ = state.update(.input(.key(.character("h"))), at: .zero)
    _ = state.update(.input(.key(.character("i"))), at: .zero)
    _ = state.update(.input(.key(.escape)), at: .zero)
    let made = Fixture.note(1, "", x: 0, y: 0)
    let commands = state.update(.boardChanged(Fixture.board([made]), made: made.id), at: .zero)
    #expect(commands.last == .edit(.setText(made.id, "hi")))
  }

  @Test func `a full board gives the text back`() {
    var state = AppState(columns: 80, rows: 24)
    _ = state.update(.input(.key(.character("o"))), at: .zero)
    _ = state.update(.input(.key(.character("h"))), at: .zero)
    _ = state.update(.replicaNotice(.boardFull(limit: 10_000)), at: .zero)
    guard case .keepQuestion(let question) = state.mode else {
      Issue.record("the text is lost")
      return
    }
    #expect(question.text == "h")
  }

  @Test func `the caret is where the next letter goes`() {
    let world = writing()
    let caret = world.screen().caret
    #expect(caret == ScreenPoint(column: 5 + 2 + 4, row: 10 + 1))
  }
}
