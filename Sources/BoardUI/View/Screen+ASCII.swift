extension Screen {
  /// The same screen in ASCII, for terminals without UTF-8 or with wide lines: lines and marks of
  /// the interface are replaced, each by one character.
  ///
  /// Letters of notes stay.
  package var inASCII: Screen {
    var screen = self
    for index in screen.cells.indices where screen.cells[index].width == 1 {
      guard screen.cells[index].text.base > 0x7E,
        let scalar = Unicode.Scalar(screen.cells[index].text.base),
        let plain = Self.plain[scalar]
      else { continue }
      screen.cells[index].text = CellText(plain)
    }
    return screen
  }

  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|",
    "┏": "#", "┓": "#", "┗": "#", "┛": "#", "━": "=", "┃": "#",
    "╔": "#", "╗": "#", "╚": "#", "╝": "#", "═": "=", "║": "#",
    "╌": "-", "╎": ":", "▀": " ", "·": ".", "•": "*", "…": "~",
    "●": "*", "◌": "?", "✕": "x", "✎": ">", "⌂": "@", "–": "-", "×": "x",
    "“": "\"", "”": "\"",
  ]
}
