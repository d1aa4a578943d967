/// The lines of a box.
package struct BorderStyle: Hashable, Sendable {
  package var topLeft: Unicode.Scalar
  package var topRight: Unicode.Scalar
  package var bottomLeft: Unicode.Scalar
  package var bottomRight: Unicode.Scalar
  package var horizontal: Unicode.Scalar
  package var vertical: Unicode.Scalar

  /// Six characters of one column: the corners row by row, then across and down.
  private init(
    _ scalars: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar),
    _ horizontal: Unicode.Scalar,
    _ vertical: Unicode.Scalar
  ) {
    (topLeft, topRight, bottomLeft, bottomRight) = scalars
    self.horizontal = horizontal
    self.vertical = vertical
  }

  package static let rounded = BorderStyle(("╭", "╮", "╰", "╯"), "─", "│")
  package static let heavy = BorderStyle(("┏", "┓", "┗", "┛"), "━", "┃")
  package static let double = BorderStyle(("╔", "╗", "╚", "╝"), "═", "║")
  package static let ascii = BorderStyle(("+", "+", "+", "+"), "-", "|")
  /// ASCII for what the heavy and the double border say elsewhere.
  package static let asciiHeavy = BorderStyle(("#", "#", "#", "#"), "=", "#")
}
