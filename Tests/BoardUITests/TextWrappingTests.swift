import BoardUI
import TestSupport
import Testing

struct TextWrappingTests {
  private func rows(_ text: String, _ columns: Int) -> [String] {
    let characters = Array(text)
    return TextWrapping(characters, columns: columns).rows.map { String(characters[$0.range]) }
  }

  @Test(arguments: [
    ("", 5, [""]),
    ("hello", 5, ["hello"]),
    ("hello world", 5, ["hello ", "world"]),
    ("hello world", 7, ["hello ", "world"]),
    ("a b c d", 3, ["a b ", "c d"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("go abcdefgh", 4, ["go ", "abcd", "efgh"]),
    ("one\n\ntwo\n", 9, ["one", "", "two", ""]),
    ("one\r\ntwo", 9, ["one", "two"]),
    ("会議中です", 5, ["会議", "中で", "す"]),
    ("ab会議", 4, ["ab会", "議"]),
    ("会", 1, ["会"]),
    ("会a", 1, ["会", "a"]),
    ("ab   cd", 3, ["ab   ", "cd"]),
    ("ab     ", 2, ["ab  ", "   "]),
    ("  ab", 3, ["  ", "ab"]),
    ("🇫🇷🇩🇪", 3, ["🇫🇷", "🇩🇪"]),
    ("👩\u{200D}💻x y", 3, ["👩\u{200D}💻x ", "y"]),
  ])
  func `words stay whole, long ones break, newlines stand`(
    text: String,
    columns: Int,
    expected: [String]
  ) {
    #expect(rows(text, columns) == expected)
  }

  @Test func `only the rows that are asked for are laid out`() {
    let text = String(repeating: "word ", count: 200_000)
    let wrapping = TextWrapping(text, columns: 20, limit: 3)
    #expect(wrapping.rows.map(\.range) == [0..<20, 20..<40, 40..<60])
    #expect(wrapping.isCut)
    #expect(!TextWrapping("ab", columns: 2, limit: 1).isCut)
    #expect(TextWrapping("ab\n", columns: 2, limit: 1).isCut)
  }

  @Test func `the runs of a long text are those that are seen`() {
    let text = "ab   cd" + String(repeating: " ", count: 1_000_000) + "\nx"
    let (runs, isCut) = TextWrapping.runs(of: text, columns: 3, limit: 2)
    #expect(runs == [CellRun("ab "), CellRun("cd ")])
    #expect(isCut)
    #expect(
      TextWrapping.runs(of: "a\nb", columns: 3, limit: 9).runs == [CellRun("a"), CellRun("b")]
    )
    #expect(TextWrapping.runs(of: "", columns: 3, limit: 9).runs == [CellRun()])
  }

  @Test(arguments: Seeds.first(20))
  func `the runs are those of the rows, also where a shorter way is taken`(seed: UInt64) {
    var random = SeededGenerator(seed)
    let pools: [[Character]] = [Array("abc d  \n"), Array("ab  \n会e\u{301}\t")]
    for pool in pools {
      for _ in 0..<50 {
        let text = (0..<random.number(in: 0...60)).map { _ in random.one(of: pool) }
        let columns = random.number(in: 1...9)
        let limit = random.number(in: 1...6)
        let wrapping = TextWrapping(text, columns: columns, limit: limit)
        let (runs, isCut) = TextWrapping.runs(of: String(text), columns: columns, limit: limit)
        #expect(isCut == wrapping.isCut)
        #expect(runs.count == wrapping.rows.count)
        for (run, row) in zip(runs, wrapping.rows) {
          let whole = CellRun(text[row.range])
          #expect(run.glyphs == Array(whole.glyphs.prefix(run.glyphs.count)))
          #expect(run.columns >= min(columns, whole.columns))
        }
      }
    }
  }

  @Test func `a megabyte in one word takes time in proportion`() {
    let clock = ContinuousClock()
    let short = Array(repeating: Character("x"), count: 100_000)
    let long = Array(repeating: Character("x"), count: 1_000_000)
    let shortTime = clock.measure { _ = TextWrapping(short, columns: 40) }
    let longTime = clock.measure { _ = TextWrapping(long, columns: 40) }
    #expect(longTime < shortTime * 50)
  }

  @Test func `a caret goes to its place and back`() {
    let text = Array("hello world\n会議 x")
    let wrapping = TextWrapping(text, columns: 6)
    let places = (0...text.count).map { wrapping.place(of: $0, in: text) }
    #expect(places.map(\.row) == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    #expect(places.map(\.column) == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 2, 4, 5, 5])
    #expect(wrapping.offset(row: 2, column: 3, in: text) == 13)
    #expect(wrapping.offset(row: 0, column: 99, in: text) == 5)
    #expect(wrapping.offset(row: 1, column: 99, in: text) == 11)
    #expect(wrapping.offset(row: 99, column: 0, in: text) == 12)
    #expect(wrapping.offset(row: -1, column: -1, in: text) == 0)
  }

  @Test(arguments: Seeds.first(20))
  func `any text is laid out whole, in rows that fit`(seed: UInt64) {
    var random = SeededGenerator(seed)
    let pool: [Character] = Array("abcdefg  \n\t会議🚀é\u{1B}🇫🇷") + ["\r\n", "क\u{93F}", "👩\u{200D}💻"]
    for _ in 0..<50 {
      let text = (0..<random.number(in: 0...60)).map { _ in random.one(of: pool) }
      let columns = random.number(in: 1...12)
      let wrapping = TextWrapping(text, columns: columns)
      var next = 0
      for row in wrapping.rows {
        #expect(row.range.lowerBound == next)
        next = row.range.upperBound + (row.endsWithNewline ? 1 : 0)
        let visible = text[row.range].reversed().drop { $0 == " " || $0 == "\t" }
        #expect(visible.count == 1 || TextWidth.columns(of: visible) <= columns)
      }
      #expect(next == text.count)
      for offset in 0...text.count {
        let place = wrapping.exactPlace(of: offset, in: text)
        #expect(wrapping.offset(row: place.row, column: place.column, in: text) == offset)
        #expect(wrapping.place(of: offset, in: text) == (place.row, min(place.column, columns - 1)))
      }
    }
  }
}
