import BoardUI
import TestSupport
import Testing

/// The rows of a screen as text; a right half is nothing.
private func rows(_ screen: Screen) -> [String] {
  (0..<screen.rows).map { row in
    screen.cells[row * screen.columns..<(row + 1) * screen.columns].map(\.text.string).joined()
  }
}

/// What is wrong with the rows of a screen: halves without their other half, broken flags.
private func faults(_ screen: Screen) -> [String] {
  var faults: [String] = []
  for row in 0..<screen.rows {
    let cells = Array(screen.cells[row * screen.columns..<(row + 1) * screen.columns])
    var letters = 0
    for column in cells.indices {
      let cell = cells[column]
      let isLetter = (0x1F1E6...0x1F1FF).contains(cell.text.base)
      if !isLetter, !letters.isMultiple(of: 2) { faults.append("\(row) \(column): half a flag") }
      letters = isLetter ? letters + 1 : 0
      if cell.width == 2, column + 1 == cells.count || cells[column + 1].width != 0 {
        faults.append("\(row) \(column): no right half")
      }
      if cell.width == 0, column == 0 || cells[column - 1].width != 2 {
        faults.append("\(row) \(column): no left half")
      }
      if cell.width == 0, cell.text != .none { faults.append("\(row) \(column): text") }
    }
    if !letters.isMultiple(of: 2) { faults.append("\(row): half a flag at the edge") }
  }
  return faults
}

struct CanvasTests {
  private let style = Style()

  private func draw(_ columns: Int, _ draws: (inout Canvas) -> Void) -> [String] {
    var canvas = Canvas(columns: columns, rows: 1)
    draws(&canvas)
    #expect(faults(canvas.screen) == [])
    return rows(canvas.screen)
  }

  @Test func `what covers half of a wide character blanks the other half`() {
    let left = draw(4) {
      $0.put("会議", column: 0, row: 0, style: style)
      $0.put("x", column: 0, row: 0, style: style)
    }
    let right = draw(4) {
      $0.put("会議", column: 0, row: 0, style: style)
      $0.put("x", column: 1, row: 0, style: style)
    }
    let between = draw(4) {
      $0.put("会議", column: 0, row: 0, style: style)
      $0.put("中", column: 1, row: 0, style: style)
    }
    #expect([left, right, between] == [["x 議"], [" x議"], [" 中 "]])
  }

  @Test func `what covers half of a flag blanks the other half`() {
    let first = draw(6) {
      $0.put("🇫🇷🇩🇪🇯🇵", column: 0, row: 0, style: style)
      $0.put("x", column: 3, row: 0, style: style)
    }
    let second = draw(6) {
      $0.put("🇫🇷🇩🇪🇯🇵", column: 0, row: 0, style: style)
      $0.put("🇮🇹", column: 1, row: 0, style: style)
    }
    #expect([first, second] == [["🇫🇷 x🇯🇵"], [" 🇮🇹 🇯🇵"]])
  }

  @Test func `a wide character that does not fit is a space`() {
    let atEdge = draw(3) { $0.put("会議", column: 0, row: 0, style: style) }
    let atStart = draw(3) { $0.put("会議", column: -1, row: 0, style: style) }
    let atClip = draw(4) {
      $0.put("....", column: 0, row: 0, style: style)
      $0.within(Rect(left: 1, top: 0, width: 2, height: 1)) {
        $0.put("会議会", column: 0, row: 0, style: style)
      }
    }
    let flag = draw(3) { $0.put("🇫🇷🇩🇪", column: 0, row: 0, style: style) }
    #expect([atEdge, atStart, atClip, flag] == [["会 "], [" 議"], [".  ."], ["🇫🇷 "]])
  }

  @Test func `a clip that ends inside a wide character blanks its outer half`() {
    let result = draw(4) {
      $0.put("会議", column: 0, row: 0, style: style)
      $0.within(Rect(left: 1, top: 0, width: 2, height: 1)) {
        $0.fill(Rect(left: -9, top: -9, width: 99, height: 99), style: style, "x")
      }
    }
    #expect(result == [" xx "])
  }

  @Test func `text returns the column behind it`() {
    var canvas = Canvas(columns: 9, rows: 1)
    let end = canvas.put("a会", column: 2, row: 0, style: style)
    #expect(end == 5)
  }

