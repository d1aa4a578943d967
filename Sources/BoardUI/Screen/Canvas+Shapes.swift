extension Canvas {
  /// Covers a rectangle with spaces of one style, or with another glyph of one column.
  package mutating func fill(_ rect: Rect, style: Style, _ scalar: Unicode.Scalar = " ") {
    let part = rect.intersection(clip)
    let glyph = Glyph(scalar)
    for row in part.top..<part.bottom {
      for column in part.left..<part.right {
        put(glyph, column: column, row: row, style: style)
      }
    }
  }

  /// Draws the border of a rectangle; its inside stays as it is.
  ///
  /// One row or column is a line.
  package mutating func box(_ rect: Rect, _ border: BorderStyle, style: Style) {
    guard !rect.isEmpty else { return }
    let right = rect.right - 1
    let bottom = rect.bottom - 1
    for column in columns(rect) {
      put(Glyph(border.horizontal), column: column, row: rect.top, style: style)
      put(Glyph(border.horizontal), column: column, row: bottom, style: style)
    }
    guard rect.height > 1 else { return }
    for row in rows(rect) {
      put(Glyph(border.vertical), column: rect.left, row: row, style: style)
      put(Glyph(border.vertical), column: right, row: row, style: style)
    }
    guard rect.width > 1 else { return }
    put(Glyph(border.topLeft), column: rect.left, row: rect.top, style: style)
    put(Glyph(border.topRight), column: right, row: rect.top, style: style)
    put(Glyph(border.bottomLeft), column: rect.left, row: bottom, style: style)
    put(Glyph(border.bottomRight), column: right, row: bottom, style: style)
  }

  /// Draws the ground of the board: dots that stay with the board when the view moves.
  ///
  /// `origin` is the place of the board's zero on the screen; a dot stands at every `spacing`
  /// columns and half as many rows from it.
  package mutating func dots(
    _ rect: Rect,
    origin: ScreenPoint,
    spacing: Int = 4,
    _ dot: Unicode.Scalar = "·",
    style: Style
  ) {
    let part = rect.intersection(clip)
    let across = max(1, spacing)
    let down = max(1, spacing / 2)
    for row in part.top..<part.bottom {
      let hasDots = (row &- origin.row).isMultiple(of: down)
      for column in part.left..<part.right {
        let isDot = hasDots && (column &- origin.column).isMultiple(of: across)
        put(Glyph(isDot ? dot : " "), column: column, row: row, style: style)
      }
    }
  }

  /// Changes the style of what is there already: a shadow, a caret, a selection.
  package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let part = rect.intersection(clip)
    for row in part.top..<part.bottom {
      for column in part.left..<part.right { restyle(column: column, row: row, change) }
    }
  }

  private func columns(_ rect: Rect) -> Range<Int> {
    let part = rect.intersection(clip)
    return part.left..<part.right
  }

  private func rows(_ rect: Rect) -> Range<Int> {
    let part = rect.intersection(clip)
    return part.top..<part.bottom
  }
}
