import BoardCore

/// Notes, and what a moving note leaves.
extension Painter {
  /// All notes that lie on the board, and the outline of the focused one when another hides it.
  func paintFlatNotes(_ canvas: inout Canvas) {
    let flat = scene.notes.filter(\.isFlat)
    var hiddenFocus: Rect?
    for (index, note) in flat.enumerated() {
      let isHidden = flat[(index + 1)...].contains { $0.frame.covers(note.frame) }
      if !isHidden { paint(note, &canvas) }
      if isHidden, note.look == .focused { hiddenFocus = note.frame }
    }
    if let hiddenFocus { outline(hiddenFocus, .heavy, &canvas) }
  }

  func paint(_ note: NoteView, _ canvas: inout Canvas) {
    let style = theme.style(.note(note.color, note.look))
    if note.look == .lifted { paintShadow(of: note.frame, &canvas) }
    canvas.fill(note.frame.inset(by: 1), style: style)
    canvas.box(note.frame, note.border, style: theme.style(.edge(note.color, note.look)))
    if let editor = note.editor {
      paint(editor, in: note.frame, style, &canvas)
    } else {
      paintText(of: note, style, &canvas)
    }
    paintMarks(of: note, &canvas)
  }

  private func paintText(of note: NoteView, _ style: Style, _ canvas: inout Canvas) {
    let layout = NoteLayout(width: note.frame.width, height: note.frame.height)
    let left = note.frame.left + layout.left
    let top = note.frame.top + layout.top
    let limit = min(layout.rows, room.bottom - top)
    guard limit > 0, top + layout.rows > 0, !note.text.isEmpty else { return }
    let wrapping = TextWrapping(note.text, columns: layout.columns, limit: limit)
    let characters = Array(note.text.prefix(wrapping.rows.last?.range.upperBound ?? 0))
    let inside = Rect(left: left, top: top, width: layout.columns, height: layout.rows)
    canvas.within(inside) { canvas in
      for (index, row) in wrapping.rows.enumerated() where top + index >= 0 {
        canvas.put(CellRun(characters[row.range]), column: left, row: top + index, style: style)
      }
    }
    guard wrapping.isCut, limit == layout.rows else { return }
    let more = " … "
    let column = note.frame.right - 2 - more.count
    guard column > note.frame.left else { return }
    let edge = theme.style(.edge(note.color, note.look))
    canvas.put(more, column: column, row: note.frame.bottom - 1, style: edge)
  }

  private func paint(
    _ editor: TextEditor,
    in frame: Rect,
    _ style: Style,
    _ canvas: inout Canvas
  ) {
    let layout = NoteLayout(width: frame.width, height: frame.height)
    let left = frame.left + layout.left
    let top = frame.top + layout.top
    let wrapping = TextWrapping(editor.characters, columns: layout.columns)
    let caret = wrapping.place(of: editor.caret, in: editor.characters)
    let first = max(0, caret.row - layout.rows + 1)
    let inside = Rect(left: left, top: top, width: layout.columns, height: layout.rows)
    canvas.within(inside) { canvas in
      for (index, row) in wrapping.rows.dropFirst(first).prefix(layout.rows).enumerated() {
        let end = min(row.range.upperBound, editor.characters.count)
        let run = CellRun(editor.characters[row.range.lowerBound..<end])
        canvas.put(run, column: left, row: top + index, style: style)
      }
      canvas.placeCaret(column: left + caret.column, row: top + caret.row - first)
    }
  }

  /// Names on the border: who moves the note, who is at it; and its color where there is none.
  private func paintMarks(of note: NoteView, _ canvas: inout Canvas) {
    let frame = note.frame
    let style = theme.style(.edge(note.color, note.look))
    canvas.within(
      Rect(left: frame.left + 1, top: frame.top, width: frame.width - 2, height: frame.height)
    ) {
      canvas in
      if theme.depth == .monochrome {
        let letter = Self.letters[Int(note.color.index)]
        canvas.put(Glyph(letter), column: frame.left + 1, row: frame.top, style: style)
      }
      if note.votes > 0 {
        let votes = note.hasOwnVote ? " +\(note.votes) you " : " +\(note.votes) "
        let isRoom = votes.count + 4 <= frame.width
        let text = isRoom ? votes : "+\(note.votes)"
        let column = frame.right - text.count - (isRoom ? 2 : 1)
        canvas.put(text, column: column, row: frame.top, style: style)
      }
      if let mover = note.mover {
        let place = ScreenPoint(column: frame.left + 2, row: frame.top)
        paint(mover, at: place, &canvas)
      }
      var column = frame.left + 2
      for visitor in note.visitors.prefix(4) {
        let place = ScreenPoint(column: column, row: frame.bottom - 1)
        column = paint(visitor, at: place, &canvas) + 1
      }
    }
  }

