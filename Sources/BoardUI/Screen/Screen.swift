/// A colour of one cell, already resolved for a terminal.
package enum CellColor: Hashable, Sendable {
  case terminalDefault
  /// 0 to 15 or 0 to 255, as the terminal has them.
  case palette(UInt8)
  /// 0xRRGGBB.
  case rgb(UInt32)
}

/// How a cell is drawn.
package struct Style: Hashable, Sendable {
  package var foreground: CellColor
  package var background: CellColor
  package var traits: Traits

  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Traits(rawValue: 1)
    package static let dim = Traits(rawValue: 2)
    package static let underline = Traits(rawValue: 4)
    package static let reverse = Traits(rawValue: 8)
  }

  package init(
    _ foreground: CellColor = .terminalDefault,
    on background: CellColor = .terminalDefault,
    _ traits: Traits = []
  ) {
    self.foreground = foreground
    self.background = background
    self.traits = traits
  }
}

/// One place of the grid.
///
/// A wide character fills its own cell and the one to its right.
package struct Cell: Hashable, Sendable {
  /// What is drawn, safe for a terminal: a base and at most four combining marks.
  ///
  /// Empty in the right half of a wide character.
  package var text: CellText
  /// 1 or 2; 0 marks the right half of a wide character.
  package var width: UInt8
  package var style: Style

  package init(_ text: CellText, width: UInt8 = 1, style: Style) {
    self.text = text
    self.width = width
    self.style = style
  }
}

/// Up to five Unicode scalars, without an allocation.
package struct CellText: Hashable, Sendable {
  package var base: UInt32
  package var marks: SIMD4<UInt32>

  package init(_ base: Unicode.Scalar, marks: SIMD4<UInt32> = .zero) {
    self.base = base.value
    self.marks = marks
  }

  private init(unused: Void) {
    base = 0
    marks = .zero
  }

  /// The right half of a wide character.
  package static let none = CellText(unused: ())
  package static let space = CellText(" ")
}

/// A grid of cells: what is drawn.
///
/// A value; compares whole.
package struct Screen: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// Row by row.
  package var cells: [Cell]
  /// Where the terminal's own cursor is shown, if anywhere.
  package var caret: ScreenPoint?

  package init(columns: Int, rows: Int, fill: Cell = Cell(.space, style: Style())) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: fill, count: self.columns * self.rows)
  }
}

/// A place on the screen, from the top left, from 0.
package struct ScreenPoint: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
