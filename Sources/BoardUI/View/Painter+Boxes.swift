/// What lies over the board, and the line below it.
extension Painter {
  func paint(_ panel: PanelView, _ canvas: inout Canvas) {
    let frame = panel.frame
    let border = theme.style(.border(panel.kind))
    let inside = theme.style(.box(panel.kind, .normal))
    canvas.fill(frame, style: inside)
    canvas.box(frame, panel.kind == .question ? .heavy : .rounded, style: border)
    canvas.within(frame.inset(by: 1)) { canvas in
      paintRows(of: panel, &canvas)
    }
    let title = CellRun.safeLine(panel.title, columns: max(0, frame.width - 6)).plainText
    guard !title.isEmpty, frame.width > 7 else { return }
    canvas.put(
      " \(title) ",
      column: frame.left + 2,
      row: frame.top,
      style: theme.style(.box(panel.kind, .strong))
    )
  }

  private func paintRows(of panel: PanelView, _ canvas: inout Canvas) {
    let left = panel.frame.left + 2
    var row = panel.frame.top + 1
    for line in panel.lines.dropFirst(panel.top).prefix(panel.shown) {
      paint(line, panel.kind, column: left, row: row, &canvas)
      row += 1
    }
    if let editor = panel.editor { paintField(editor, panel, row: row, &canvas) }
    guard !panel.footer.isEmpty else { return }
    paint(panel.footer, panel.kind, column: left, row: panel.frame.bottom - 2, &canvas)
  }

  private func paintField(
    _ editor: TextEditor,
    _ panel: PanelView,
    row: Int,
    _ canvas: inout Canvas
  ) {
    let columns = PanelView.textColumns(panel.frame.width)
    let left = panel.frame.left + 2
    let style = theme.style(.field)
    canvas.fill(Rect(left: left, top: row, width: columns, height: 1), style: style)
    let window = editor.window(columns: max(1, columns - 1))
    canvas.put(window.run, column: left, row: row, style: style)
    canvas.placeCaret(column: left + window.caretColumn, row: row)
  }

  private func paint(
    _ line: PanelView.Line,
    _ kind: PanelView.Kind,
    column: Int,
    row: Int,
    _ canvas: inout Canvas
  ) {
    var column = column
    for span in line {
      let style = theme.style(.box(kind, span.tone))
      column = canvas.put(span.text, column: column, row: row, style: style)
    }
  }

  /// In the middle of an empty board.
  func paintWelcome(_ canvas: inout Canvas) {
    let lines = scene.welcome
    let width = lines.map(PanelView.columns).max() ?? 0
    guard width > 0 else { return }
    let top = max(0, (room.height - lines.count) / 2)
    let left = max(1, (room.width - width) / 2)
    for (index, line) in lines.enumerated() {
      var column = left
      for span in line {
        let style = theme.style(.welcome(span.tone))
        column = canvas.put(span.text, column: column, row: top + index, style: style)
      }
    }
  }

  /// Chips above the status line, the newest lowest.
  func paintNotices(_ canvas: inout Canvas) {
    let columns = NoticeView.columns(onScreen: scene.columns)
    var row = room.bottom
    for notice in scene.notices.reversed() {
      let line = CellRun.safeLine(notice.text, columns: NoticeView.mostColumns).plainText
      let rows = TextWrapping.runs(of: line, columns: columns, limit: NoticeView.mostRows).runs
      let style = theme.style(.notice(isError: notice.isError))
      let width = rows.map(\.columns).max() ?? 0
      row -= rows.count
      for (index, run) in rows.enumerated() {
        let room = Rect(left: 1, top: row + index, width: width + 2, height: 1)
        canvas.fill(room, style: style)
        canvas.put(run, column: 2, row: row + index, style: style)
      }
    }
  }

  func paintStatus(_ canvas: inout Canvas) {
    let row = scene.rows - 1
    let status = scene.status
    let line = Rect(left: 0, top: row, width: scene.columns, height: 1)
    canvas.fill(line, style: theme.style(.status(.normal)))
    var column = canvas.put(
      " \(status.mode) ",
      column: 0,
      row: row,
      style: theme.style(.mode(status.mood))
    )
    column = paintStatus(status.hints, column: column + 1, row: row, &canvas)
    let width = status.parts.reduce(0) { $0 + PanelView.columns($1) + 3 } - 3
    column = max(column + 2, scene.columns - 1 - width)
    for (index, part) in status.parts.enumerated() {
      if index > 0 {
        let style = theme.style(.status(.quiet))
        column = canvas.put(" · ", column: column, row: row, style: style)
      }
      column = paintStatus(part, column: column, row: row, &canvas)
    }
  }

  private func paintStatus(
    _ line: PanelView.Line,
    column: Int,
    row: Int,
    _ canvas: inout Canvas
  ) -> Int {
    var column = column
    for span in line {
      let style = theme.style(.status(span.tone))
      column = canvas.put(span.text, column: column, row: row, style: style)
    }
    return column
  }
}
