import BoardCore

/// A board drawn with characters, as a terminal without colors shows it.
///
/// Gaps between notes that are wider than a screen are shortened.
struct TextDrawing {
  let text: String

  /// The most empty columns and rows that stay between notes.
  private static let gap = (columns: 40, rows: 10)
  /// Cells that a drawing may have.
  private static let limit = 4_000_000

  init(_ board: BoardPicture) throws(TransferError) {
    let frames = board.notes.map { BoardFrame($0) }
    let columns = Self.squeezed(frames.map { $0.x..<$0.right }, gap: Self.gap.columns)
    let rows = Self.squeezed(frames.map { $0.y..<$0.bottom }, gap: Self.gap.rows)
    let width = columns.ends
    let height = rows.ends
    guard width == 0 || height <= Self.limit / width else {
      throw TransferError("the board is too large to be drawn as text: export it as md or svg")
    }
    var canvas = Canvas(columns: width, rows: height)
    for (index, note) in board.notes.enumerated() {
      let rect = Rect(
        left: columns.starts[index],
        top: rows.starts[index],
        width: frames[index].width,
        height: frames[index].height
      )
      Self.draw(note, in: rect, &canvas)
    }
    let title = CellRun.safeLine(board.title, columns: 200).glyphs.map(\.text.string).joined()
    text = ([title, ""] + Self.lines(of: canvas.screen)).joined(separator: "\n") + "\n"
  }

  private static func draw(_ note: NotePicture, in rect: Rect, _ canvas: inout Canvas) {
    let layout = NoteLayout(width: rect.width, height: rect.height)
    canvas.fill(rect, style: Style())
    canvas.box(rect, .rounded, style: Style())
    let left = rect.left + layout.left
    let top = rect.top + layout.top
    let (runs, isCut) = TextWrapping.runs(
      of: note.text,
      columns: layout.columns,
      limit: layout.rows
    )
    let inside = Rect(left: left, top: top, width: layout.columns, height: layout.rows)
    canvas.within(inside) { canvas in
      for (index, run) in runs.enumerated() {
        canvas.put(run, column: left, row: top + index, style: Style())
      }
    }
    if isCut, rect.width >= 6 {
      canvas.put(" … ", column: rect.right - 5, row: rect.bottom - 1, style: Style())
    }
  }

  private static func lines(of screen: Screen) -> [String] {
    (0..<screen.rows).map { row in
      let cells = screen.cells[row * screen.columns..<(row + 1) * screen.columns]
      let line = cells.map(\.text.string).joined()
      guard let end = line.lastIndex(where: { $0 != " " }) else { return "" }
      return String(line[...end])
    }
  }

  /// New starts for spans, the first at 0, with the gaps between them shortened.
  private static func squeezed(
    _ spans: [Range<Int>],
    gap: Int
  ) -> (starts: [Int], ends: Int) {
    var starts = Array(repeating: 0, count: spans.count)
    var end = 0
    var covered: Int?
    var shift = 0
    for index in spans.indices.sorted(by: { spans[$0].lowerBound < spans[$1].lowerBound }) {
      let span = spans[index]
      let empty = covered.map { span.lowerBound - $0 } ?? 0
      if covered == nil { shift = span.lowerBound }
      if empty > gap { shift += empty - gap }
      covered = max(covered ?? span.upperBound, span.upperBound)
      starts[index] = span.lowerBound - shift
      end = max(end, span.upperBound - shift)
    }
    return (starts, end)
  }
}
