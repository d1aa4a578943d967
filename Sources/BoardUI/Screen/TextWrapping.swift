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
    if let plain = plainRuns(of: text, columns: columns, limit: limit) { return plain }
    let wrapping = TextWrapping(text, columns: columns, limit: limit)
    let seen = Array(text.prefix(wrapping.rows.last?.range.upperBound ?? 0))
    let runs = wrapping.rows.map { CellRun(seen[$0.range], reaching: columns) }
    return (runs, wrapping.isCut)
  }

  /// The same for text that is printable ASCII as far as it is seen, many times faster; else nil.
  private static func plainRuns(
    of text: String,
    columns: Int,
    limit: Int
  ) -> (runs: [CellRun], isCut: Bool)? {
    var layout = RowLayout(columns: columns)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x0A: layout.takeNewline()
      case 0x20: layout.takeSpace(columns: 1)
      case 0x21..<0x7F: layout.takeVisible(columns: 1)
      default: return nil
      }
      bytes.append(byte)
      if layout.rows.count >= limit { break }
    }
    let isCut = layout.rows.count >= limit
    if !isCut { layout.finish() }
    let runs = layout.rows.map { CellRun(plain: bytes[$0.range].prefix(columns)) }
    return (runs, isCut)
  }
}
