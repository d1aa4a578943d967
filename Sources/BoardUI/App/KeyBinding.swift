/// Where a key means something: the name of a mode.
package enum KeyContext: Int, CaseIterable, Hashable, Sendable {
  case board
  case banner
  case move
  case edit
  case prompt
  case link
  case clear
  case end
  case keep
  case bring
  case panel
  case remove
  case anywhere

  /// The heading in help and README.
  package var title: String {
    switch self {
    case .board: "On the board"
    case .banner: "When somebody asks"
    case .move: "With a note in hand"
    case .edit: "Writing in a note"
    case .prompt: "Typing an address"
    case .link: "Making an invitation link"
    case .clear: "Asked to clear"
    case .end: "Asked to end"
    case .keep: "A note in hand was deleted"
    case .bring: "Asked to bring notes"
    case .panel: "In a panel"
    case .remove: "Asked to remove somebody"
    case .anywhere: "Anywhere"
    }
  }
}

/// One row of the table of keys: what is shown, and what each of its keys does.
package struct KeyBinding: Equatable, Sendable {
  package var context: KeyContext
  /// The keys as a person reads them, each word one key: `h j k l`.
  package var label: String
  /// What they do, in a few words.
  package var words: String
  package var keys: [Press]

  /// One key of a row and its meaning.
  package struct Press: Equatable, Sendable {
    package var key: Key
    package var action: KeyAction
  }

  private init<Action>(
    _ context: KeyContext,
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, Action>,
    _ meaning: (Action) -> KeyAction
  ) {
    self.context = context
    self.label = label
    self.words = words
    self.keys = keys.map { Press(key: $0.key, action: meaning($0.value)) }
  }
}

/// One maker for each context, so that a row can hold only what its context knows.
extension KeyBinding {
  static func board(
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, BoardAction>
  ) -> KeyBinding {
    KeyBinding(.board, label, words, keys) { .board($0) }
  }

  static func banner(
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, Answer>
  ) -> KeyBinding {
    KeyBinding(.banner, label, words, keys) { .banner($0) }
  }

  static func move(
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, MoveAction>
  ) -> KeyBinding {
    KeyBinding(.move, label, words, keys) { .move($0) }
  }

  static func text(
    _ context: KeyContext,
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, TextAction>
  ) -> KeyBinding {
    KeyBinding(context, label, words, keys) { .text($0) }
  }

  static func question(
    _ context: KeyContext,
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, Answer>
  ) -> KeyBinding {
    KeyBinding(context, label, words, keys) { .question($0) }
  }

  static func panel(
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, PanelAction>
  ) -> KeyBinding {
    KeyBinding(.panel, label, words, keys) { .panel($0) }
  }

  static func link(
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, LinkAction>
  ) -> KeyBinding {
    KeyBinding(.link, label, words, keys) { .link($0) }
  }

  static func anywhere(
    _ label: String,
    _ words: String,
    _ keys: KeyValuePairs<Key, AnywhereAction>
  ) -> KeyBinding {
    KeyBinding(.anywhere, label, words, keys) { .anywhere($0) }
  }
}
