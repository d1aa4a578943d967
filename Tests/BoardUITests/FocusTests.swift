import BoardCore
import BoardUI
import TestSupport
import Testing

/// Which note has the focus, and which part of the board is seen.
struct FocusTests {
  /// Three rows of three notes, numbered from 1 in reading order.
  private let grid = Fixture.board((0..<9).map { FocusTests.place($0) })

  private static func place(_ index: Int) -> NotePicture {
    let column = Int32(index % 3)
    let row = Int32(index / 3)
    return Fixture.note(UInt64(index + 1), "", x: column * 26, y: row * 8)
  }

  private func walk(_ keys: String) -> NoteID? {
    var world = AppWorld(columns: 100, rows: 40, grid)
    world.press(keys)
    return world.state.focus
  }

  @Test func `letters go to the next note that way`() {
    #expect(walk("") == Fixture.id(1))
    #expect(walk("l") == Fixture.id(2))
    #expect(walk("ll") == Fixture.id(3))
    #expect(walk("j") == Fixture.id(4))
    #expect(walk("jl") == Fixture.id(5))
    #expect(walk("jlk") == Fixture.id(2))
    #expect(walk("jlh") == Fixture.id(4))
  }

  @Test func `where there is no note the focus stays`() {
    #expect(walk("hk") == Fixture.id(1))
    #expect(walk("lllll") == Fixture.id(3))
    #expect(walk("jjjjj") == Fixture.id(7))
  }

  @Test func `a note straight ahead wins over a nearer one aside`() {
    let notes = [
      Fixture.note(1, "", x: 0, y: 0),
      Fixture.note(2, "", x: 26, y: 9),
      Fixture.note(3, "", x: 40, y: 0),
    ]
    var world = AppWorld(columns: 100, rows: 40, Fixture.board(notes))
    world.press("l")
    #expect(world.state.focus == Fixture.id(3))
  }

  @Test func `Tab walks in reading order and around the end`() {
    var world = AppWorld(columns: 100, rows: 40, grid)
    var seen: [NoteID?] = []
    for _ in 0..<10 {
      seen.append(world.state.focus)
      world.press(.tab)
    }
    #expect(seen == [1, 2, 3, 4, 5, 6, 7, 8, 9, 1].map { Fixture.id($0) })
    world.press(.backTab)
    world.press(.backTab)
    #expect(world.state.focus == Fixture.id(9))
  }

  @Test func `every note can be reached by Tab, also those that lie exactly over each other`() {
    let notes = (1...5).map { Fixture.note($0, "", x: 4, y: 4) }
    var world = AppWorld(Fixture.board(notes))
    var seen: Set<NoteID?> = []
    for _ in 0..<5 {
      seen.insert(world.state.focus)
      world.press(.tab)
    }
    #expect(seen.count == 5)
  }

  @Test func `what others do moves neither view nor focus`() {
    var world = AppWorld()
    world.press("l")
    let (view, focus) = (world.state.view, world.state.focus)
    world.changeBoard { board in
      board.notes.reverse()
      board.notes[0].position = BoardPoint(x: 5_000, y: 900)
      board.notes.append(Fixture.note(50, "far", x: -900, y: -900))
    }
    #expect(world.state.view == view)
    #expect(world.state.focus == focus)
    world.changeBoard { board in
      let index = board.notes.firstIndex { $0.id == focus }
      if let index { board.notes[index].position = BoardPoint(x: 777, y: 777) }
    }
    #expect(world.state.view == view)
    #expect(world.state.focus == focus)
  }

  @Test func `before any key, others' drags and a resize move the view as little as after`() {
    var world = AppWorld()
    let view = world.state.view
    world.changeBoard { $0.notes[0].position = BoardPoint(x: 300, y: 90) }
    world.wait(.seconds(2))
    world.changeBoard { $0.notes.append(Fixture.note(50, "far", x: -900, y: -900)) }
    world.send(.resized(columns: 200, rows: 60))
    world.send(.resized(columns: 80, rows: 24))
    #expect(world.state.view == view)
  }

