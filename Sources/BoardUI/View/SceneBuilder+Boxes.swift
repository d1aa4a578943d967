import BoardCore

/// What lies over the board, and what an empty board says.
extension SceneBuilder {
  typealias Span = PanelView.Span

  var panel: PanelView? {
    switch state.mode {
    case .browsing: return state.visitors.first.map { banner($0.banner) } ?? waitingBox
    case .editing, .moving: return nil
    case .prompt(let prompt): return promptBox(prompt)
    case .clearQuestion: return clearBox
    case .endQuestion: return endBox
    case .keepQuestion(let question): return keepBox(question)
    case .bringQuestion(let question): return bringBox(question)
    case .help(let scroll): return .help(in: state, scroll)
    case .people(let people): return .people(in: state, people)
    case .link(let link): return linkBox(link)
    case .removeQuestion(let question): return removeBox(question)
    }
  }

  func box(
    _ kind: PanelView.Kind,
    _ title: String,
    _ lines: [PanelView.Line],
    _ footer: PanelView.Line,
    editor: TextEditor? = nil
  ) -> PanelView {
    PanelView(
      kind,
      title: title,
      lines: lines,
      footer: footer,
      columns: state.columns,
      rows: state.rows,
      editor: editor,
      leastWidth: editor == nil ? 0 : 44
    )
  }

  private func safe(_ text: String, _ columns: Int = 40) -> String {
    CellRun.safeLine(text, columns: columns).plainText
  }

  private func banner(_ visitor: VisitorBanner) -> PanelView {
    if visitor.kind == .copy { return copyBox(visitor) }
    let name = safe(visitor.name, VisitorBanner.nameColumns)
    let origin = [visitor.device, visitor.address].filter { !$0.isEmpty }.map { safe($0) }
    let place = origin.isEmpty ? "" : " (\(origin.joined(separator: ", ")))"
    var lines: [PanelView.Line] = []
    switch visitor.kind {
    case .invitation:
      lines.append([
        Span(name, .strong), Span(place, .quiet), Span(" invites you to"),
      ])
      let title = visitor.boardTitle.isEmpty ? "a board" : "“\(safe(visitor.boardTitle))”"
      let people = visitor.participantCount == 1 ? "1 person" : "\(visitor.participantCount) people"
      let facts = [safe(visitor.boardSummary), people].filter { !$0.isEmpty }
      lines.append([Span(title, .strong), Span(" · " + facts.joined(separator: " · "))])
      if !visitor.purpose.isEmpty {
        lines.append([Span("to \(safe(visitor.purpose, 48)) together", .quiet)])
      }
      if let link = WebLink(visitor.link) {
        lines.append([Span("without the program: ", .quiet), Span(link.shown(columns: 48))])
      } else if !visitor.link.isEmpty {
        lines.append([Span("with a link that is no plain web address: not shown", .quiet)])
      }
    case .copy: break
    case .knock:
      lines.append([Span(name, .strong), Span(place, .quiet), Span(" asks to join")])
      lines.append([Span("“\(safe(state.board.title))”", .strong)])
    }
    // Where not all fits, the warning does.
    let recognition = recognition(visitor.acquaintance)
    lines.insert(contentsOf: recognition, at: state.rows < 12 ? 0 : lines.count)
    lines += comparison(visitor.words, with: visitor.name)
    if visitor.leavesSession {
      lines.append([Span("Accepting leaves the session that you are in.", .warning)])
    }
    var footer = [Span("a", .key), Span(" accept · "), Span("d", .key), Span(" decline")]
    let more = state.visitors.count - 1
    if more > 0 { footer.append(Span(" · \(more) more \(more == 1 ? "waits" : "wait")", .quiet)) }
    let title = visitor.kind == .invitation ? "Invitation" : "A knock at the door"
    return box(.banner, title, lines, footer)
  }

  /// Whether the device was let in before, which is no reason to let it in now.
  private func recognition(_ acquaintance: Acquaintance) -> [PanelView.Line] {
    var lines: [PanelView.Line] = []
    if let since = acquaintance.since {
      if let name = acquaintance.formerName {
        let former = Span(safe(name, VisitorBanner.nameColumns), .strong)
        lines.append([Span("Known since \(since) as "), former, Span(".")])
      } else {
        lines.append([Span("This device is known since \(since).")])
      }
    }
    if acquaintance.isNamesake {
      lines.append([Span("Another device is known by this name. Compare the words.", .warning)])
    }
    return lines
  }

  /// The words that both screens show, set apart, and what they are for.
  private func comparison(_ words: String, with name: String) -> [PanelView.Line] {
    guard !words.isEmpty else { return [] }
    let name = name.isEmpty ? "them" : safe(name, 24)
    return [
      [],
      [Span("  "), Span(safe(words), .strong)],
      [Span("Ask \(name): the same four words stand on both screens,", .quiet)],
      [Span("or somebody is in between.", .quiet)],
    ]
  }

