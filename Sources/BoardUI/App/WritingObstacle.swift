/// Why nothing can be written on the board that is open.
package enum WritingObstacle: CaseIterable, Equatable, Sendable {
  /// Nothing of it could be read.
  case unopened
  /// Some of it could not be read.
  case partlyRead
  /// A newer program wrote on it.
  case newer

  /// For whoever wants to write on it all the same.
  package var words: String {
    switch self {
    case .unopened: "This board could not be opened: nothing can be written on it."
    case .partlyRead: "Only a part of this board could be read: nothing can be written on it."
    case .newer:
      "Made by a newer corkboard: this one can only show it. Install the newer one to edit."
    }
  }
}

/// The one rule for boards that can only be looked at.
extension AppState {
  /// What is said instead of doing what a key means; nil when it may be done.
  func refusal(of key: Key) -> String? {
    guard let obstacle = sync.obstacle,
      let action = KeyBindings.action(of: key, in: mode.context),
      action.writes(in: mode.context)
    else { return nil }
    return obstacle.words
  }

  /// The board has become one to look at: what could only end in writing is over.
  ///
  /// A note in hand was set down already; an open editor stays, and its text is kept.
  mutating func endWhatWrites() {
    switch mode {
    case .moving, .clearQuestion, .bringQuestion: mode = .browsing
    case .browsing, .editing, .prompt, .endQuestion, .keepQuestion, .help, .people, .link,
      .removeQuestion:
      break
    }
  }
}

extension AppState.Mode {
  /// Where the table of keys has the keys of this mode.
  var context: KeyContext {
    switch self {
    case .browsing: .board
    case .editing: .edit
    case .moving: .move
    case .prompt: .prompt
    case .clearQuestion: .clear
    case .endQuestion: .end
    case .keepQuestion: .keep
    case .bringQuestion: .bring
    case .help, .people: .panel
    case .link: .link
    case .removeQuestion: .remove
    }
  }
}

extension KeyAction {
  /// Whether it changes the board, or begins what will.
  ///
  /// What is typed in an editor that is open is no new writing.
  func writes(in context: KeyContext) -> Bool {
    switch self {
    case .board(let action): action.writes
    case .move(let action): action.writes
    case .question(let answer): answer == .yes && context.asksToWrite
    case .banner, .text, .panel, .link, .anywhere: false
    }
  }
}

extension BoardAction {
  fileprivate var writes: Bool {
    switch self {
    case .newNote, .edit, .lift, .nudge, .recolor, .lower, .raise, .vote, .delete, .askClear,
      .undo, .redo, .takeBack:
      true
    case .focus, .focusNext, .focusPrevious, .invite, .makeLink, .people, .help, .cancelRequest,
      .leave,
      .askEnd:
      false
    }
  }
}

extension MoveAction {
  fileprivate var writes: Bool {
    switch self {
    case .step: true
    case .drop, .putBack: false
    }
  }
}

extension KeyContext {
  /// Whether to answer yes there changes the board.
  fileprivate var asksToWrite: Bool {
    switch self {
    case .clear, .keep, .bring: true
    case .board, .banner, .move, .edit, .prompt, .link, .end, .panel, .remove, .anywhere: false
    }
  }
}
