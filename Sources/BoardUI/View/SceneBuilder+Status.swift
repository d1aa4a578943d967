import BoardCore

/// The words of the status line.
extension SceneBuilder {
  /// The hints of the mode, the fullest first; the last always has to do.
  var hints: [PanelView.Line] {
    if let waiting = waitingVisitor { return [waiting] }
    switch state.mode {
    case .browsing: return browsingHints
    case .editing: return [[Span("Esc leaves and keeps · Enter new line")], [Span("Esc leaves")]]
    case .moving: return [[Span("hjkl 1 · HJKL 5 · Enter drop · Esc back")]]
    case .prompt: return [[Span("Enter invites · Esc back")]]
    case .link(let link):
      return [[Span(link.text == nil ? "Enter makes it · Esc back" : "Esc back")]]
    case .clearQuestion: return [[Span("c clears · Esc does not")]]
    case .endQuestion: return [[Span("e ends · Esc does not")]]
    case .keepQuestion: return [[Span("Enter keeps it as a new note · Esc lets it go")]]
    case .bringQuestion: return [[Span("b brings copies · Esc does not")]]
    case .removeQuestion: return [[Span("r removes · Esc does not")]]
    case .people where !state.choices.isEmpty: return [[Span("j k choose · Esc closes")]]
    case .help, .people: return [[Span("j k scroll · Esc closes")]]
    }
  }

  private var browsingHints: [PanelView.Line] {
    if let request = state.request { return [[Span(Self.words(request) + " · Esc cancels")]] }
    if state.sync.obstacle != nil {
      return [[Span("only to look at · i invite · ? help · q leave")], [Span("only to look at")]]
    }
    if state.board.notes.isEmpty {
      return [
        [Span("o new · i invite · ? help · q leave")], [Span("o new · ? help")], [Span("? help")],
      ]
    }
    if state.board.notes.indices(within: state.view).isEmpty {
      let count = state.board.notes.count
      let notes = count == 1 ? "1 note" : "\(count) notes"
      return [[Span("\(notes) out of sight · Tab goes there")], [Span("Tab: notes")]]
    }
    return [
      [Span("o new · Enter write · m move · i invite · ? help")],
      [Span("o new · m move · ? help")],
      [Span("? help")],
    ]
  }

  static func words(_ request: RequestPicture) -> String {
    let target = CellRun.safeLine(request.target, columns: 32).plainText
    switch request.phase {
    case .dialling: return request.isKnock ? "Knocking at \(target)…" : "Inviting \(target)…"
    case .ringing: return "Waiting for \(target) to answer…"
    }
  }

  /// Where the banner cannot be, the status line tells of it.
  private var waitingVisitor: PanelView.Line? {
    guard state.mode != .browsing, let first = state.visitors.first else { return nil }
    let name = CellRun.safeLine(first.banner.name, columns: 16).plainText
    let word =
      switch first.banner.kind {
      case .invitation: "\(name) invites you"
      case .knock: "\(name) knocks"
      case .copy: "another machine has this device’s key"
      }
    let keys =
      switch state.mode {
      case .moving: "hjkl 1 · HJKL 5 · Enter drop · Esc back"
      case .editing: "Esc leaves and keeps"
      case .prompt, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help, .people,
        .link, .removeQuestion, .browsing:
        "Esc back"
      }
    return [Span(keys), Span(" · "), Span(word, .key)]
  }

  /// Title, people, safety, door.
  ///
  /// The lower the rank, the sooner it is left out.
  var statusParts: [(rank: Int, line: PanelView.Line)] {
    var parts: [(rank: Int, line: PanelView.Line)] = []
    let title = CellRun.safeLine(state.board.title, columns: 24).plainText
    if !title.isEmpty { parts.append((12, [Span(title, .strong)])) }
    if let people { parts.append(people) }
    parts += safety
    // Alone, the way in matters more than anything that the keys' help says anyway.
    let rank = state.people.isEmpty ? 14 : 5
    if let address = state.identity.address {
      parts.append((rank, [Span(address, .quiet)]))
    } else if state.identity.port > 0 {
      parts.append((rank, [Span("port \(state.identity.port)", .quiet)]))
    }
    return parts
  }

  private var people: (rank: Int, line: PanelView.Line)? {
    guard !state.people.isEmpty else { return nil }
    guard state.people.count <= 3, state.columns >= 60 else {
      let here = state.people.filter { $0.presence == .here }.count
      let rest = state.people.count - here
      return (15, [Span("● \(here)"), Span(rest > 0 ? " ◌ \(rest)" : "", .warning)])
    }
    var line: PanelView.Line = []
    for person in state.people {
      if !line.isEmpty { line.append(Span("  ")) }
      let name = CellRun.safeLine(person.name, columns: 12).plainText
      line.append(Span(person.presence.mark + " ", .person(tint(of: person.peer))))
      line.append(Span(name, person.presence == .here ? .normal : .quiet))
    }
    return (15, line)
  }

  /// Whether the work is on disk and with others.
  private var safety: [(rank: Int, line: PanelView.Line)] {
    if let problem = state.sync.storageProblem {
      let words = CellRun.safeLine(problem, columns: 40).plainText
      return [(99, [Span("NOT SAVED: \(words)", .warning)])]
    }
    var parts: [(rank: Int, line: PanelView.Line)] = []
    let count = state.sync.unsharedCount
    if count > 0, state.sync.hasShared || !state.people.isEmpty {
      let edits = count == 1 ? "1 edit" : "\(count) edits"
      parts.append((18, [Span("\(edits) nobody else has", .warning)]))
    }
    if state.identity.isGuest {
      let words =
        state.identity.isNamesake
        ? "guest: another corkboard has this board" : "guest: nothing is kept"
      parts.append((20, [Span(words, .warning)]))
    } else if parts.isEmpty {
      parts.append((10, [Span("saved", .quiet)]))
    }
    return parts
  }
}
