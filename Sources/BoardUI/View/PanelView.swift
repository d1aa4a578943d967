/// A box over the board: help, people, a banner, a question, a prompt.
package struct PanelView: Equatable, Sendable {
  package enum Kind: Equatable, Hashable, Sendable {
    case panel
    case banner
    case question
    case prompt
  }

  /// How a piece of text is meant.
  package enum Tone: Equatable, Hashable, Sendable {
    case normal
    case strong
    case quiet
    case key
    case warning
    case person(PersonTint)
  }

  package struct Span: Equatable, Sendable {
    package var text: String
    package var tone: Tone

    package init(_ text: String, _ tone: Tone = .normal) {
      self.text = text
      self.tone = tone
    }
  }

  package typealias Line = [Span]

  package var kind: Kind
  package var title: String
  /// Every row, already wrapped to `width`.
  package private(set) var lines: [Line]
  package var footer: Line
  /// The first row that is shown.
  package private(set) var top: Int
  /// How many rows are shown.
  package private(set) var shown: Int
  /// The row that a key acts on.
  var chosen: Int?
  package let frame: Rect
  /// The line being typed, in the row after the last.
  package var editor: TextEditor?

  /// The columns for text in a box so wide.
  package static func textColumns(_ width: Int) -> Int { max(1, width - 4) }

  /// Lays a box out in the middle of a screen, or at its top edge for a banner.
  package init(
    _ kind: Kind,
    title: String,
    lines: [Line],
    footer: Line,
    columns: Int,
    rows: Int,
    top wanted: Int = 0,
    editor: TextEditor? = nil,
    leastWidth: Int = 0
  ) {
    self.kind = kind
    self.title = title
    self.editor = editor
    let widest = (lines + [footer]).map(Self.columns).max() ?? 0
    let content = max(widest, TextWidth.columns(of: title) + 2, leastWidth)
    let width = min(max(4, columns - (columns > 44 ? 4 : 0)), content + 4)
    let wrapped = lines.flatMap { Self.wrap($0, columns: Self.textColumns(width)) }
    let edges = 2 + (editor == nil ? 0 : 1)
    let footerRows = footer.isEmpty ? 0 : 2
    let room = max(1, rows - 1)
    let spare = room > edges + footerRows + 3 ? footerRows : min(1, footerRows)
    let height = min(room, wrapped.count + edges + spare)
    shown = max(0, height - edges - spare)
    top = min(max(0, wanted), max(0, wrapped.count - shown))
    self.lines = wrapped
    self.footer = footer
    frame = Rect(
      left: (columns - width) / 2,
      top: kind == .banner ? min(1, max(0, room - height)) : (room - height) / 2,
      width: width,
      height: height
    )
  }

  /// Where a key scrolls the rows to.
  func scrolled(_ scroll: PanelScroll, _ action: PanelAction) -> PanelScroll {
    scroll.moved(action, rows: lines.count, shown: shown)
  }

  package static func columns(_ line: Line) -> Int {
    line.reduce(0) { $0 + TextWidth.columns(of: $1.text) }
  }

  /// Breaks a line at spaces; rows after the first begin under its second span if that leaves room.
  static func wrap(_ line: Line, columns: Int) -> [Line] {
    guard self.columns(line) > columns else { return [line] }
    let first = line.first.map { TextWidth.columns(of: $0.text) } ?? 0
    let indent = line.count > 1 && first * 2 < columns && first > 4 ? first : 0
    var rows: [Line] = [[]]
    var used = 0
    for span in line {
      for word in words(span.text) {
        let width = TextWidth.columns(of: word)
        if used + width > columns, used > indent {
          rows.append(indent > 0 ? [Span(String(repeating: " ", count: indent))] : [])
          used = indent
          if word.allSatisfy({ $0 == " " }) { continue }
        }
        rows[rows.count - 1].append(Span(word, span.tone))
        used += width
      }
    }
    return rows
  }

  /// Words and the spaces between them, in order.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    for character in text {
      if let last = words.last?.last, (last == " ") == (character == " ") {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
    return words
  }
}
