/// Draws into a screen, within a clip.
///
/// Columns and rows are those of the screen and may lie anywhere; what is outside of the clip is not
/// drawn. Whatever covers half of a wide character blanks the other half, and a wide character that
/// does not fit the clip becomes a space: no row ever holds a broken half. A flag counts as wide.
///
///     var canvas = Canvas(Screen(columns: 80, rows: 24))
///     canvas.box(rect, .rounded, style: style)
///     canvas.within(rect.inset(by: 1)) { $0.put("text", column: 3, row: 2, style: style) }
///     return canvas.screen
package struct Canvas {
  package private(set) var screen: Screen
  package private(set) var clip: Rect

  package init(_ screen: Screen) {
    self.screen = screen
    clip = Rect(left: 0, top: 0, width: screen.columns, height: screen.rows)
  }

  package init(columns: Int, rows: Int, fill: Cell = Cell(.space, style: Style())) {
    self.init(Screen(columns: columns, rows: rows, fill: fill))
  }

  /// Draws with a smaller clip: the part that the given one and the present one have in common.
  package mutating func within(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
    let outer = clip
    clip = clip.intersection(rect)
    draw(&self)
    clip = outer
  }

  /// Shows the terminal's cursor there, if that is inside the clip.
  package mutating func placeCaret(column: Int, row: Int) {
    if clip.contains(column: column, row: row) {
      screen.caret = ScreenPoint(column: column, row: row)
    }
  }

  /// Draws one glyph.
  package mutating func put(_ glyph: Glyph, column: Int, row: Int, style: Style) {
    if glyph.width == 1 {
      putNarrow(glyph.text, column: column, row: row, style: style)
    } else {
      putWide(glyph, column: column, row: row, style: style)
    }
  }

  /// Draws a run from a column on and returns the column behind it.
  @discardableResult
  package mutating func put(_ run: CellRun, column: Int, row: Int, style: Style) -> Int {
    var column = column
    for glyph in run.glyphs {
      guard column < clip.right else { break }
      put(glyph, column: column, row: row, style: style)
      column += Int(glyph.width)
    }
    return column
  }

  /// Draws text after making it safe, and returns the column behind it.
  @discardableResult
  package mutating func put(_ text: String, column: Int, row: Int, style: Style) -> Int {
    guard row >= clip.top, row < clip.bottom, column < clip.right else { return column }
    return put(CellRun(text), column: column, row: row, style: style)
  }

  /// Changes the style of one cell, which must be inside the screen.
  mutating func restyle(column: Int, row: Int, _ change: (inout Style) -> Void) {
    change(&screen.cells[row * screen.columns + column].style)
  }

  private mutating func putNarrow(_ text: CellText, column: Int, row: Int, style: Style) {
    guard clip.contains(column: column, row: row) else { return }
    release(column: column, row: row)
    screen.cells[row * screen.columns + column] = Cell(text, style: style)
  }

  private mutating func putWide(_ glyph: Glyph, column: Int, row: Int, style: Style) {
    guard clip.contains(column: column, row: row), clip.contains(column: column + 1, row: row)
    else {
      putNarrow(.space, column: column, row: row, style: style)
      putNarrow(.space, column: column &+ 1, row: row, style: style)
      return
    }
    release(column: column, row: row)
    release(column: column + 1, row: row)
    let index = row * screen.columns + column
    if let partner = glyph.flagPartner, let first = Unicode.Scalar(glyph.text.base) {
      screen.cells[index] = Cell(CellText(first), style: style)
      screen.cells[index + 1] = Cell(CellText(partner), style: style)
    } else {
      screen.cells[index] = Cell(glyph.text, width: 2, style: style)
      screen.cells[index + 1] = Cell(.none, width: 0, style: style)
    }
  }

  /// Makes a cell free for another character: blanks the other half of what is there.
  private mutating func release(column: Int, row: Int) {
    let index = row * screen.columns + column
    let cell = screen.cells[index]
    if cell.width == 2 {
      blank(index + 1)
      blank(index)
    } else if cell.width == 0 {
      blank(index - 1)
      blank(index)
    } else if CellText.isFlagLetter(cell.text.base) {
      releaseFlag(column: column, row: row)
    }
  }

  /// Flags stand in rows of letters, paired from the left: blanks the pair that holds the column.
  private mutating func releaseFlag(column: Int, row: Int) {
    let start = row * screen.columns
    var first = column
    while first > 0, CellText.isFlagLetter(screen.cells[start + first - 1].text.base) { first -= 1 }
    let pair = start + column - (column - first) % 2
    blank(pair)
    blank(pair + 1)
  }

  private mutating func blank(_ index: Int) {
    screen.cells[index].text = .space
    screen.cells[index].width = 1
  }
}
