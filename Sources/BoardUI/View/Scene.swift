package import BoardCore

/// What is meant to be seen: immutable, compares whole, knows no colors.
///
/// Columns and rows are those of the screen, and may lie outside of it.
package struct Scene: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  /// The screen is too small for a board: nothing but a word about it is shown.
  package let isTooSmall: Bool
  /// Where the board's zero is on the screen.
  package let origin: ScreenPoint
  /// Where a lifted note came from.
  package let ghost: GhostView?
  /// The lowest first; only what the screen shows a part of.
  package let notes: [NoteView]
  package let wakes: [WakeView]
  /// People who are at no note.
  package let tags: [TagView]
  /// What an empty board says.
  package let welcome: [PanelView.Line]
  package let panel: PanelView?
  package let notices: [NoticeView]
  package let status: StatusView

  package init(_ state: AppState, at now: Duration) {
    columns = state.columns
    rows = state.rows
    isTooSmall = state.isTooSmall
    origin = ScreenPoint(column: -state.view.x, row: -state.view.y)
    let builder = SceneBuilder(state: state, moment: now)
    let isDrawn = !state.isTooSmall
    ghost = isDrawn ? builder.ghost : nil
    notes = isDrawn ? builder.notes : []
    wakes = isDrawn ? builder.wakes : []
    tags = isDrawn ? builder.tags : []
    welcome = isDrawn ? builder.welcome : []
    panel = isDrawn ? builder.panel : nil
    notices = isDrawn ? builder.notices : []
    status = StatusView(state)
  }
}

extension AppState {
  package static let leastColumns = 20
  package static let leastRows = 6

  /// No board can be shown in so little room; everything is kept.
  package var isTooSmall: Bool { columns < Self.leastColumns || rows < Self.leastRows }
}

/// Who something belongs to, as a color tells it: one of eight, or this person.
package enum PersonTint: Hashable, Sendable {
  case own
  case other(Int)
}

/// One note, as much of it as there is to say.
package struct NoteView: Equatable, Sendable {
  package enum Look: Equatable, Hashable, Sendable {
    case plain
    case focused
    case lifted
    /// Moved by somebody else.
    case carried
  }

  package var frame: Rect
  package var text: String
  package var color: NoteColor
  package var look: Look
  /// Who moves it: on the top border.
  package var mover: TagView?
  /// Who else is at it: on the bottom border.
  package var visitors: [TagView] = []
  /// How many vote for it, and whether this person does: on the top border.
  package var votes = 0
  package var hasOwnVote = false
  /// The text is being written by this person.
  package var editor: TextEditor?
}

/// A person's name on the board.
///
/// Where it has a place of its own, that is where it begins.
package struct TagView: Equatable, Sendable {
  package var name: String
  package var tint: PersonTint
  package var isEditing = false
  package var place = ScreenPoint(column: 0, row: 0)
}

/// Where a note was before it was lifted.
package struct GhostView: Equatable, Sendable {
  package var frame: Rect
  package var color: NoteColor
}

/// One cell of a wake.
package struct WakeView: Equatable, Sendable {
  package var place: ScreenPoint
  /// 0 fresh to 3 nearly gone.
  package var fading: Int
  package var tint: PersonTint
}

/// A line above the status line.
package struct NoticeView: Equatable, Sendable {
  package var text: String
  package var isError: Bool
}
