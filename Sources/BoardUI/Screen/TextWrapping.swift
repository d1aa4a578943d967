/// Text laid out in rows of a width: where each row begins and ends, in Characters.
///
/// Words stay whole where they fit; longer ones are broken; between wide characters a row may always
/// end. Spaces at the end of a row hang over its edge and are not drawn, at most one width of them. Every newline starts a row,
/// so text that ends with one has an empty last row. Takes time in proportion to what it lays out.
package struct TextWrapping: Equatable, Sendable {
  /// One row of the layout.
  package struct Row: Equatable, Sendable {
    /// The Characters of the row, without the newline that ends it, with the spaces that hang over.
    package var range: Range<Int>
    /// A newline follows, which belongs to no row.
    package var endsWithNewline: Bool
  }

  package let columns: Int
  /// At least one.
  package private(set) var rows: [Row] = []
  /// Some text was not laid out because of the limit of rows.
  package private(set) var isCut = false

  /// Lays out the first `limit` rows and looks at nothing behind them.
  ///
  /// The width is at least 1.
  package init(_ text: some Sequence<Character>, columns: Int, limit: Int = .max) {
    self.columns = max(1, columns)
    var layout = RowLayout(columns: self.columns)
    for character in text {
      layout.take(character)
      if layout.rows.count >= max(1, limit) {
        isCut = true
        break
      }
    }
    if !isCut { layout.finish() }
    rows = Array(layout.rows.prefix(max(1, limit)))
  }
}

extension TextWrapping {
  /// The row and column at which a caret before the Character at `offset` stands.
  ///
  /// Where a row ends without a newline the caret stands at the start of the next. The column is
  /// inside the width, also behind a full row.
  package func place(of offset: Int, in text: [Character]) -> (row: Int, column: Int) {
    let (row, column) = exactPlace(of: offset, in: text)
    return (row, min(column, columns - 1))
  }

  /// As `place`, but the column behind a full row and behind spaces that hang over is beyond the
  /// width: `offset` leads back to the very same offset.
  package func exactPlace(of offset: Int, in text: [Character]) -> (row: Int, column: Int) {
    let row = rowIndex(of: offset)
    let range = rows[row].range
    let end = min(max(range.lowerBound, offset), range.upperBound, text.count)
    guard range.lowerBound < end else { return (row, 0) }
    return (row, TextWidth.columns(of: text[range.lowerBound..<end]))
  }

  /// The Character at a row and column, or the nearest place of that row where a caret can stand.
  package func offset(row: Int, column: Int, in text: [Character]) -> Int {
    let index = min(max(0, row), rows.count - 1)
    let range = rows[index].range
    var offset = range.lowerBound
    var end = 0
    while offset < min(range.upperBound, text.count) {
      end += TextWidth.columns(of: text[offset])
      if end > column { break }
      offset += 1
    }
    // Behind a row that runs on is the start of the next: stay on this one.
    let isSoftEnd = index + 1 < rows.count && !rows[index].endsWithNewline
    return isSoftEnd && offset == range.upperBound ? max(range.lowerBound, offset - 1) : offset
  }

  /// The row on which a caret before the Character at `offset` stands.
  package func rowIndex(of offset: Int) -> Int {
    var low = 0
    var high = rows.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows[middle].range.lowerBound <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

extension TextWrapping {
  /// The first rows of a text ready to be drawn, each no wider than it can be seen, and whether
  /// more text follows.
  ///
  /// Takes time in proportion to what is seen, however long the text is.
  package static func runs(
    of text: String,
    columns: Int,
    limit: Int
  ) -> (runs: [CellRun], isCut: Bool) {
    guard limit > 0, columns > 0 else { return ([], !text.isEmpty) }
    let wrapping = TextWrapping(text, columns: columns, limit: limit)
    let seen = Array(text.prefix(wrapping.rows.last?.range.upperBound ?? 0))
    let runs = wrapping.rows.map { CellRun(seen[$0.range], reaching: columns) }
    return (runs, wrapping.isCut)
  }
}

/// Rows in the making: takes one Character after the other, looks back at none.
private struct RowLayout {
  let columns: Int
  var rows: [TextWrapping.Row] = []
  private var offset = 0
  private var start = 0
  /// Columns of the row so far, without the spaces that hang over.
  private var used = 0
  /// The last place where the row may end, and the columns up to it.
  private var breakOffset = 0
  private var breakColumns = 0
  private var previousIsWide = false
  /// Spaces behind the edge.
  private var hanging = 0

  init(columns: Int) { self.columns = columns }

  mutating func take(_ character: Character) {
    if character == "\n" || character == "\r\n" {
      endRow(at: offset, newline: true)
      offset += 1
      begin(at: offset, used: 0)
      return
    }
    let width = TextWidth.columns(of: character)
    let isSpace = character == " " || character == "\t"
    let isWide = width > 1 && !isSpace
    hanging = isSpace && used >= columns ? hanging + 1 : 0
    if (isWide || previousIsWide) && !isSpace { markBreak() }
    if !isSpace, used + width > columns, offset > start { wrap(before: width) }
    if hanging > columns { endFullRow() }
    used += isSpace ? min(width, max(0, columns - used)) : width
    offset += 1
    previousIsWide = isWide
    if isSpace { markBreak() }
  }

  mutating func finish() { endRow(at: offset, newline: false) }

  private mutating func markBreak() {
    breakOffset = offset
    breakColumns = used
  }

  /// Ends the row at the last place where it may end, or right here inside a long word.
  private mutating func wrap(before width: Int) {
    if breakOffset > start {
      let rest = used - breakColumns
      endRow(at: breakOffset, newline: false)
      begin(at: breakOffset, used: rest)
    }
    if used + width > columns, offset > start {
      endRow(at: offset, newline: false)
      begin(at: offset, used: 0)
    }
  }

  /// Starts a row with spaces, behind one that holds all that it may.
  private mutating func endFullRow() {
    endRow(at: offset, newline: false)
    begin(at: offset, used: 0)
    hanging = 0
  }

  private mutating func begin(at place: Int, used rest: Int) {
    start = place
    used = rest
    breakOffset = place
    breakColumns = 0
    if rest == 0 { previousIsWide = false }
  }

  private mutating func endRow(at end: Int, newline: Bool) {
    rows.append(TextWrapping.Row(range: start..<end, endsWithNewline: newline))
  }
}
