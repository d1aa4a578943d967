import BoardCore

/// The panels that scroll.
extension PanelView {
  /// The table of keys.
  static func help(in state: AppState, _ scroll: PanelScroll) -> PanelView {
    let width = KeyBindings.all.map { TextWidth.columns(of: $0.label) }.max() ?? 0
    var lines: [Line] = []
    for context in KeyContext.allCases {
      let rows = KeyBindings.all.filter { $0.context == context }
      if !lines.isEmpty { lines.append([]) }
      lines.append([Span(context.title, .strong)])
      for row in rows {
        let gap = String(repeating: " ", count: width - TextWidth.columns(of: row.label) + 2)
        lines.append([Span(row.label + gap, .key), Span(row.words)])
      }
    }
    return scrolling("Keys", lines, in: state, scroll)
  }

  static func scrolling(
    _ title: String,
    _ lines: [Line],
    in state: AppState,
    _ scroll: PanelScroll,
    keys: Line = [Span("Esc", .key), Span(" closes", .quiet)]
  ) -> PanelView {
    var panel = PanelView(
      .panel,
      title: title,
      lines: lines,
      footer: keys + [Span(" · "), Span("j k", .key), Span(" 99–99 of 99")],
      columns: state.columns,
      rows: state.rows,
      top: scroll.top
    )
    panel.footer = keys
    if panel.shown < panel.lines.count {
      let last = panel.top + panel.shown
      panel.footer += [
        Span(" · ", .quiet), Span("j k", .key),
        Span(" \(panel.top + 1)–\(last) of \(panel.lines.count)", .quiet),
      ]
    }
    return panel
  }

  static func own(_ identity: IdentityPicture) -> [Span] {
    [
      Span("●", .person(.own)), Span(identity.name.isEmpty ? "you" : identity.name, .strong),
      Span("you", .quiet), Span(identity.address ?? "", .quiet),
    ]
  }

  static func row(of person: Person, tint: PersonTint) -> [Span] {
    [
      Span(person.presence.mark, .person(tint)), Span(person.name, .strong),
      Span(person.presence.word + (person.device.isEmpty ? "" : ", " + person.device), .quiet),
      Span(person.address, .quiet), Span(person.roundTripText, .quiet),
      Span(
        person.presence == .here ? (person.datagramsArrive ? "datagrams" : "TCP only") : "",
        .quiet
      ),
    ]
  }

  /// What others can type to reach this program.
  static func door(_ identity: IdentityPicture) -> [Line] {
    guard !identity.addresses.isEmpty else { return [] }
    var lines: [Line] = [[Span("Others reach you at", .quiet)]]
    lines += identity.addresses.map { [Span("  \(identity.written($0))", .strong)] }
    if identity.isGuest {
      lines.append([Span("You are a guest here: nothing is kept.", .warning)])
    }
    return lines
  }

  /// Columns of equal width, two cells apart.
  ///
  /// Names are cut at 24 cells.
  static func align(_ rows: [[Span]]) -> [Line] {
    let safe = rows.map { row in
      row.map { Span(CellRun.safeLine($0.text, columns: 40).plainText, $0.tone) }
    }
    let count = safe.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      safe.map { column < $0.count ? TextWidth.columns(of: $0[column].text) : 0 }.max() ?? 0
    }
    return safe.map { row in
      row.enumerated()
        .map { column, span in
          let gap = widths[column] - TextWidth.columns(of: span.text)
          let space = column == 0 ? 1 : widths[column] == 0 ? 0 : 2
          let isLast = column == row.count - 1
          return Span(
            span.text + (isLast ? "" : String(repeating: " ", count: gap + space)),
            span.tone
          )
        }
    }
  }
}

extension CellRun {
  /// What is drawn, as text.
  var plainText: String {
    glyphs.map { $0.text.string }.joined()
  }
}

extension Person {
  /// Milliseconds, short.
  var roundTripText: String {
    guard presence == .here, let time = roundTripMilliseconds, time.isFinite, time >= 0 else {
      return ""
    }
    let tenths = Int(min(time, 99_999) * 10 + 0.5)
    return tenths >= 100 ? "\(tenths / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension Person {
  /// How much of the board they are not known to have; nil while nothing is known.
  var missingWords: PanelView.Span? {
    guard let count = missingCount else { return nil }
    return switch count {
    case 0: PanelView.Span("has every edit", .quiet)
    case 1: PanelView.Span("1 edit has not arrived there", .warning)
    case _: PanelView.Span("\(count) edits have not arrived there", .warning)
    }
  }
}

extension Person.Presence {
  var mark: String {
    switch self {
    case .here: "●"
    case .quiet: "◌"
    case .gone: "✕"
    }
  }

  var word: String {
    switch self {
    case .here: "here"
    case .quiet: "quiet"
    case .gone: "gone"
    }
  }
}

extension IdentityPicture {
  /// An address as others type it: with the port, brackets around IPv6.
  func written(_ address: String) -> String {
    address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
  }

  /// The best address, if there is one.
  var address: String? { addresses.first.map(written) }
}
