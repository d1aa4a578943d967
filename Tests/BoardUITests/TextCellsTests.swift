import BoardUI
import Testing

struct TextCellsTests {
  /// What is drawn, cell by cell, with the widths.
  private func shown(_ text: String) -> String {
    CellRun(text).glyphs.map { "\($0.text.string)\($0.width)" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("abc", "a1 b1 c1"),
    ("会한🚀✅", "会2 한2 🚀2 ✅2"),
    ("⏳⚡⚪✅⚠❤", "⏳2 ⚡2 ⚪2 ✅2 ⚠1 ❤1"),
    ("💰🔢⚙", "💰2 🔢2 ⚙1"),
    ("❤\u{FE0F}⚠\u{FE0F}", "❤1 ⚠1"),
    ("1\u{FE0F}\u{20E3}", "1\u{20E3}1"),
    ("👩\u{200D}💻", "👩2"),
    ("👨\u{200D}👩\u{200D}👧\u{200D}👦", "👨2"),
    ("❤\u{FE0F}\u{200D}🔥", "❤1"),
    ("👍🏽x", "👍2 x1"),
    ("🇫🇷", "🇫🇷2"),
    ("🇫", "\u{FFFD}1"),
    ("\u{1112}\u{1161}\u{11AB}", "한2"),
    ("\u{1161}", "\u{FFFD}1"),
    ("\u{1FAE8}\u{1FAE9}", "\u{FFFD}1 \u{FFFD}1"),
    ("cafe\u{301}", "c1 a1 f1 e\u{301}1"),
    ("क\u{93F}", "क1 \u{93F}1"),
    ("क\u{94D}\u{200D}ष", "क\u{94D}1 ष1"),
    ("±→╭█\u{E0B0}", "±1 →1 ╭1 █1 \u{E0B0}1"),
  ])
  func `text is drawn as every terminal draws it`(text: String, cells: String) {
    #expect(shown(text) == cells)
  }

  @Test(arguments: [
    ("\u{1B}[31m", "␛1 [1 31 11 m1"),
    ("\u{7}\u{0}\u{7F}", "␇1 ␀1 ␡1"),
    ("\u{9B}x\u{85}", "\u{FFFD}1 x1 \u{FFFD}1"),
    ("a\nb\rc\r\n", "a1 ␊1 b1 ␍1 c1 ␊1"),
    ("a\u{AD}b\u{200B}c\u{FEFF}", "a1 \u{FFFD}1 b1 \u{FFFD}1 c1 \u{FFFD}1"),
    ("\u{301}", " \u{301}1"),
    ("a\u{115F}\u{3164}\u{FFA0}", "a1 \u{FFFD}1 \u{FFFD}1 \u{FFFD}1"),
  ])
  func `what could harm a terminal is made visible instead`(text: String, cells: String) {
    #expect(shown(text) == cells)
  }
}

struct TextLineTests {
  private func line(_ text: String, _ columns: Int) -> String {
    CellRun.safeLine(text, columns: columns).glyphs.map(\.text.string).joined()
  }

  @Test(arguments: [
    ("Ada", 3, "Ada"), ("Adam", 3, "Ad…"), ("Ada", 1, "…"), ("Ada", 0, ""), ("", 5, ""),
    ("会議中", 6, "会議中"), ("会議中", 5, "会議…"), ("会議中", 4, "会…"), ("会", 1, "…"),
    ("a\nb\tc", 9, "a␊b␉c"), ("a\r\nb", 9, "a␊b"), ("e\u{301}xy", 2, "e\u{301}…"),
  ])
  func `a name is one line, cut with dots`(text: String, columns: Int, expected: String) {
    #expect(line(text, columns) == expected)
    #expect(CellRun.safeLine(text, columns: columns).columns <= columns)
  }

  @Test func `nothing invisible makes a name that looks like another`() {
    let bidi =
      "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"
      + "\u{2066}\u{2067}\u{2068}\u{2069}"
    let others =
      "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{AD}\u{34F}\u{FE0F}\u{E0061}\u{180E}"
      + "\u{E0100}\u{115F}\u{1160}\u{3164}\u{FFA0}\u{2028}\u{0}\u{9B}"
    for scalar in (bidi + others).unicodeScalars {
      #expect(line("Ada" + String(scalar), 20) != "Ada", "\(scalar.value)")
      #expect(line("A" + String(scalar) + "da", 20) != "Ada", "\(scalar.value)")
      #expect(line(String(scalar) + "Ada", 20) != "Ada", "\(scalar.value)")
    }
  }

  @Test func `a long text is cut without reading all of it`() {
    #expect(line(String(repeating: "x", count: 1_000_000), 5) == "xxxx…")
  }

  @Test func `offsets lead to columns and back`() {
    let run = CellRun("a会e\u{301}👩\u{200D}💻\tz")
    #expect((0...6).map { run.column(of: $0) } == [0, 1, 3, 4, 6, 8, 9])
    #expect((0...9).map { run.offset(atColumn: $0) } == [0, 1, 1, 2, 3, 3, 4, 4, 5, 6])
    #expect([run.column(of: -1), run.column(of: 99), run.columns] == [0, 9, 9])
    #expect([run.offset(atColumn: -1), run.offset(atColumn: 99)] == [0, 6])
  }

  @Test func `a character of a thousand parts has few cells`() {
    let marks = "a" + String(repeating: "\u{301}", count: 1_000)
    #expect(CellRun(marks) == CellRun("a\u{301}\u{301}\u{301}\u{301}"))
    let signs = "क" + String(repeating: "\u{93F}", count: 1_000)
    #expect(signs.count == 1)
    #expect(CellRun(signs).columns == 7)
  }
}
