import BoardUI
import TestSupport
import Testing

/// An editor as text with `|` at the caret.
private func shown(_ editor: TextEditor) -> String {
  String(editor.characters[..<editor.caret]) + "|" + String(editor.characters[editor.caret...])
}

struct TextEditorTests {
  /// The text after keys, from one whose caret is where `|` is.
  private func after(_ text: String, columns: Int = 40, _ keys: Key...) -> String {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var editor = TextEditor(parts.joined())
    editor.moveCaret(to: parts[0].count)
    for key in keys { _ = editor.take(key, columns: columns) }
    return shown(editor)
  }

  @Test func `typing, newlines and deleting happen at the caret`() {
    #expect(after("a|c", .character("b")) == "ab|c")
    #expect(after("a|c", .enter) == "a\n|c")
    #expect(after("ab|c", .backspace) == "a|c")
    #expect(after("a|bc", .delete) == "a|c")
    #expect(after("|a", .backspace) == "|a")
    #expect(after("a|", .delete) == "a|")
    #expect(after("会👩\u{200D}💻|", .backspace, .character("é")) == "会é|")
    #expect(after("a\n|b", .backspace) == "a|b")
  }

  @Test func `the caret goes by characters, rows and ends of rows`() {
    #expect(after("a👩\u{200D}💻|", .left) == "a|👩\u{200D}💻")
    #expect(after("|ab", .right, .right, .right) == "ab|")
    #expect(after("hello wor|ld", columns: 6, .up) == "hel|lo world")
    #expect(after("hel|lo world", columns: 6, .down) == "hello wor|ld")
    #expect(after("hello wor|ld", columns: 6, .home) == "hello |world")
    #expect(after("hel|lo world", columns: 6, .end) == "hello| world")
    #expect(after("one\ntw|o", .home) == "one\n|two")
    #expect(after("o|ne\ntwo", .end) == "one|\ntwo")
  }

  @Test func `up and down return to the column that they came from`() {
    let text = "abcdef|\nx\nabcdef"
    #expect(after(text, .down) == "abcdef\nx|\nabcdef")
    #expect(after(text, .down, .down) == "abcdef\nx\nabcdef|")
    #expect(after(text, .down, .left, .down) == "abcdef\nx\n|abcdef")
    #expect(after("会|議\nabc", .down) == "会議\nab|c")
    #expect(after("abcd|", columns: 4, .up, .down) == "abcd|")
    #expect(after("ab\nc|d", .up, .up) == "|ab\ncd")
    #expect(after("a|b\ncd", .down, .down) == "ab\ncd|")
    #expect(after("a|b\ncd", .down, .down, .up) == "a|b\ncd")
  }

  @Test func `words and lines go at once`() {
    #expect(after("one two  |three", .control("w")) == "one |three")
    #expect(after("one two|", .control("w"), .control("w")) == "|")
    #expect(after("a\none t|wo", .control("u")) == "a\n|wo")
    #expect(after("a\none t|wo\nb", .control("k")) == "a\none t|\nb")
    #expect(after("a\none t|wo", .control("a"), .character("x")) == "a\nx|one two")
    #expect(after("a\no|ne", .control("e")) == "a\none|")
    #expect(after("one two|", .shiftLeft) == "one |two")
    #expect(after("|one two", .shiftRight, .shiftRight) == "one two|")
  }

  @Test func `keys of others are not its business`() {
    var editor = TextEditor("ab")
    let keys: [Key] = [.escape, .tab, .backTab, .function(1), .control("c"), .insert, .right]
    #expect(keys.map { editor.take($0, columns: 9) } == keys.map { _ in .ignored })
    #expect(editor.take(.focusGained, columns: 9) == .ignored)
    #expect(editor == TextEditor("ab"))
  }

