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
