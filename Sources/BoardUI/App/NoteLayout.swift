/// Where the text of a note goes inside its border.
package struct NoteLayout: Equatable, Sendable {
  /// From the top left corner of the note.
  package let left: Int
  package let top = 1
  package let columns: Int
  package let rows: Int

  /// A border all around, and a column of air at each side where there is room for it.
  package init(width: Int, height: Int) {
    left = width >= 8 ? 2 : 1
    columns = max(1, width - 2 * left)
    rows = max(1, height - 2)
  }

  init(_ frame: BoardFrame) { self.init(width: frame.width, height: frame.height) }
}
