import BoardCore

/// The panel of people, this person first, then who is here, then who was heard.
extension PanelView {
  static func people(in state: AppState, _ mode: PeopleMode) -> PanelView {
    var keys = [Span("Esc", .key), Span(" closes", .quiet)]
    if !state.choices.isEmpty {
      keys += [Span(" · ", .quiet), Span("j k", .key), Span(" choose", .quiet)]
    }
    if !state.people.isEmpty || !state.links.isEmpty {
      let word = state.people.isEmpty ? " revokes" : " removes"
      keys += [Span(" · ", .quiet), Span("x", .key), Span(word, .quiet)]
    }
    if !state.nearby.isEmpty {
      keys += [Span(" · ", .quiet), Span("Enter", .key), Span(" invites", .quiet)]
    }
    let rows = peopleRows(in: state, mode)
    var panel = scrolling("People", rows.map(\.line), in: state, mode.scroll, keys: keys)
    let columns = textColumns(panel.frame.width)
    let before = rows.prefix { $0.choice == nil || $0.choice != mode.chosen }
    if before.count < rows.count {
      panel.chosen = before.reduce(0) { $0 + wrap($1.line, columns: columns).count }
    }
    return panel
  }

  /// The scroll with which the chosen row is seen.
  func scrolled(_ scroll: PanelScroll, toShow people: PeopleMode) -> PanelScroll {
    guard let row = chosen else { return scroll }
    let least = max(0, row - max(0, shown - 1))
    return PanelScroll(top: min(row, max(least, top)))
  }

  private typealias Row = (line: Line, choice: PersonChoice?)

  private static func peopleRows(in state: AppState, _ mode: PeopleMode) -> [Row] {
    let builder = SceneBuilder(state: state, moment: state.moment)
    let here = state.people.map { person -> [Span] in
      let isChosen = mode.chosen == .here(person.peer)
      return marked(row(of: person, tint: builder.tint(of: person.peer)), isChosen)
    }
    var rows: [Row] = []
    let all = [nil] + state.people.map(Optional.some)
    for (line, person) in zip(align([own(state.identity)] + here), all) {
      rows.append((line, person.map { .here($0.peer) }))
      if let person, let line = below(person) { rows.append((line, nil)) }
    }
    var lines: [Line] = []
    if state.people.contains(where: { !$0.words.isEmpty }) {
      lines += [
        [], [Span("Four words of a connection stand on both screens: compare them.", .quiet)],
      ]
    }
    lines.append([])
    if state.people.isEmpty {
      lines.append([Span("Nobody else is here: "), Span("i", .key), Span(" invites by address.")])
    }
    rows += lines.map { ($0, nil) }
    rows += nearbyRows(in: state, mode)
    rows += linkRows(in: state, mode)
    return rows + door(state.identity).map { ($0, nil) }
  }

  /// The four words of the connection, and what this one does not have yet.
  private static func below(_ person: Person) -> Line? {
    var parts: [Span] = []
    if !person.words.isEmpty {
      parts.append(Span(CellRun.safeLine(person.words, columns: 40).plainText, .key))
    }
    if let words = person.missingWords {
      if !parts.isEmpty { parts.append(Span(" · ", .quiet)) }
      parts.append(words)
    }
    return parts.isEmpty ? nil : [Span("  ")] + parts
  }

  /// Who was heard on the network: nobody has proved anything yet.
  private static func nearbyRows(in state: AppState, _ mode: PeopleMode) -> [Row] {
    var rows: [Row] = []
    if let note = state.nearbyNote {
      rows.append(([Span(CellRun.safeLine(note, columns: 72).plainText, .quiet)], nil))
    }
    if !state.nearby.isEmpty {
      rows.append(([Span("Nearby", .strong), Span(" · heard, not verified", .quiet)], nil))
      let people = state.nearby.map { person -> [Span] in
        let cells = [
          Span("○", .quiet), Span(person.name, .strong), Span(person.device, .quiet),
          Span(person.address, .quiet), Span(person.ageWords(at: state.moment), .quiet),
        ]
        return marked(cells, mode.chosen == .nearby(person.id))
      }
      rows += zip(align(people), state.nearby).map { ($0, .nearby($1.id)) }
    }
    return rows.isEmpty ? [] : rows + [([], nil)]
  }

  /// The invitation links that still let somebody in.
  private static func linkRows(in state: AppState, _ mode: PeopleMode) -> [Row] {
    guard !state.links.isEmpty else { return [] }
    let rows = state.links.map { link -> Row in
      let words = SceneBuilder.words(link, at: state.moment)
      let cells = [
        Span("⚿ ", .quiet), Span("Invitation link", .strong), Span("  \(words)", .quiet),
      ]
      let isChosen = mode.chosen == .link(link.id)
      return (
        isChosen ? [Span("▸ ", .key), Span(cells[1].text, .key), cells[2]] : cells, .link(link.id)
      )
    }
    return rows + [([], nil)]
  }

  /// The row of whom a key acts on.
  private static func marked(_ row: [Span], _ isChosen: Bool) -> [Span] {
    guard isChosen, row.count > 1 else { return row }
    return [Span("▸", .key), Span(row[1].text, .key)] + row.dropFirst(2)
  }
}
