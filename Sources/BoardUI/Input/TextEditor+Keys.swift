extension TextEditor {
  /// Does what a key means in a text that is wrapped at so many columns.
  package mutating func take(_ key: Key, columns: Int) -> Outcome {
    switch key {
    case .character(let character): insert(String(character))
    case .control(let letter): takeControl(letter, columns: columns)
    case .enter: isSingleLine ? .ignored : insert("\n")
    case .backspace: remove(max(0, caret - 1)..<caret)
    case .delete: remove(caret..<min(caret + 1, characters.count))
    case .left: move(to: caret - 1)
    case .right: move(to: caret + 1)
    case .up: moveRows(-1, columns: columns)
    case .down: moveRows(1, columns: columns)
    case .home: moveInRow(toEnd: false, columns: columns)
    case .end: moveInRow(toEnd: true, columns: columns)
    case .pageUp: moveRows(-10, columns: columns)
    case .pageDown: moveRows(10, columns: columns)
    case .shiftLeft: move(to: wordStart(before: caret))
    case .shiftRight: move(to: wordEnd(after: caret))
    case .escape, .tab, .backTab, .insert, .shiftUp, .shiftDown, .function: .ignored
    }
  }

  /// The editing keys of a shell, by letter.
  private mutating func takeControl(_ letter: Character, columns: Int) -> Outcome {
    switch letter {
    case "a": moveInRow(toEnd: false, columns: columns)
    case "e": moveInRow(toEnd: true, columns: columns)
    case "u": remove(lineStart..<caret)
    case "k": remove(caret..<lineEnd)
    case "w": remove(wordStart(before: caret)..<caret)
    default: .ignored
    }
  }

  private mutating func move(to offset: Int) -> Outcome {
    let before = caret
    moveCaret(to: offset)
    return caret == before ? .ignored : .moved
  }

  /// Up or down by rows as they are seen; beyond the first or last row to the end of the text.
  private mutating func moveRows(_ count: Int, columns: Int) -> Outcome {
    guard !isSingleLine else { return .ignored }
    let before = caret
    let wrapping = TextWrapping(characters, columns: columns)
    let place = wrapping.exactPlace(of: caret, in: characters)
    let goal = goalColumn ?? place.column
    goalColumn = goal
    let row = place.row + count
    if row < 0, place.row == 0 {
      moveCaretKeepingGoal(to: 0)
    } else if row >= wrapping.rows.count, place.row == wrapping.rows.count - 1 {
      moveCaretKeepingGoal(to: characters.count)
    } else {
      moveCaretKeepingGoal(to: wrapping.offset(row: row, column: goal, in: characters))
    }
    return caret == before ? .ignored : .moved
  }

  private mutating func moveInRow(toEnd: Bool, columns: Int) -> Outcome {
    guard !isSingleLine else { return move(to: toEnd ? characters.count : 0) }
    let wrapping = TextWrapping(characters, columns: columns)
    let row = wrapping.rowIndex(of: caret)
    return move(to: wrapping.offset(row: row, column: toEnd ? .max : 0, in: characters))
  }

  /// Behind the newline before the caret.
  private var lineStart: Int {
    characters[..<caret].lastIndex { $0.endsLine }.map { $0 + 1 } ?? 0
  }

  private var lineEnd: Int {
    characters[caret...].firstIndex { $0.endsLine } ?? characters.count
  }

  /// The start of the word before a place, over the spaces between.
  private func wordStart(before place: Int) -> Int {
    var offset = place
    while offset > 0, characters[offset - 1].isWhitespace { offset -= 1 }
    while offset > 0, !characters[offset - 1].isWhitespace { offset -= 1 }
    return offset
  }

  private func wordEnd(after place: Int) -> Int {
    var offset = place
    while offset < characters.count, characters[offset].isWhitespace { offset += 1 }
    while offset < characters.count, !characters[offset].isWhitespace { offset += 1 }
    return offset
  }
}

extension TextEditor {
  /// The part of a single line that fits so many columns around the caret, and the caret's column
  /// in it: for a prompt that is narrower than its text.
  package func window(columns: Int) -> (run: CellRun, caretColumn: Int) {
    let limit = max(1, columns)
    var start = caret
    var before = 0
    while start > 0 {
      let width = TextWidth.columns(of: characters[start - 1])
      if before + width > limit - 1 { break }
      before += width
      start -= 1
    }
    var end = start
    var all = 0
    while end < characters.count {
      all += TextWidth.columns(of: characters[end])
      if all > limit { break }
      end += 1
    }
    return (CellRun(characters[start..<end]), before)
  }
}
