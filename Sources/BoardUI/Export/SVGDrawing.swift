import BoardCore

/// A board as a picture: notes as rounded rectangles in their colors, with their text in rows.
struct SVGDrawing {
  let text: String

  /// The size of one cell of the board, in the picture's units.
  private static let cell = (width: 10, height: 20)
  /// Cells of ground around all notes.
  private static let margin = (columns: 3, rows: 2)

  init(_ board: BoardPicture) {
    let frames = board.notes.map { BoardFrame($0) }
    let left = (frames.map(\.x).min() ?? 0) - Self.margin.columns
    let top = (frames.map(\.y).min() ?? 0) - Self.margin.rows
    let right = (frames.map(\.right).max() ?? 40) + Self.margin.columns
    let bottom = (frames.map(\.bottom).max() ?? 10) + Self.margin.rows
    let width = (right - left) * Self.cell.width
    let height = (bottom - top) * Self.cell.height
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
        + #"width="\#(width)" height="\#(height)" font-family="monospace" font-size="16">"#,
      "<title>\(Self.escaped(board.title))</title>",
      #"<rect width="100%" height="100%" fill="\#(Self.color(Theme.ground))"/>"#,
    ]
    for (note, frame) in zip(board.notes, frames) {
      lines += Self.lines(of: note, column: frame.x - left, row: frame.y - top, frame)
    }
    text = lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func lines(
    of note: NotePicture,
    column: Int,
    row: Int,
    _ frame: BoardFrame
  ) -> [String] {
    let paint = Theme.paint(.note(note.color, .plain))
    let layout = NoteLayout(width: frame.width, height: frame.height)
    let shape =
      #"<rect x="\#(column * cell.width)" y="\#(row * cell.height)" "#
      + #"width="\#(frame.width * cell.width)" height="\#(frame.height * cell.height)" rx="10" "#
      + #"fill="\#(color(paint.background))"/>"#
    let runs = TextWrapping.runs(of: note.text, columns: layout.columns, limit: layout.rows).runs
    var lines = [#"<g fill="\#(color(paint.foreground))">"#, shape]
    for (index, run) in runs.enumerated() {
      let text = run.glyphs.map(\.text.string).joined()
      guard text.contains(where: { $0 != " " }) else { continue }
      let x = (column + layout.left) * cell.width
      let y = (row + layout.top + index) * cell.height + 15
      // The length keeps rows inside their note whatever font the viewer has.
      lines.append(
        #"<text x="\#(x)" y="\#(y)" textLength="\#(run.columns * cell.width)" "#
          + #"lengthAdjust="spacingAndGlyphs" xml:space="preserve">\#(escaped(text))</text>"#
      )
    }
    return lines + ["</g>"]
  }

  private static func color(_ rgb: UInt32) -> String {
    "#" + BoardExport.hexadecimal(rgb, digits: 6)
  }

  /// Text that means nothing but itself in XML.
  ///
  /// What XML cannot hold, and what a terminal that shows the file would obey, becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += " "
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      case _ where scalar.controlsDisplay: result += "\u{FFFD}"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
