/// The last line of the screen: mode and its keys, board, people, how safe the work is.
package struct StatusView: Equatable, Sendable {
  package enum Mood: Equatable, Hashable, Sendable {
    case board
    case edit
    case move
    case ask
  }

  package var mood: Mood
  package var mode: String
  package var hints: PanelView.Line
  /// From the left to the right, at the right edge.
  package var parts: [PanelView.Line]

  package init(_ state: AppState) {
    mood = state.mode.mood
    mode = state.mode.title
    let builder = SceneBuilder(state: state, moment: state.moment)
    let candidates = builder.hints
    let all = builder.statusParts
    let room = state.columns - TextWidth.columns(of: mode) - 4
    hints = candidates.last ?? []
    parts = []
    for (level, rank) in Self.narrowing {
      hints = candidates[min(level, candidates.count - 1)]
      parts = all.filter { $0.rank >= rank }.map(\.line)
      let needed = parts.reduce(PanelView.columns(hints)) { $0 + PanelView.columns($1) + 3 }
      if needed <= room { break }
    }
  }

  /// What goes as the screen gets narrower: how short the hints are, and the least rank of a part.
  private static let narrowing = [
    (0, 0), (0, 6), (1, 6), (1, 11), (2, 11), (2, 13), (2, 16), (2, 19), (2, 21),
  ]
}

extension AppState.Mode {
  var title: String {
    switch self {
    case .browsing: "BOARD"
    case .editing: "EDIT"
    case .moving: "MOVE"
    case .prompt: "INVITE"
    case .clearQuestion: "CLEAR"
    case .endQuestion: "END"
    case .keepQuestion: "KEEP"
    case .bringQuestion: "BRING"
    case .help: "HELP"
    case .people: "PEOPLE"
    case .link: "LINK"
    case .removeQuestion: "REMOVE"
    }
  }

  var mood: StatusView.Mood {
    switch self {
    case .browsing, .help, .people: .board
    case .editing: .edit
    case .moving: .move
    case .prompt, .link, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion,
      .removeQuestion:
      .ask
    }
  }
}