  @Test func `boxes have corners, and lines where there is no room for them`() {
    var canvas = Canvas(columns: 12, rows: 4)
    canvas.box(Rect(left: 0, top: 0, width: 4, height: 3), .rounded, style: style)
    canvas.box(Rect(left: 4, top: 0, width: 3, height: 2), .heavy, style: style)
    canvas.box(Rect(left: 7, top: 0, width: 2, height: 2), .double, style: style)
    canvas.box(Rect(left: 9, top: 0, width: 9, height: 2), .ascii, style: style)
    canvas.box(Rect(left: 4, top: 2, width: 3, height: 1), .heavy, style: style)
    canvas.box(Rect(left: 8, top: 2, width: 1, height: 2), .heavy, style: style)
    canvas.box(Rect(left: 0, top: 0, width: 0, height: 3), .heavy, style: style)
    #expect(
      rows(canvas.screen) == ["╭──╮┏━┓╔╗+--", "│  │┗━┛╚╝+--", "╰──╯━━━ ┃   ", "        ┃   "]
    )
  }

  @Test func `dots stay with the board`() {
    var canvas = Canvas(columns: 8, rows: 3)
    let whole = Rect(left: 0, top: 0, width: 8, height: 3)
    canvas.dots(whole, origin: ScreenPoint(column: 1, row: -1), style: style)
    #expect(rows(canvas.screen) == ["        ", " ·   ·  ", "        "])
  }

  @Test func `only a caret inside the clip is shown`() {
    var canvas = Canvas(columns: 4, rows: 2)
    canvas.placeCaret(column: 4, row: 0)
    #expect(canvas.screen.caret == nil)
    canvas.placeCaret(column: 3, row: 1)
    #expect(canvas.screen.caret == ScreenPoint(column: 3, row: 1))
  }

  @Test func `restyling keeps the text`() {
    var canvas = Canvas(columns: 3, rows: 1)
    canvas.put("abc", column: 0, row: 0, style: style)
    canvas.restyle(Rect(left: 1, top: 0, width: 1, height: 9)) { $0.traits.insert(.reverse) }
    #expect(rows(canvas.screen) == ["abc"])
    #expect(canvas.screen.cells.map { $0.style.traits == .reverse } == [false, true, false])
  }

  @Test func `places and sizes out of all range are harmless`() {
    var canvas = Canvas(columns: 3, rows: 1)
    let huge = Rect(left: .min, top: .min, width: .max, height: .max)
    canvas.box(huge, .rounded, style: style)
    canvas.put("ab", column: .min, row: 0, style: style)
    canvas.put("ab", column: .max, row: .max, style: style)
    canvas.put(CellRun("会"), column: .max, row: 0, style: style)
    canvas.fill(huge.inset(by: .max), style: style, "x")
    canvas.dots(
      huge,
      origin: ScreenPoint(column: .min, row: .max),
      spacing: .min,
      style: style
    )
    #expect(canvas.screen == Screen(columns: 3, rows: 1))
    #expect(Canvas(columns: -1, rows: 5).screen.cells == [])
  }

  @Test(arguments: Seeds.first(20))
  func `no row ever holds a broken half`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let pool: [Character] = Array("ab会議🚀é한 ·") + ["🇫🇷", "🇩🇪", "क\u{93F}", "\u{1B}", "❤\u{FE0F}"]
    var canvas = Canvas(columns: 12, rows: 3)
    for step in 0..<300 {
      let rect = Rect(
        left: random.number(in: -3...13),
        top: random.number(in: -1...3),
        width: random.number(in: 0...9),
        height: random.number(in: 0...3)
      )
      let text = String(
        (0..<random.number(in: 0...6)).map { _ -> Character in random.one(of: pool) }
      )
      let column = random.number(in: -4...13)
      let row = random.number(in: -1...3)
      let kind = random.number(in: 0...3)
      canvas.within(rect) { canvas in
        switch kind {
        case 0: canvas.box(rect, .rounded, style: style)
        case 1: canvas.fill(rect, style: style)
        default: canvas.put(text, column: column, row: row, style: style)
        }
      }
      if kind == 3 { canvas.put(text, column: column, row: row, style: style) }
      try #require(faults(canvas.screen) == [], "seed \(seed), step \(step)")
    }
  }
}
