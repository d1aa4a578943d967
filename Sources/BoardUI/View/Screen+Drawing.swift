import BoardCore

extension Screen {
  /// Draws a scene.
  package init(_ scene: Scene, theme: Theme) {
    var canvas = Canvas(
      columns: scene.columns,
      rows: scene.rows,
      fill: Cell(.space, style: theme.style(.ground))
    )
    Painter(scene: scene, theme: theme).paint(&canvas)
    self = theme.isASCII ? canvas.screen.inASCII : canvas.screen
  }
}

/// Draws a scene from the ground up.
struct Painter {
  let scene: Scene
  let theme: Theme
  /// The room of the board: all but the status line.
  let room: Rect

  init(scene: Scene, theme: Theme) {
    self.scene = scene
    self.theme = theme
    room = Rect(left: 0, top: 0, width: scene.columns, height: max(0, scene.rows - 1))
  }

  func paint(_ canvas: inout Canvas) {
    guard !scene.isTooSmall else { return paintTooSmall(&canvas) }
    canvas.within(room) { canvas in
      paintGround(&canvas)
      paintFlatNotes(&canvas)
      if let ghost = scene.ghost { paint(ghost, &canvas) }
      scene.wakes.forEach { paint($0, &canvas) }
      for note in scene.notes where !note.isFlat { paint(note, &canvas) }
      for tag in scene.tags { paint(tag, at: tag.place, &canvas) }
      if scene.panel == nil { paintWelcome(&canvas) }
      paintNotices(&canvas)
      if let panel = scene.panel { paint(panel, &canvas) }
    }
    paintStatus(&canvas)
  }

  /// Sparse dots that stay with the board when the view moves.
  private func paintGround(_ canvas: inout Canvas) {
    let style = theme.style(.dot)
    let across = 8
    let down = 4
    for row in 0..<room.height where (row - scene.origin.row).isMultiple(of: down) {
      var column = (scene.origin.column % across + across) % across
      while column < room.width {
        canvas.put(Glyph("·"), column: column, row: row, style: style)
        column += across
      }
    }
  }

  private func paintTooSmall(_ canvas: inout Canvas) {
    let needed = "\(AppState.leastColumns)×\(AppState.leastRows) needed"
    let words = Array("\(needed), this is \(scene.columns)×\(scene.rows)")
    guard scene.columns > 0 else { return }
    let wrapping = TextWrapping(words, columns: scene.columns, limit: max(1, scene.rows))
    let top = max(0, (scene.rows - wrapping.rows.count) / 2)
    for (index, row) in wrapping.rows.enumerated() {
      canvas.put(
        CellRun(words[row.range]),
        column: 0,
        row: top + index,
        style: theme.style(.welcome(.normal))
      )
    }
  }

  /// A name in a person's color on a dark chip, at most 18 columns.
  @discardableResult
  func paint(_ tag: TagView, at place: ScreenPoint, _ canvas: inout Canvas) -> Int {
    canvas.put(
      run(of: tag),
      column: place.column,
      row: place.row,
      style: theme.style(.tag(tag.tint))
    )
  }

  func run(of tag: TagView) -> CellRun {
    let name = CellRun.safeLine(tag.name, columns: 14).plainText
    return CellRun(tag.isEditing ? " ✎ \(name) " : " \(name) ")
  }
}