  /// While somebody elsewhere is asked: the words that stand on their screen, too.
  private var waitingBox: PanelView? {
    guard let request = state.request, !request.words.isEmpty else { return nil }
    return box(
      .banner,
      request.isKnock ? "Your knock" : "Your invitation",
      [[Span(safe(request.target), .strong), Span(" is being asked")]]
        + recognition(request.acquaintance) + comparison(request.words, with: request.target),
      [Span("Esc", .key), Span(" cancels")]
    )
  }

  private func promptBox(_ prompt: PromptMode) -> PanelView {
    let keys = [Span("Enter", .key), Span(" invites · "), Span("Esc", .key), Span(" back")]
    let tab = [Span("Tab", .key), Span(" next name · ")]
    return box(
      .prompt,
      "Invite somebody",
      offers + [[Span("A name or an address, with a port if it is not 26752:", .quiet)]],
      state.nearby.isEmpty ? keys : tab + keys,
      editor: prompt.editor
    )
  }

  /// The names that were heard.
  private var offers: [PanelView.Line] {
    guard !state.nearby.isEmpty else { return [] }
    return [[Span("Heard nearby: ", .quiet), Span(nearbyNames(5), .strong)], []]
  }

  private func nearbyNames(_ count: Int) -> String {
    let names = state.nearby.prefix(count).map { safe($0.name, 16) }.joined(separator: ", ")
    let more = state.nearby.count - count
    return more > 0 ? "\(names) and \(more) more" : names
  }

  private var clearBox: PanelView {
    let count = state.board.notes.count
    let notes = count == 1 ? "1 note" : "\(count) notes"
    return box(
      .question,
      "Clear",
      [[Span("Clear \(notes) for everyone?", .strong)]],
      [Span("c", .key), Span(" clears · "), Span("Esc", .key), Span(" does not")]
    )
  }

  private var endBox: PanelView {
    box(
      .question,
      "End",
      [
        [Span("End the session for everyone?", .strong)],
        [Span("Everybody keeps a copy of the board.", .quiet)],
      ],
      [Span("e", .key), Span(" ends it · "), Span("Esc", .key), Span(" does not")]
    )
  }

  private func removeBox(_ question: RemoveQuestion) -> PanelView {
    box(
      .question,
      "Remove",
      [
        [Span("Remove \(safe(question.name, 24)) from the session, for everyone?", .strong)],
        [Span("Out until somebody invites them again. Their copy of the board stays.", .quiet)],
      ],
      [Span("r", .key), Span(" removes · "), Span("Esc", .key), Span(" does not")]
    )
  }

  private func keepBox(_ question: KeepQuestion) -> PanelView {
    let taker = question.takenBy.map { safe($0, 24) } ?? "Somebody"
    let note = question.editor == nil ? "the note in your hand" : "the note that you wrote in"
    return box(
      .question,
      "Deleted meanwhile",
      [[Span("\(taker) deleted \(note).", .strong)]],
      [
        Span("Enter", .key), Span(" keeps it as a new note · "), Span("Esc", .key),
        Span(" lets it go"),
      ]
    )
  }

  private func bringBox(_ question: BringQuestion) -> PanelView {
    let count = question.notes.count
    return box(
      .question,
      "Another board",
      [
        [Span("Bring your \(count == 1 ? "note" : "\(count) notes")?", .strong)],
        [Span("Copies come here; your own board stays as it is.", .quiet)],
      ],
      [Span("b", .key), Span(" brings copies · "), Span("Esc", .key), Span(" does not")]
    )
  }

  /// How to make a note, who is here, how to be reached.
  var welcome: [PanelView.Line] {
    guard state.board.notes.isEmpty, noteIsComing == false else { return [] }
    switch state.sync.obstacle {
    case .unopened:
      return [
        [Span("This board could not be opened", .strong)], [], [Span("Its file stays as it is.")],
      ]
    case .partlyRead:
      return [
        [Span("Only a part of this board could be read", .strong)], [],
        [Span("Its file stays as it is.")],
      ]
    case .newer:
      return [
        [Span("Made by a newer corkboard", .strong)], [], [Span("This one can only show it.")],
      ]
    case nil: break
    }
    var lines: [PanelView.Line] = [
      [Span("An empty board", .strong)], [],
      [Span("o", .key), Span("  makes a note, "), Span("?", .key), Span(" shows every key")],
    ]
    let others = state.people.filter { $0.presence != .gone }
    if others.isEmpty {
      lines.append([Span("i", .key), Span("  invites somebody: nobody else is here yet")])
      if !state.nearby.isEmpty {
        lines.append([
          Span("P", .key), Span("  heard nearby: "), Span(nearbyNames(3), .strong),
        ])
      }
    } else {
      let names = others.prefix(4).map { safe($0.name, 16) }.joined(separator: ", ")
      let more = others.count > 4 ? " and \(others.count - 4) more" : ""
      lines.append([Span("P", .key), Span("  \(names)\(more) here too")])
    }
    if let address = state.identity.address {
      lines.append([Span("⌂", .key), Span("  others reach you at "), Span(address, .strong)])
      for other in state.identity.addresses.dropFirst().prefix(2) {
        lines.append([Span("   or at "), Span(state.identity.written(other), .strong)])
      }
    }
    return lines
  }

  private var noteIsComing: Bool {
    if case .editing = state.mode { return true }
    return false
  }
}
