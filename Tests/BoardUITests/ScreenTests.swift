import BoardCore
import BoardUI
import TestSupport
import Testing

/// Whole screens, as a person sees them.
struct ScreenTests {
  @Test func `an empty board says how to begin, who is here and how to be reached`() {
    let world = AppWorld(Fixture.board([], title: "Ada's board"))
    expectScreen(world.screen(), "empty")
  }

  @Test func `the board alone`() {
    expectScreen(AppWorld().screen(), "board")
  }

  @Test func `the focused note shows its outline where others cover it`() {
    var world = AppWorld()
    world.press("j")
    world.press(.tab)
    expectScreen(world.screen(), "focused")
  }

  @Test func `a note shows how many vote for it, and whether I do`() {
    var world = AppWorld()
    world.changeBoard { board in
      board.notes[0].votes = 12
      board.notes[2].votes = 3
    }
    world.press("vllv")
    world.press(.tab)
    world.press("vv")
    expectScreen(world.screen(), "votes")
  }

  @Test func `a lifted note shows its ghost and its wake`() {
    var world = AppWorld()
    world.press("lmjjjj")
    world.now += .milliseconds(300)
    world.press("LLll")
    expectScreen(world.screen(), "lifted")
  }

  @Test func `the editor shows a caret and grows with the text`() {
    var world = AppWorld()
    world.press("o")
    world.press("Bring the projector, ")
    world.press(.enter)
    world.press("会議 and cables")
    expectScreen(world.screen(), "editing")
  }

  @Test func `a note that somebody moves bears their name`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo, .cy]))
    world.send(
      .cursorChanged(
        Person.cy.peer,
        PeerCursor(
          replica: ReplicaID(3),
          place: BoardPoint(x: 0, y: 0),
          note: Fixture.id(4),
          isEditing: true
        )
      )
    )
    world.changeBoard { board in
      board.notes[5].mover = ReplicaID(2)
      board.notes[5].position = BoardPoint(x: 11, y: 13)
    }
    expectScreen(world.screen(), "moved-by-bo")
  }

  @Test func `an invitation is a banner`() {
    var world = AppWorld()
    world.send(.visitorArrived(.fromBo))
    expectScreen(world.screen(), "banner")
  }

  @Test func `who invites waits in a box like the banner there`() {
    var world = AppWorld()
    let request = RequestPicture(
      isKnock: false,
      target: "Bo",
      phase: .ringing,
      words: "crab lunar otter fig"
    )
    world.send(.requestChanged(request))
    expectScreen(world.screen(), "waiting")
  }

  @Test func `help is made from the table of keys`() {
    var world = AppWorld()
    world.press("?")
    expectScreen(world.screen(), "help")
    world.press("jjj")
    world.press(.pageDown)
    expectScreen(world.screen(), "help-scrolled")
  }

  @Test func `people and how they are reached`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo, .cy]))
    world.press("P")
    expectScreen(world.screen(), "people")
    world.press("jjx")
    expectScreen(world.screen(), "remove-question")
  }

  @Test func `clearing asks`() {
    var world = AppWorld()
    world.press("X")
    expectScreen(world.screen(), "clear-question")
  }

  @Test func `an address is typed at a prompt`() {
    var world = AppWorld()
    world.press("i")
    world.press("192.168.1.20")
    expectScreen(world.screen(), "prompt")
  }

  @Test func `whoever moves a note is named once on it`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    let place = BoardPoint(x: 11, y: 13)
    let cursor = PeerCursor(
      replica: ReplicaID(2),
      place: place,
      note: world.board.notes[5].id,
      isEditing: false
    )
    world.send(.cursorChanged(Person.bo.peer, cursor))
    world.changeBoard { board in
      board.notes[5].mover = ReplicaID(2)
      board.notes[5].position = place
    }
    #expect(world.rows.dropLast().filter { $0.contains("─ Bo ─") }.count == 1)
  }

  @Test func `notices stand above the status line`() {
    var world = AppWorld()
    world.send(.requestChanged(RequestPicture(isKnock: false, target: "den", phase: .dialling)))
    world.send(.notice("Bo left.", isError: false))
    world.send(.notice("Nobody answers at 192.168.1.20: is corkboard open there?", isError: true))
    expectScreen(world.screen(), "notices")
  }

  @Test func `a small board at 40 × 10 and a large one at 200 × 60`() {
    var world = AppWorld(columns: 40, rows: 10)
    world.send(.peopleChanged([.bo, .cy]))
    expectScreen(world.screen(), "small-40x10")
    world = AppWorld(columns: 200, rows: 60)
    world.send(.peopleChanged([.bo, .cy]))
    expectScreen(world.screen(), "large-200x60")
  }

  @Test(arguments: [(1, 1), (4, 3), (12, 4), (20, 5), (19, 6), (20, 6)])
  func `below 20 × 6 the screen says how much room it needs`(columns: Int, rows: Int) {
    expectScreen(AppWorld(columns: columns, rows: rows).screen(), "tiny-\(columns)x\(rows)")
  }

  @Test func `without color borders, letters and reverse tell notes apart`() {
    expectScreen(AppWorld().screen(.monochrome), "monochrome")
    expectScreen(AppWorld().screen(.colors8), "colors8")
    expectScreen(AppWorld().screen(.colors16), "colors16")
    expectScreen(AppWorld().screen(.colors256), "colors256")
    expectScreen(AppWorld().screen(.monochrome, isASCII: true), "ascii")
  }
}

extension VisitorBanner {
  static let fromBo = VisitorBanner(
    id: 1,
    kind: .invitation,
    name: "Bo",
    device: "bo-laptop",
    address: "192.168.1.20",
    words: "crab lunar otter fig",
    boardTitle: "Retro",
    boardSummary: "12 notes",
    purpose: "make something",
    participantCount: 3
  )
}
