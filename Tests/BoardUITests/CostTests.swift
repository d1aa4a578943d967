import BoardCore
import BoardUI
import TestSupport
import Testing

/// What a step of a note costs on the wire to the terminal, by a model of how changes are written.
struct CostTests {
  /// 50 notes of 20 × 6 at 120 × 40, the last of which is carried.
  private func crowded() -> AppWorld {
    var generator = SeededGenerator(7)
    let texts = [
      "Ship on Friday, unless it rains", "Ask the team about the printer", "- slides\n- cake",
    ]
    let notes = (1...50).map { number in
      Fixture.note(
        UInt64(number),
        generator.one(of: texts),
        x: Int32(generator.number(in: 0...99)),
        y: Int32(generator.number(in: 0...32)),
        width: 20,
        height: 6,
        color: number % 8
      )
    }
    return AppWorld(columns: 120, rows: 40, Fixture.board(notes))
  }

  @Test(arguments: ["l", "h", "j", "k"])
  func `a step of one cell costs at most 900 bytes, wake included`(key: String) {
    var world = crowded()
    world.press("m")
    var costs: [Int] = []
    var before = world.screen()
    for step in 0..<20 {
      world.now += .milliseconds(50)
      // There and back, so that the view never scrolls.
      world.press(step < 10 ? key : ["l": "h", "h": "l", "j": "k", "k": "j"][key] ?? key)
      let after = world.screen()
      costs.append(Self.bytes(from: before, to: after))
      before = after
    }
    costs.sort()
    #expect(costs[costs.count / 2] <= 900, "\(costs)")
  }

  @Test func `nothing is written when nothing has changed`() {
    let world = crowded()
    #expect(Self.bytes(from: world.screen(), to: world.screen()) == 0)
  }

  /// A move of the cursor for each run of changed cells, colors where they change, characters.
  static func bytes(from old: Screen, to new: Screen) -> Int {
    var bytes = 0
    var style: Style?
    for row in 0..<new.rows {
      var lastWritten = -9
      for column in 0..<new.columns {
        let cell = new.cells[row * new.columns + column]
        guard cell != old.cells[row * new.columns + column] else { continue }
        let gap = column - lastWritten - 1
        if gap > 0 { bytes += gap > 6 || lastWritten < 0 ? 7 : min(gap, 7) }
        lastWritten = column
        if cell.style != style {
          bytes += 38
          style = cell.style
        }
        bytes += cell.text.string.utf8.count
      }
    }
    return bytes
  }
}