  @Test func `what an input did is told`() {
    var editor = TextEditor("ab", byteLimit: 3)
    #expect(editor.take(.key(.left), columns: 9) == .moved)
    #expect(editor.take(.key(.character("c")), columns: 9) == .changed)
    #expect(editor.take(.key(.character("d")), columns: 9) == .refused)
    #expect(editor.take(.paste(""), columns: 9) == .ignored)
    #expect(shown(editor) == "ac|b")
  }

  @Test func `text above the limit is refused whole, in bytes`() {
    var editor = TextEditor("", byteLimit: 5)
    #expect(editor.insert("ééé") == .refused)
    #expect(editor.isEmpty)
    #expect(editor.insert("éé") == .changed)
    #expect(editor.byteCount == 4)
    #expect(editor.insert("\n") == .changed)
    #expect(editor.insert("x") == .refused)
    var long = TextEditor("too long", byteLimit: 3)
    #expect(long.take(.backspace, columns: 9) == .changed)
    #expect(long.insert("x") == .refused)
  }

  @Test func `a single line takes no newline`() {
    var editor = TextEditor("a", isSingleLine: true)
    #expect(editor.take(.enter, columns: 9) == .ignored)
    #expect(editor.take(.up, columns: 9) == .ignored)
    #expect(editor.take(.paste("b\nc"), columns: 9) == .changed)
    #expect(editor.text == "ab c")
    #expect(editor.take(.home, columns: 2) == .moved)
    #expect(shown(editor) == "|ab c")
  }

  @Test func `a line that is wider than its room shows what is around the caret`() {
    var editor = TextEditor("192.168.1.20", isSingleLine: true)
    #expect(editor.window(columns: 6).run == CellRun("68.1.20".suffix(5)))
    #expect(editor.window(columns: 6).caretColumn == 5)
    #expect(editor.window(columns: 99).run == CellRun("192.168.1.20"))
    #expect(editor.window(columns: 99).caretColumn == 12)
    editor.moveCaret(to: 0)
    #expect(editor.window(columns: 6).run == CellRun("192.16"))
    #expect(editor.window(columns: 0).caretColumn == 0)
    let wide = TextEditor("会議会議", isSingleLine: true).window(columns: 6)
    #expect(wide.run == CellRun("会議"))
    #expect(wide.caretColumn == 4)
  }

  @Test func `what meets becomes one character, as in the text`() {
    #expect(after("e|x", .character("\u{301}")) == "e\u{301}|x")
    var editor = TextEditor("\rx\n")
    editor.moveCaret(to: 2)
    _ = editor.take(.backspace, columns: 9)
    #expect(editor.characters == ["\r\n"])
  }

  @Test(arguments: Seeds.first(20))
  func `the characters are always those of the text`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let pool = [
      "a", "b ", "\n", "é", "e", "\u{301}", "会", "🇫", "🇷", "🇫🇷", "👩", "\u{200D}", "💻", "🏽",
      "\r", "\r\n", "\u{1100}", "\u{1161}", "क", "\u{94D}", "\u{202F}", "\u{600}", "x\ny",
    ]
    let keys: [Key] = [
      .left, .right, .up, .down, .home, .end, .backspace, .delete, .control("w"), .control("k"),
      .control("u"), .pageUp, .shiftRight,
    ]
    var editor = TextEditor("", byteLimit: 300)
    var text = ""
    for step in 0..<400 {
      if random.number(in: 0...2) > 0 {
        let added = random.one(of: pool)
        let before = String(editor.characters[..<editor.caret])
        let after = String(editor.characters[editor.caret...])
        if editor.insert(added) == .changed { text = before + added + after }
      } else {
        _ = editor.take(random.one(of: keys), columns: random.number(in: 1...20))
        text = editor.text
      }
      try #require(editor.characters == Array(text), "seed \(seed), step \(step)")
      #expect(editor.byteCount == text.utf8.count && editor.byteCount <= 300)
      #expect((0...editor.characters.count).contains(editor.caret))
    }
  }
}
