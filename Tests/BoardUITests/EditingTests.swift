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

  @Test func `the end of the program keeps what is being written`() {
    var world = AppWorld()
    world.press(.enter)
    world.press("more")
    world.commands = []
    world.send(.leaving)
    #expect(world.commands.count == 1)
    #expect(world.state.mode == .browsing)
  }

  @Test func `letters are text, Enter a new line, Esc leaves and keeps`() {
    var world = writing(" at hjkl mqXQ? 3")
    world.press(.enter)
    world.press("pm")
    #expect(world.takeCommands() == [])
    world.press(.escape)
    #expect(
      world.takeCommands() == [.edit(.editText(id, from: "Demo", to: "Demo at hjkl mqXQ? 3\npm"))]
    )
    #expect(world.state.mode == .browsing)
  }

  @Test func `Esc without a change is no edit`() {
    var world = writing()
    world.press(.escape)
    #expect(world.takeCommands() == [])
  }

  @Test func `what others put over a note does not cover its editor`() {
    var world = writing("!")
    world.changeBoard { $0.notes.append(Fixture.note(9, "Over it all", x: 5, y: 10)) }
    #expect(world.rows.contains { $0.contains("Demo!") })
    #expect(!world.rows.contains { $0.contains("Over it") })
    world.press(.escape)
    #expect(world.rows.contains { $0.contains("Over it") })
  }

  @Test func `others see the text after 300 ms without a key`() {
    var world = writing("!")
    world.wait(.milliseconds(200))
    world.press("!")
    world.wait(.milliseconds(299))
    #expect(world.takeCommands() == [])
    world.wait(.milliseconds(1))
    #expect(world.takeCommands() == [.edit(.editText(id, from: "Demo", to: "Demo!!"))])
    #expect(world.state.nextTick == nil)
    world.press(.escape)
    #expect(world.takeCommands() == [])
  }

  @Test func `a paste is text, whatever is in it`() {
    var world = writing()
    world.send(.input(.paste("\r\nq\u{1B}:x")))
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.editText(id, from: "Demo", to: "Demo\nq\u{1B}:x"))])
  }

  @Test func `above 16 KiB nothing is added and it is said`() {
    var world = writing()
    world.send(.input(.paste(String(repeating: "é", count: 8_191))))
    #expect(world.state.notices.map(\.isError) == [true])
    world.press(.escape)
    #expect(world.takeCommands() == [])
  }

  @Test func `somebody else's text is shown, the caret stays behind its letter`() {
    var world = writing()
    world.changeBoard { $0.notes[0].text = "The Demo at four" }
    world.press("!")
    world.press(.escape)
    #expect(
      world.takeCommands()
        == [.edit(.editText(id, from: "The Demo at four", to: "The Demo! at four"))]
    )
  }

  @Test func `what was typed here and what somebody else wrote are both kept`() {
    var world = writing(" now")
    world.changeBoard { $0.notes[0].text = "A Demo at four" }
    // At once, against the text that this person saw.
    #expect(world.takeCommands() == [.edit(.editText(id, from: "Demo", to: "Demo now"))])
    #expect(world.rows.contains { $0.contains("A Demo now at four") })
    world.press("!")
    world.press(.escape)
    #expect(
      world.takeCommands()
        == [.edit(.editText(id, from: "A Demo now at four", to: "A Demo now! at four"))]
    )
  }

  @Test func `the caret stays at its letter through edits before, at and behind it`() {
    var world = writing()
    for _ in 0..<2 { world.press(.left) }
    world.press("x")
    world.changeBoard { $0.notes[0].text = "👩‍👩‍👧 Demo" }
    _ = world.takeCommands()
    world.changeBoard { $0.notes[0].text = "👩‍👩‍👧 Dexyzmo." }
    world.press("w")
    world.press(.escape)
    #expect(
      world.takeCommands()
        == [.edit(.editText(id, from: "👩‍👩‍👧 Dexyzmo.", to: "👩‍👩‍👧 Dexwyzmo."))]
    )
  }

  @Test func `a caret in a word that somebody erased goes to where it was`() {
    var world = writing()
    world.press(.left)
    world.changeBoard { $0.notes[0].text = "Do" }
    world.press("-")
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.editText(id, from: "Do", to: "D-o"))])
  }

  @Test func `a merge above 16 KiB is shown; typing goes on once it is shorter`() {
    let long = String(repeating: "b", count: 16_380)
    var world = writing("12345")
    world.changeBoard { $0.notes[0].text = long + "Demo" }
    #expect(world.takeCommands() == [.edit(.editText(id, from: "Demo", to: "Demo12345"))])
    world.press("6")
    #expect(world.state.notices.map(\.isError) == [true])
    world.press(.escape)
    #expect(world.takeCommands() == [])
    #expect(world.note(6)?.text == long + "Demo12345")
  }

  @Test func `who deleted the note is said, also when nothing was in it`() {
    var world = writing(" x")
    world.send(.peopleChanged([.bo]))
    world.send(.replicaNotice(.editedNoteGone(id, by: ReplicaID(2))))
    world.changeBoard { $0.notes = [] }
    #expect(world.rows.contains { $0.contains("Bo deleted the note that you wrote in.") })
    world.wait(.milliseconds(500))
    world.press(.escape)
    world.changeBoard { $0.notes = [Fixture.note(7, "", x: 1, y: 1)] }
    world.press(.enter)
    world.send(.replicaNotice(.editedNoteGone(Fixture.id(7), by: ReplicaID(9))))
    world.changeBoard { $0.notes = [] }
    #expect(world.state.notices.map(\.text) == ["Somebody deleted the note."])
  }

  @Test func `the text of a note that is deleted meanwhile is offered as a new one`() {
    var world = writing(" of mine")
    world.changeBoard { $0.notes = [] }
    world.press("zxcvo")
    #expect(world.takeCommands() == [])
    world.wait(.milliseconds(500))
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
    #expect(
      world.takeCommands() == [
        .edit(.editText(Fixture.id(101), from: "Demo of mine", to: "Demo of mine!"))
      ]
    )
  }

  @Test func `an edit outlives resizes, visitors and what others do`() {
    var world = writing(" x")
    world.send(.visitorArrived(.fromBo))
    world.send(.resized(columns: 1, rows: 1))
    world.send(.peopleChanged([.bo]))
    world.changeBoard { $0.notes.append(Fixture.note(9, "new", x: 0, y: 0)) }
    world.press("ad")
    world.press(.escape)
    #expect(world.takeCommands() == [.edit(.editText(id, from: "Demo", to: "Demo xad"))])
  }

  @Test func `the caret stays in its line among lines that look alike`() {
    var world = AppWorld(Fixture.board([Fixture.note(1, "- \n- \n", x: 0, y: 0)]))
    world.press(.enter)
    world.press(.up)
    world.press(.end)
    func elements(_ dots: [UInt64]) -> [TextElement] {
      dots.flatMap { dot in (0..<3).map { TextElement(Dot(ReplicaID(1), dot), $0) } }
    }
    world.changeBoard { $0.edited = EditedText(note: Fixture.id(1), elements: elements([1, 2])) }
    world.changeBoard { board in
      board.notes[0].text = "- \n- \n- \n"
      board.edited = EditedText(note: Fixture.id(1), elements: elements([9, 1, 2]))
    }
    world.press("mine")
    guard case .editing(let editing) = world.state.mode else {
      Issue.record("the editor was closed")
      return
    }
    #expect(editing.editor.text == "- \n- \n- mine\n")
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
    #expect(commands.last == .edit(.editText(made.id, from: "", to: "hi")))
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
