import BoardCore
import BoardUI
import TestSupport
import Testing

/// What time alone changes.
struct TimeTests {
  @Test func `an idle board asks for no tick`() {
    #expect(AppWorld().state.nextTick == nil)
  }

  @Test func `a notice is gone after four seconds, an error after six`() {
    var world = AppWorld()
    world.send(.notice("Bo left.", isError: false))
    world.send(.notice("Nobody answers.", isError: true))
    #expect(world.state.nextTick == world.now + .seconds(4))
    world.wait(.milliseconds(4_000))
    #expect(world.state.notices.map(\.text) == ["Nobody answers."])
    world.wait(.milliseconds(2_000))
    #expect(world.state.notices == [])
    #expect(world.state.nextTick == nil)
  }

  @Test func `whoever types without a pause is seen once a second`() {
    var world = AppWorld()
    world.press(.enter)
    world.wait(.milliseconds(10))
    world.commands = []
    for _ in 0..<24 {
      world.press("x")
      world.wait(.milliseconds(100))
    }
    let commits = world.commands.filter { if case .edit(.editText) = $0 { true } else { false } }
    #expect(commits.count == 2)
  }

  @Test func `at most three notices are kept, each text once`() {
    var world = AppWorld()
    for text in ["a", "b", "b", "c", "d"] { world.send(.notice(text, isError: false)) }
    #expect(world.state.notices.map(\.text) == ["b", "c", "d"])
  }

