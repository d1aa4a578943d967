import BoardCore
import BoardUI
import TestSupport
import Testing

/// Whatever happens, in any order, at any size: nothing traps and every row is whole.
struct RandomScreenTests {
  @Test(arguments: Seeds.first(3))
  func `random keys, sizes and boards leave every row whole`(seed: UInt64) {
    var generator = SeededGenerator(seed)
    var world = AppWorld(columns: 80, rows: 24)
    for step in 0..<250 {
      world.now += .milliseconds(generator.number(in: 0...120))
      act(on: &world, &generator)
      let depth = generator.one(of: [ColorDepth.direct, .colors256, .colors8, .monochrome])
      let screen = world.screen(depth, isASCII: generator.number(in: 0...5) == 0)
      #expect(screen.columns == world.state.columns && screen.rows == world.state.rows)
      #expect(brokenRows(screen) == [], "seed \(seed), step \(step)")
      if let tick = world.state.nextTick { #expect(tick > world.now - .seconds(7)) }
    }
  }

  @Test(arguments: Seeds.first(3))
  func `the borders of the uppermost note are straight whatever its text`(seed: UInt64) {
    var generator = SeededGenerator(seed)
    for _ in 0..<40 {
      let notes = (1...6).map { note(UInt64($0), &generator, far: false) }
      let world = AppWorld(Fixture.board(notes))
      let screen = world.screen()
      let scene = Scene(world.state, at: world.now)
      guard let top = scene.notes.last, top.look == .plain else { continue }
      for row in max(0, top.frame.top + 1)..<min(23, top.frame.bottom - 1) {
        #expect(text(screen, top.frame.left, row) == "│")
        #expect(text(screen, top.frame.right - 1, row) == "│")
      }
    }
  }

  private func text(_ screen: Screen, _ column: Int, _ row: Int) -> String {
    guard column >= 0, column < screen.columns else { return "│" }
    let text = screen.cells[row * screen.columns + column].text.string
    // The outline of the focused note runs over the others.
    return ["┃", "━", "┏", "┓", "┗", "┛"].contains(text) ? "│" : text
  }

  private func brokenRows(_ screen: Screen) -> [Int] {
    (0..<screen.rows).filter { row in
      let cells = Array(screen.cells[row * screen.columns..<(row + 1) * screen.columns])
      return cells.indices.contains { index in
        let cell = cells[index]
        switch cell.width {
        case 0: return index == 0 || cells[index - 1].width != 2 || cell.text != .none
        case 1: return cell.text.base == 0
        case 2: return index + 1 == cells.count || cells[index + 1].width != 0
        default: return true
        }
      }
    }
  }

  private func act(on world: inout AppWorld, _ generator: inout SeededGenerator) {
    switch generator.number(in: 0...19) {
    case 0...10: world.press(key(&generator))
    case 11:
      world.send(
        .resized(columns: generator.number(in: 1...200), rows: generator.number(in: 1...60))
      )
    case 12: world.changeBoard { $0.notes.append(note(UInt64($0.notes.count + 500), &generator)) }
    case 13: world.changeBoard { if !$0.notes.isEmpty { $0.notes.removeLast() } }
    case 14:
      world.changeBoard {
        for index in $0.notes.indices where generator.number(in: 0...3) == 0 {
          $0.notes[index].mover = generator.one(of: [nil, ReplicaID(2), ReplicaID(3)])
          $0.notes[index].position = place(&generator, far: true)
          $0.notes[index].text = text(&generator)
        }
      }
    case 15: world.send(.peopleChanged(generator.one(of: [[], [.bo], [.bo, .cy]])))
    case 16: world.send(.input(.paste(text(&generator))))
    case 17: sendVisitor(to: &world, &generator)
    case 18: world.send(.notice(text(&generator), isError: generator.number(in: 0...1) == 0))
    default: world.wait(.milliseconds(generator.number(in: 0...900)))
    }
  }

  private func sendVisitor(to world: inout AppWorld, _ generator: inout SeededGenerator) {
    var banner = VisitorBanner.fromBo
    banner.id = UInt64(generator.number(in: 0...3))
    banner.name = text(&generator)
    banner.leavesSession = generator.number(in: 0...1) == 0
    if generator.number(in: 0...2) == 0 {
      world.send(.visitorGone(banner.id))
    } else {
      world.send(.visitorArrived(banner))
    }
  }

  private func key(_ generator: inout SeededGenerator) -> Key {
    let characters = "hjklHJKLoemxXiPQ?qu12345678[]adc <>+yz é会🚀"
    if generator.number(in: 0...2) > 0 { return .character(generator.one(of: Array(characters))) }
    return generator.one(of: [
      .enter, .escape, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right,
      .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .home, .end, .pageUp, .pageDown, .insert,
      .control("r"), .control("l"), .control("u"), .control("w"), .function(5),
    ])
  }

  private func note(
    _ number: UInt64,
    _ generator: inout SeededGenerator,
    far: Bool = true
  ) -> NotePicture {
    var note = Fixture.note(number, text(&generator), x: 0, y: 0)
    note.position = place(&generator, far: far)
    note.size = NoteSize(
      width: Int32(generator.number(in: far ? -3...60 : 8...40)),
      height: Int32(generator.number(in: far ? -3...30 : 4...12))
    )
    note.color = generator.one(of: NoteColor.all)
    return note
  }

  private func place(_ generator: inout SeededGenerator, far: Bool) -> BoardPoint {
    if far, generator.number(in: 0...9) == 0 {
      return generator.one(of: [
        BoardPoint(x: .max, y: .min), BoardPoint(x: .min, y: .max),
        BoardPoint(x: 1_000_000, y: -1_000_000),
      ])
    }
    return BoardPoint(
      x: Int32(generator.number(in: -20...90)),
      y: Int32(generator.number(in: -8...30))
    )
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "plain words ", "会議の議事録", "한국어 ", "🚀✅", "👩‍👩‍👧‍👦", "🇩🇪🇯🇵", "cafe\u{301} ",
      "\u{1B}[2J", "\u{202E}evil\u{202C}", "\n", "\n\n", "\t",
      "a\u{300}\u{301}\u{302}\u{303}\u{304}",
      "e\u{200B}x", "👍🏽", "❤️", "⚠ ", "\u{0}\u{7}", "averyveryverylongwordwithoutanyspace", "ไทย ",
      "\u{1100}\u{1161}", "x\u{FE0F}", "\r\n",
    ]
    return (0..<generator.number(in: 0...8)).map { _ in generator.one(of: pieces) }.joined()
  }
}
