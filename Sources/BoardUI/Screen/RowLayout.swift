/// Rows in the making: takes one Character after the other, looks back at none.
struct RowLayout {
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
    if character.endsLine {
      takeNewline()
    } else if character.soleByte == 0x20 || character.soleByte == 0x09 {
      takeSpace(columns: character.soleByte == 0x20 ? 1 : 2)
    } else {
      takeVisible(columns: TextWidth.columns(of: character))
    }
  }

  mutating func takeNewline() {
    endRow(at: offset, newline: true)
    offset += 1
    begin(at: offset, used: 0)
  }

  mutating func takeSpace(columns width: Int) {
    hanging = used >= columns ? hanging + 1 : 0
    if hanging > columns { endFullRow() }
    used += min(width, max(0, columns - used))
    offset += 1
    previousIsWide = false
    markBreak()
  }

  mutating func takeVisible(columns width: Int) {
    hanging = 0
    if width > 1 || previousIsWide { markBreak() }
    if used + width > columns, offset > start { wrap(before: width) }
    used += width
    offset += 1
    previousIsWide = width > 1
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
