/// Text under a caret: the editor of a note, and the line of a prompt.
///
/// Feed it whatever arrives while it is open, with the width at which the text is wrapped on screen;
/// what it answers `ignored` to is not its business (Escape, Tab, Enter in a prompt):
///
///     var editor = TextEditor(note.text, byteLimit: 16_384)
///     switch editor.take(input, columns: rect.width - 2) { … }
///     let wrapping = TextWrapping(editor.characters, columns: rect.width - 2)
///     let caret = wrapping.place(of: editor.caret, in: editor.characters)
///
/// `characters` is always exactly `Array(text)`: marks and joiners that arrive one by one, and halves
/// that meet after a deletion, become one Character as they do in the text.
package struct TextEditor: Equatable, Sendable {
  /// What became of an input.
  package enum Outcome: Equatable, Sendable {
    case changed
    case moved
    /// The text would be longer than the limit: nothing was changed. Say so.
    case refused
    case ignored
  }

  package private(set) var characters: [Character]
  /// The Character that the caret stands before; `characters.count` at the end.
  package private(set) var caret: Int
  /// In UTF-8.
  ///
  /// Text that was longer from the start is kept and may only shrink.
  package let byteLimit: Int
  /// Newlines become spaces, Enter, up and down are left to others.
  package let isSingleLine: Bool
  /// The length of the text in UTF-8.
  package private(set) var byteCount: Int
  /// The column to which up and down return.
  var goalColumn: Int?

  /// The caret starts at the end.
  package init(_ text: String = "", byteLimit: Int = 16_384, isSingleLine: Bool = false) {
    characters = Array(text)
    caret = characters.count
    byteCount = text.utf8.count
    self.byteLimit = byteLimit
    self.isSingleLine = isSingleLine
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }

  /// Does what an input means in a text that is wrapped at so many columns.
  package mutating func take(_ input: TerminalInput, columns: Int) -> Outcome {
    switch input {
    case .key(let key): take(key, columns: columns)
    case .paste(let text): insert(text)
    case .focusGained, .focusLost: .ignored
    }
  }

  /// Inserts text at the caret and moves behind it, or refuses all of it.
  package mutating func insert(_ text: String) -> Outcome {
    let added = isSingleLine ? String(text.map { $0.isNewline ? " " : $0 }) : text
    guard !added.isEmpty else { return .ignored }
    let (total, overflow) = byteCount.addingReportingOverflow(added.utf8.count)
    guard !overflow, total <= byteLimit else { return .refused }
    replace(caret..<caret, with: added)
    return .changed
  }

  /// Moves the caret; outside of the text it stops at the nearest end.
  package mutating func moveCaret(to offset: Int) {
    caret = min(max(0, offset), characters.count)
    goalColumn = nil
  }

  mutating func moveCaretKeepingGoal(to offset: Int) {
    let goal = goalColumn
    moveCaret(to: offset)
    goalColumn = goal
  }

  /// Removes a range of Characters; the caret stands where it was.
  mutating func remove(_ range: Range<Int>) -> Outcome {
    guard !range.isEmpty else { return .ignored }
    replace(range, with: "")
    return .changed
  }

  /// The one place where the text changes.
  ///
  /// The caret ends behind what was inserted.
  private mutating func replace(_ range: Range<Int>, with added: String) {
    goalColumn = nil
    let removed = characters[range].reduce(0) { $0 + $1.utf8.count }
    byteCount += added.utf8.count - removed
    if isPlainJoint(range, added) {
      characters.replaceSubrange(range, with: added)
      caret = range.lowerBound + added.utf8.count
      return
    }
    // What is inserted or comes together may join its neighbors: the line is read anew.
    let line = lineBounds(around: range)
    let before = String(characters[line.lowerBound..<range.lowerBound]) + added
    let anew = Array(before + String(characters[range.upperBound..<line.upperBound]))
    characters.replaceSubrange(line, with: anew)
    caret = line.lowerBound + Self.offset(behind: before.utf8.count, in: anew)
  }

  /// Printable ASCII all around joins nothing.
  private func isPlainJoint(_ range: Range<Int>, _ added: String) -> Bool {
    let isPlain = { (character: Character) in
      character.soleByte == 0x0A || character.printableASCII != nil
    }
    return (range.lowerBound == 0 || isPlain(characters[range.lowerBound - 1]))
      && (range.upperBound == characters.count || isPlain(characters[range.upperBound]))
      && added.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 < 0x7F }
  }

  /// The lines that a range touches, with the newline at their end: nothing joins across one.
  private func lineBounds(around range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    while lower > 0, !characters[lower - 1].endsLine { lower -= 1 }
    var upper = range.upperBound
    while upper < characters.count {
      upper += 1
      if characters[upper - 1].endsLine { break }
    }
    return lower..<upper
  }

  /// The first boundary of Characters at or behind so many bytes.
  private static func offset(behind bytes: Int, in characters: [Character]) -> Int {
    var sum = 0
    var offset = 0
    while sum < bytes, offset < characters.count {
      sum += characters[offset].utf8.count
      offset += 1
    }
    return offset
  }
}