  /// Yellow, orange, rose, violet, blue, turquoise, green, white.
  private static let letters: [Unicode.Scalar] = ["Y", "O", "R", "V", "B", "T", "G", "W"]

  /// Half a row of shade under a lifted note: a whole shadow would cost too many bytes a move.
  private func paintShadow(of frame: Rect, _ canvas: inout Canvas) {
    guard theme.depth == .direct || theme.depth == .colors256, !theme.isASCII else { return }
    let shade = theme.style(.shadow)
    for column in frame.left + 1..<frame.right + 1 {
      guard let under = canvas.style(column: column, row: frame.bottom) else { continue }
      let style = Style(shade.foreground, on: under.background)
      canvas.put(Glyph("▀"), column: column, row: frame.bottom, style: style)
    }
  }

  /// Where a lifted note came from: a broken line over whatever is there now.
  func paint(_ ghost: GhostView, _ canvas: inout Canvas) {
    outline(ghost.frame, nil, &canvas)
  }

  /// A cell of a wake: never over text.
  func paint(_ wake: WakeView, _ canvas: inout Canvas) {
    let place = wake.place
    guard let under = canvas.cell(column: place.column, row: place.row), under.isBlank else {
      return
    }
    let isGround = under.style.background == theme.style(.ground).background
    canvas.put(
      Glyph(wake.fading < 2 ? "•" : "·"),
      column: place.column,
      row: place.row,
      style: isGround ? theme.style(.wake(wake.tint, fading: wake.fading)) : under.style
    )
  }

  /// A border in the styles of the cells that it runs over, never over text.
  ///
  /// Broken where it has no style.
  private func outline(_ frame: Rect, _ border: BorderStyle?, _ canvas: inout Canvas) {
    let ground = theme.style(.ground)
    let ghost = theme.style(.ghost)
    func put(_ scalar: Unicode.Scalar, _ column: Int, _ row: Int) {
      guard let under = canvas.cell(column: column, row: row), under.isBlank else { return }
      let isGround = under.style == ground || under.style == theme.style(.dot)
      canvas.put(Glyph(scalar), column: column, row: row, style: isGround ? ghost : under.style)
    }
    let across = border?.horizontal ?? "╌"
    let down = border?.vertical ?? "╎"
    let part = frame.intersection(canvas.clip)
    for column in part.left..<part.right where column > frame.left && column < frame.right - 1 {
      put(across, column, frame.top)
      put(across, column, frame.bottom - 1)
    }
    for row in part.top..<part.bottom where row > frame.top && row < frame.bottom - 1 {
      put(down, frame.left, row)
      put(down, frame.right - 1, row)
    }
    put(border?.topLeft ?? "╭", frame.left, frame.top)
    put(border?.topRight ?? "╮", frame.right - 1, frame.top)
    put(border?.bottomLeft ?? "╰", frame.left, frame.bottom - 1)
    put(border?.bottomRight ?? "╯", frame.right - 1, frame.bottom - 1)
  }
}

extension NoteView {
  /// It lies on the board: not in this person's hand, not under their pen.
  var isFlat: Bool { look != .lifted && editor == nil }

  var border: BorderStyle {
    switch look {
    case .plain, .carried: .rounded
    case .focused: .heavy
    case .lifted: .double
    }
  }
}

extension Rect {
  /// Nothing of the other is outside of this one.
  func covers(_ other: Rect) -> Bool {
    left <= other.left && right >= other.right && top <= other.top && bottom >= other.bottom
  }
}

extension Canvas {
  /// What is there, inside the clip.
  func cell(column: Int, row: Int) -> Cell? {
    guard clip.contains(column: column, row: row) else { return nil }
    return screen.cells[row * screen.columns + column]
  }

  func style(column: Int, row: Int) -> Style? { cell(column: column, row: row)?.style }
}

extension Cell {
  /// A space, or a dot of the ground.
  var isBlank: Bool { width == 1 && (text == .space || text == CellText("·")) }
}
