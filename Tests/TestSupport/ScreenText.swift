package import BoardUI

/// A screen as rows that a reader can see: the characters, then a letter for each style, then what
/// each letter stands for.
package struct ScreenText: Equatable, Sendable {
  package let rows: [String]

  package init(_ screen: Screen) {
    var letters = StyleLetters()
    var text: [String] = []
    var styles: [String] = []
    for row in 0..<screen.rows {
      let cells = screen.cells[row * screen.columns..<(row + 1) * screen.columns]
      text.append("│" + cells.map(\.text.string).joined() + "│")
      styles.append("│" + cells.map { String(letters.letter(for: $0.style)) }.joined() + "│")
    }
    var rows = ["\(screen.columns)×\(screen.rows)"] + text + [""] + styles + [""] + letters.legend
    if let caret = screen.caret { rows.append("caret at \(caret.column), \(caret.row)") }
    self.rows = rows
  }
}

/// Gives each style the next letter; the first, which is the ground, a dot.
private struct StyleLetters {
  private var known: [Style: Character] = [:]
  private(set) var legend: [String] = []

  mutating func letter(for style: Style) -> Character {
    if let letter = known[style] { return letter }
    let alphabet = Array(".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let letter = known.count < alphabet.count ? alphabet[known.count] : "?"
    known[style] = letter
    legend.append("\(letter) = \(Self.words(style))")
    return letter
  }

  private static func words(_ style: Style) -> String {
    var words = "\(name(style.foreground)) on \(name(style.background))"
    if style.traits.contains(.bold) { words += " bold" }
    if style.traits.contains(.dim) { words += " dim" }
    if style.traits.contains(.underline) { words += " underline" }
    if style.traits.contains(.reverse) { words += " reverse" }
    return words
  }

  private static func name(_ color: CellColor) -> String {
    switch color {
    case .terminalDefault: return "default"
    case .palette(let index): return String(index)
    case .rgb(let rgb):
      let digits = String(rgb, radix: 16)
      return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
  }
}