  @Test func `a board that comes in pieces within a second is shown from its first note on`() {
    var world = AppWorld(columns: 80, rows: 24, BoardPicture(id: BoardID(1)))
    world.changeBoard { $0.notes = [Fixture.note(1, "later", x: 400, y: 40)] }
    world.now += .milliseconds(500)
    world.changeBoard { $0.notes.append(Fixture.note(2, "first", x: 380, y: 30)) }
    #expect((340...380).contains(world.state.view.x))
    #expect((15...30).contains(world.state.view.y))
  }

  @Test func `what an own undo changes out of sight is shown`() {
    var world = AppWorld()
    world.press("l")
    _ = world.state.update(.input(.key(.character("u"))), at: world.now)
    world.changeBoard { $0.notes.append(Fixture.note(50, "back again", x: -900, y: -900)) }
    #expect(world.state.focus == Fixture.id(50))
    #expect(world.state.view.x < -800)
  }

  @Test func `notes out of sight are told of`() {
    var board = BoardPicture(id: BoardID(1))
    board.notes = [Fixture.note(1, "here", x: 2, y: 2)]
    var world = AppWorld(columns: 80, rows: 24, board)
    world.changeBoard { $0.notes[0].position = BoardPoint(x: 900, y: 900) }
    #expect(world.rows.last?.contains("1 note out of sight") ?? false)
    world.press(.tab)
    #expect(world.state.view.x > 800)
  }

  @Test func `a focused note that is gone leaves the focus to the nearest`() {
    var world = AppWorld(columns: 100, rows: 40, grid)
    world.press("jl")
    world.changeBoard { $0.notes.removeAll { $0.id == Fixture.id(5) || $0.id == Fixture.id(2) } }
    #expect([4, 6, 8].map { Fixture.id($0) }.contains(world.state.focus))
    world.changeBoard { $0.notes = [] }
    #expect(world.state.focus == nil)
    #expect(world.cursor == .showCursor(BoardPoint(x: 50, y: 19), note: nil, isEditing: false))
  }

  @Test func `the view follows the focus`() {
    var world = AppWorld(columns: 40, rows: 12, grid)
    for key in "llljjjhhhkkk" {
      world.press(.character(key))
      guard let note = world.state.focusedNote else {
        Issue.record("the focus was lost")
        return
      }
      #expect(world.state.view.contains(BoardFrame(note)))
    }
  }

  @Test func `a resize moves nothing`() {
    var world = AppWorld(columns: 100, rows: 40, grid)
    world.press("jl")
    let before = (world.state.view.x, world.state.view.y, world.state.focus)
    world.send(.resized(columns: 1, rows: 1))
    world.send(.resized(columns: 50, rows: 20))
    #expect(before == (world.state.view.x, world.state.view.y, world.state.focus))
  }

  @Test func `another board has a view and a focus of its own`() {
    var world = AppWorld(columns: 100, rows: 40, grid)
    world.press("jl")
    var other = Fixture.board([Fixture.note(77, "there", x: 4_000, y: -300)])
    other.id = BoardID(99)
    world.send(.boardChanged(other, made: nil))
    #expect(world.state.focus == Fixture.id(77))
    #expect(world.state.view.contains(BoardFrame(other.notes[0])))
  }

  @Test func `the others hear of a place once`() {
    var state = AppState(columns: 80, rows: 24)
    let first = state.update(.boardChanged(grid, made: nil), at: .zero)
    #expect(first == [.showCursor(BoardPoint(x: 0, y: 0), note: Fixture.id(1), isEditing: false)])
    #expect(state.update(.boardChanged(grid, made: nil), at: .zero) == [])
    let second = state.update(.input(.key(.right)), at: .zero)
    #expect(second == [.showCursor(BoardPoint(x: 26, y: 0), note: Fixture.id(2), isEditing: false)])
  }
}