  @Test func `what the replica says is put into words`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    world.send(.replicaNotice(.cleared(count: 12, by: ReplicaID(2))))
    world.send(.replicaNotice(.cleared(count: 1, by: ReplicaID(9))))
    world.send(.replicaNotice(.nothingToUndo))
    #expect(
      world.state.notices.map(\.text)
        == ["Bo cleared 12 notes.", "Somebody cleared 1 note.", "There is nothing to undo."]
    )
  }

  @Test func `whoever has left is still called by name`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    world.send(.peopleChanged([]))
    world.send(.replicaNotice(.cleared(count: 2, by: ReplicaID(2))))
    #expect(world.state.notices.map(\.text) == ["Bo cleared 2 notes."])
  }

  @Test func `two changes of one thing are told, and U has mine again`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    let note = Fixture.id(1)
    world.press("U")
    #expect(world.takeCommands() == [])
    world.send(.replicaNotice(.conflict(note, .color, by: ReplicaID(2), isMineShown: true)))
    #expect(world.rows.joined().contains("colored the note at the same time: yours shows."))
    world.press("U")
    #expect(world.takeCommands() == [])
    world.send(.replicaNotice(.conflict(note, .place, by: ReplicaID(2), isMineShown: false)))
    #expect(world.rows.joined().contains("moved the note at the same time, and theirs shows"))
    world.press("U")
    world.press("U")
    #expect(world.takeCommands() == [.edit(.takeBack(note, .place))])
  }

  @Test func `what is said of two changes ends when that thing changes again, and not before`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    let note = Fixture.id(1)
    world.send(.replicaNotice(.conflict(note, .place, by: ReplicaID(2), isMineShown: false)))
    world.send(.replicaNotice(.conflict(note, .color, by: ReplicaID(2), isMineShown: true)))
    world.send(.replicaNotice(.conflict(nil, .title, by: ReplicaID(2), isMineShown: true)))
    let said = world.state.notices.map(\.text)
    world.changeBoard { $0.notes[0].text = "another text" }
    #expect(world.state.notices.map(\.text) == said)
    world.changeBoard { board in
      let index = board.notes.firstIndex { $0.id == note } ?? 0
      board.notes[index].position.x += 1
    }
    #expect(world.state.notices.map(\.text) == Array(said[1...]))
    world.changeBoard { $0.title = "Another" }
    #expect(world.state.notices.map(\.text) == [said[1]])
    world.changeBoard { board in board.notes.removeAll { $0.id == note } }
    #expect(world.state.notices == [])
  }

  @Test func `what is said of two changes waits for a key once it was there for four seconds`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    let note = Fixture.id(1)
    for isMineShown in [true, false] {
      let before = world.state.notices.count
      world.send(
        .replicaNotice(.conflict(note, .place, by: ReplicaID(2), isMineShown: isMineShown))
      )
      #expect(world.state.notices.count == before + 1)
    }
    world.send(.replicaNotice(.changedNotesGone([world.state.board.notes[1]], by: nil)))
    let said = world.state.notices.map(\.text)
    world.wait(.milliseconds(3_999))
    world.press(.tab)
    #expect(world.state.notices.map(\.text) == said)
    world.wait(.seconds(3_600))
    // Whatever others do meanwhile.
    world.send(.peopleChanged([.bo, .cy]))
    #expect(world.state.notices.map(\.text) == said)
    #expect(world.rows.joined().contains("and theirs shows"))
    #expect(world.state.nextTick == nil)
    world.press(.tab)
    #expect(world.state.notices == [])
    // It is still there to take back.
    world.press("U")
    #expect(world.takeCommands().count == 1)
  }

  @Test func `what is said of two changes ends with its answer, and gives way to no other line`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    world.send(
      .replicaNotice(.conflict(Fixture.id(1), .place, by: ReplicaID(2), isMineShown: false))
    )
    let said = world.state.notices.map(\.text)
    for text in ["a", "b", "c", "d"] { world.send(.notice(text, isError: false)) }
    #expect(world.state.notices.map(\.text) == said + ["c", "d"])
    world.press("U")
    #expect(world.state.notices.map(\.text) == ["c", "d"])
  }

  @Test func `a paste is a key, too, and comes after the line that waited`() {
    var world = AppWorld()
    world.send(.replicaNotice(.conflict(nil, .title, by: ReplicaID(2), isMineShown: true)))
    world.wait(.seconds(5))
    world.send(.input(.paste("pasted")))
    #expect(world.state.notices == [])
  }

  @Test func `of many things changed at once U takes back one after the other`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    let notes = [Fixture.id(1), Fixture.id(2), Fixture.id(3)]
    for note in notes + [notes[0]] {
      world.send(.replicaNotice(.conflict(note, .place, by: ReplicaID(2), isMineShown: false)))
    }
    world.send(.replicaNotice(.conflict(nil, .title, by: ReplicaID(2), isMineShown: false)))
    #expect(world.rows.joined().contains("(the last of 4)"))
    world.changeBoard { board in board.notes.removeAll { $0.id == notes[2] } }
    world.press("UUUU")
    #expect(
      world.takeCommands() == [
        .edit(.takeBack(nil, .title)), .edit(.takeBack(notes[0], .place)),
        .edit(.takeBack(notes[1], .place)),
      ]
    )
    world.send(.replicaNotice(.conflict(notes[1], .size, by: ReplicaID(2), isMineShown: false)))
    world.changeBoard { $0 = BoardPicture(id: BoardID(99), title: "Another", notes: $0.notes) }
    world.press("U")
    #expect(world.takeCommands() == [])
  }

  @Test func `the line that says how often U helps still counts down, and goes with the last`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    for kind in [RegisterKind.place, .size, .color] {
      world.send(
        .replicaNotice(.conflict(Fixture.id(1), kind, by: ReplicaID(2), isMineShown: false))
      )
    }
    let lines = (1...3).map { _ -> [String] in
      world.press("U")
      return world.state.notices.map(\.text)
    }
    #expect(lines == [["U again: 2 more."], ["U again: 1 more."], []])
    world.press("U")
    let none = "Nobody changed anything of yours at the same time."
    #expect(world.state.notices.map(\.text) == [none])
  }

  @Test func `a changed note that somebody deleted is made anew by U, unless it is back`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    let gone = world.state.board.notes[0]
    world.changeBoard { $0.notes.removeFirst() }
    world.send(.replicaNotice(.changedNotesGone([gone], by: ReplicaID(2))))
    #expect(
      world.state.notices.map(\.text) == [
        "Bo deleted a note that you changed at the same time: U makes a new one of it."
      ]
    )
    world.press("U")
    let made = BoardEdit.create(
      text: gone.text,
      at: gone.position,
      size: gone.size,
      color: gone.color
    )
    #expect(world.takeCommands() == [.edit(made)])
    #expect(world.state.focusedNote?.text == gone.text)

    let others = Array(world.state.board.notes.prefix(2))
    world.changeBoard { $0.notes.removeFirst(2) }
    world.send(.replicaNotice(.changedNotesGone(others, by: nil)))
    let words = "Somebody deleted 2 notes that you changed at the same time: U makes them anew"
    #expect(world.state.notices.last?.text == "\(words), one by one (the last of 2).")
    world.changeBoard { $0.notes.append(others[1]) }
    world.press("UU")
    #expect(world.takeCommands().count == 1)
    #expect(world.state.lost == [])
  }
}
