import BoardCore
import BoardUI
import TestSupport
import Testing

/// Boards that can only be looked at: no key writes on them, and each that would says why.
@Suite struct `A board on which nothing can be written` {
  /// With something for every key to act on.
  private func world(_ obstacle: WritingObstacle?) -> AppWorld {
    var world = AppWorld()
    let note = world.state.focus
    world.send(.peopleChanged([.bo]))
    let lost = ReplicaNotice.conflict(note, .color, by: ReplicaID(2), isMineShown: false)
    world.send(.replicaNotice(lost))
    if let obstacle { world.send(.syncChanged(Self.picture(obstacle))) }
    _ = world.takeCommands()
    return world
  }

  private static func picture(_ obstacle: WritingObstacle) -> SyncPicture {
    var picture = SyncPicture()
    picture.obstacle = obstacle
    return picture
  }

  private static let mine = [
    PortableNote(
      text: "mine",
      position: BoardPoint(x: 0, y: 0),
      size: .standard,
      color: .first
    )
  ]

  private func edits(_ world: AppWorld) -> [AppCommand] {
    world.commands.filter { if case .edit = $0 { true } else { false } }
  }

  /// What can be done there: anything else that a key leads to is writing, or the way to it.
  private func isHarmless(_ mode: AppState.Mode) -> Bool {
    switch mode {
    case .browsing, .prompt, .endQuestion, .help, .people, .link, .removeQuestion: true
    case .editing, .moving, .clearQuestion, .keepQuestion, .bringQuestion: false
    }
  }

  private func says(_ obstacle: WritingObstacle, _ world: AppWorld) -> Bool {
    world.state.notices.contains { $0.text == obstacle.words && $0.isError }
  }

  static let boardKeys = KeyBindings.all.filter { $0.context == .board }.flatMap(\.keys)

  /// Does not ask which keys write: it sees what each does on a board that can be written.
  @Test(arguments: WritingObstacle.allCases)
  func `takes no key that would write, and says why to each`(obstacle: WritingObstacle) {
    var refused = 0
    for press in Self.boardKeys {
      var free = world(nil)
      free.press(press.key)
      var bound = world(obstacle)
      bound.press(press.key)
      #expect(edits(bound).isEmpty, "\(press)")
      #expect(isHarmless(bound.state.mode), "\(press)")
      let writes = !edits(free).isEmpty || !isHarmless(free.state.mode)
      // A key can come too early or late to do anything: it is refused all the same.
      if writes { #expect(says(obstacle, bound), "\(press)") }
      if says(obstacle, bound) {
        refused += 1
        #expect(bound.commands.isEmpty, "\(press)")
        #expect(bound.state.mode == .browsing, "\(press)")
      } else {
        #expect(bound.state.mode == free.state.mode, "\(press)")
        #expect(bound.commands == free.commands, "\(press)")
        #expect(bound.state.focus == free.state.focus, "\(press)")
      }
    }
    // o, Enter e, m Space, eight nudges, eight colors, four for the pile, v, x Delete, X, u Ctrl-R, U.
    #expect(refused == 32)
  }

  @Test func `takes no key of what a key led to either`() {
    for first in Self.boardKeys {
      for second in KeyBindings.all.flatMap(\.keys) {
        var world = world(.unopened)
        world.press(first.key)
        world.press(second.key)
        #expect(edits(world).isEmpty, "\(first) \(second)")
      }
    }
  }

  @Test(arguments: WritingObstacle.allCases)
  func `takes no paste, and says why`(obstacle: WritingObstacle) {
    var world = world(obstacle)
    world.send(.input(.paste("pasted")))
    #expect(world.commands.isEmpty)
    #expect(says(obstacle, world))
  }

  @Test(arguments: ["m", "X"])
  func `ends what could only end in writing`(key: String) {
    var world = world(nil)
    world.press(key)
    #expect(!isHarmless(world.state.mode))
    world.send(.syncChanged(Self.picture(.newer)))
    #expect(world.state.mode == .browsing)
    world.send(.otherBoardOpened(from: Self.mine))
    #expect(world.state.mode == .browsing)
  }

  @Test func `asks for no copies of notes, and keeps none`() {
    var bringing = world(nil)
    bringing.send(.otherBoardOpened(from: Self.mine))
    #expect(!isHarmless(bringing.state.mode))
    bringing.send(.syncChanged(Self.picture(.newer)))
    #expect(bringing.state.mode == .browsing)

    var keeping = world(nil)
    keeping.press("m")
    let lifted = keeping.state.focus
    keeping.changeBoard { board in board.notes.removeAll { $0.id == lifted } }
    keeping.send(.syncChanged(Self.picture(.newer)))
    keeping.wait(.seconds(1))
    _ = keeping.takeCommands()
    keeping.press(.enter)
    #expect(keeping.commands.isEmpty)
    #expect(says(.newer, keeping))
    keeping.press(.escape)
    #expect(keeping.state.mode == .browsing)
  }

  @Test func `brings copies of any length beside what is here when it may be written`() {
    var world = world(nil)
    let long = String(repeating: "long ", count: 9_000)
    let size = NoteSize.standard
    let mine = [0, 30].map { x in
      PortableNote(text: long, position: BoardPoint(x: x, y: -5), size: size, color: .first)
    }
    let right = world.state.board.notes.map { Int($0.position.x) + Int($0.size.width) }.max() ?? 0
    let top = world.state.board.notes.map { Int($0.position.y) }.min() ?? 0
    world.send(.otherBoardOpened(from: mine))
    world.wait(.seconds(1))
    world.press("b")
    let copies = mine.map { note in
      var copy = note
      copy.position.x += Int32(right + 4)
      copy.position.y = Int32(top)
      return copy
    }
    #expect(world.takeCommands() == [.bring(copies)])
    #expect(world.state.mode == .browsing)
  }

  @Test func `keeps what was being typed when it became one`() {
    var world = world(nil)
    world.press("e")
    world.press("more")
    world.send(.syncChanged(Self.picture(.newer)))
    world.press("!")
    _ = world.takeCommands()
    world.press(.escape)
    #expect(edits(world).count == 1)
    #expect(world.state.mode == .browsing)
  }

  @Test func `says that it is only to look at`() {
    for obstacle in WritingObstacle.allCases {
      #expect(world(obstacle).rows.last?.contains("only to look at") == true)
      var empty = AppWorld(BoardPicture())
      empty.send(.syncChanged(Self.picture(obstacle)))
      #expect(!empty.rows.contains { $0.contains("makes a note") })
    }
  }
}
