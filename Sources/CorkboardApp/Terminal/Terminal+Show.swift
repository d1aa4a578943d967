import BoardUI
import CTerminal

/// A style as the terminal takes it.
struct CellInk {
  let pair: Int32
  let traits: UInt32
}

extension Terminal {
  /// Makes the terminal show a screen, sending only what is different from the last one.
  ///
  /// Returns false, with nothing sent, when the terminal takes no output now: show it again when
  /// `isWritable`. A screen of another size than `size` is cut, or leaves the rest as it is.
  func show(_ screen: Screen) -> Bool {
    let isChanged = shown != screen
    guard isChanged || mustPresent else { return true }
    guard isWritable else { return false }
    if isChanged { push(screen) }
    if let caret = screen.caret, caret.row < size.rows, caret.column < size.columns {
      cterminal_caret(Int32(caret.row), Int32(caret.column))
    } else {
      cterminal_caret(-1, 0)
    }
    cterminal_present()
    mustPresent = false
    shown = screen
    return true
  }

  private func push(_ screen: Screen) {
    let rows = min(screen.rows, size.rows)
    let columns = min(screen.columns, size.columns)
    guard columns > 0 else { return }
    let isSameShape = shown?.columns == screen.columns && shown?.rows == screen.rows
    let old = isSameShape ? shown?.cells : nil
    screen.cells.withUnsafeBufferPointer { cells in
      for row in 0..<rows {
        let start = row * screen.columns
        let new = UnsafeBufferPointer(rebasing: cells[start..<start + columns])
        var span = 0..<columns
        if let old {
          span = old.withUnsafeBufferPointer {
            Terminal.changes(from: .init(rebasing: $0[start..<start + columns]), to: new)
          }
        }
        if !span.isEmpty { push(new, span, row: row) }
      }
    }
  }

  /// The columns from the first to the last change, never beginning inside a wide character.
  static func changes(
    from old: UnsafeBufferPointer<Cell>,
    to new: UnsafeBufferPointer<Cell>
  ) -> Range<Int> {
    var first = 0
    var end = new.count
    while first < end && old[first] == new[first] { first += 1 }
    while end > first && old[end - 1] == new[end - 1] { end -= 1 }
    while first < end && first > 0 && new[first].width == 0 { first -= 1 }
    return first..<end
  }

  private func push(_ cells: UnsafeBufferPointer<Cell>, _ span: Range<Int>, row index: Int) {
    row.removeAll(keepingCapacity: true)
    var covered = span.lowerBound
    for column in span where column >= covered {
      let cell = cells[column]
      let isWide = cell.width == 2 && column + 1 < cells.count
      // Half a wide character has no place at the edge, and a right half none without its left.
      let isWhole = cell.width == 1 || isWide
      row.append(converted(isWhole ? cell : Cell(.space, style: cell.style)))
      covered = column + (isWide ? 2 : 1)
    }
    cterminal_put(Int32(index), Int32(span.lowerBound), row, row.count)
  }

  private func converted(_ cell: Cell) -> cterminal_cell {
    let ink = ink(of: cell.style)
    let marks = cell.text.marks
    return cterminal_cell(
      text: (cell.text.base, marks[0], marks[1], marks[2], marks[3]),
      width: Int32(cell.width),
      pair: ink.pair,
      traits: ink.traits
    )
  }

  private func ink(of style: Style) -> CellInk {
    // Nearly always that of the cell before.
    if let last = lastInk, last.style == style { return last.ink }
    let ink = stylesMade[style] ?? make(style)
    lastInk = (style, ink)
    return ink
  }

  private func make(_ style: Style) -> CellInk {
    // Themes have some hundred styles; whatever makes more must not make memory grow.
    if stylesMade.count >= 4096 { stylesMade.removeAll() }
    let pair = cterminal_pair(
      palette.number(of: style.foreground),
      palette.number(of: style.background)
    )
    let ink = CellInk(pair: pair, traits: Terminal.traits(style.traits))
    stylesMade[style] = ink
    return ink
  }

  private static func traits(_ traits: Style.Traits) -> UInt32 {
    var bits: UInt32 = 0
    if traits.contains(.bold) { bits |= CTERMINAL_BOLD.rawValue }
    if traits.contains(.dim) { bits |= CTERMINAL_DIM.rawValue }
    if traits.contains(.underline) { bits |= CTERMINAL_UNDERLINE.rawValue }
    if traits.contains(.reverse) { bits |= CTERMINAL_REVERSE.rawValue }
    return bits
  }
}
