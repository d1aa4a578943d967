import BoardUI
import Testing

/// The one table of keys.
struct KeyBindingsTests {
  @Test(arguments: KeyContext.allCases)
  func `no key means two things in one context`(context: KeyContext) {
    let keys = KeyBindings.all.filter { $0.context == context }.flatMap(\.keys).map(\.key)
    #expect(!keys.isEmpty)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `what works anywhere is bound nowhere else`() {
    let anywhere = KeyBindings.all.filter { $0.context == .anywhere }.flatMap(\.keys).map(\.key)
    let elsewhere = KeyBindings.all.filter { $0.context != .anywhere }.flatMap(\.keys).map(\.key)
    #expect(Set(anywhere).isDisjoint(with: elsewhere))
  }

  @Test func `every row says what its keys do, and names each of them`() {
    for row in KeyBindings.all {
      #expect(!row.words.isEmpty)
      let words = row.label.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
      for press in row.keys where !Self.isArrow(press.key) {
        #expect(words.contains(Self.name(press.key)) || Self.silent.contains(press.key), "\(row)")
      }
    }
  }

  @Test func `the banner's keys are free on the board`() {
    for key in KeyBindings.all.filter({ $0.context == .banner }).flatMap(\.keys).map(\.key) {
      #expect(KeyBindings.action(of: key, in: .board) == nil)
    }
  }

  @Test func `every key of the editor's rows does something there`() {
    for row in KeyBindings.all where row.context == .edit {
      for press in row.keys where press.action == .text(.type) {
        var editor = TextEditor("one two\nthree four\nfive six")
        editor.moveCaret(to: 15)
        #expect(editor.take(press.key, columns: 20) != .ignored, "\(press.key)")
      }
    }
  }

  @Test func `the README's table has a part for each context and a row for each binding`() {
    let lines = KeyBindings.markdown.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("**") }.count == KeyContext.allCases.count)
    #expect(
      lines.filter { $0.hasPrefix("| `") || $0.hasPrefix("| arrows") }.count
        == KeyBindings.all.count
    )
    #expect(lines.contains("| `h` `j` `k` `l`, arrows | focus the next note that way |"))
    #expect(lines.contains("| `m`, `Space` | lift the note to move it |"))
  }

  /// Bound besides what the label names, because some keyboards lack the named ones.
  private static let silent: Set<Key> = [.pageDown, .pageUp, .character(" ")]

  private static func isArrow(_ key: Key) -> Bool {
    [.left, .right, .up, .down, .shiftLeft, .shiftRight, .shiftUp, .shiftDown].contains(key)
  }

  private static func name(_ key: Key) -> String {
    switch key {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .insert, .up, .down, .left, .right, .shiftUp, .shiftDown, .shiftLeft, .shiftRight,
      .function:
      ""
    }
  }
}
