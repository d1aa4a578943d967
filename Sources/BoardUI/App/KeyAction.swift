package import BoardCore

/// What a key press means, in the mode in which it was pressed.
package enum KeyAction: Hashable, Sendable {
  case board(BoardAction)
  case banner(Answer)
  case move(MoveAction)
  case text(TextAction)
  case question(Answer)
  case panel(PanelAction)
  case link(LinkAction)
  case anywhere(AnywhereAction)
}

/// The four ways on a board.
package enum Direction: CaseIterable, Hashable, Sendable {
  case left
  case down
  case up
  case right

  /// One cell that way.
  var step: (x: Int, y: Int) {
    switch self {
    case .left: (-1, 0)
    case .down: (0, 1)
    case .up: (0, -1)
    case .right: (1, 0)
    }
  }
}

/// What can be done on the board, with nothing in hand.
package enum BoardAction: Hashable, Sendable {
  case focus(Direction)
  case focusNext
  case focusPrevious
  case newNote
  case edit
  case lift
  case nudge(Direction)
  case recolor(NoteColor)
  case lower
  case raise
  case vote
  case delete
  case askClear
  case undo
  case redo
  case takeBack
  case invite
  case makeLink
  case people
  case help
  case cancelRequest
  case leave
  case askEnd
}

/// What can be done with a note in hand.
package enum MoveAction: Hashable, Sendable {
  case step(Direction, Int)
  case drop
  case putBack
}

/// What keys do in a text: the editor of a note, or the prompt.
package enum TextAction: Hashable, Sendable {
  /// Left to `TextEditor`, as every key is that the table does not name.
  case type
  /// The end of a prompt.
  case submit
  /// The next name that was heard.
  case complete
  case leave
}

/// Yes and no.
package enum Answer: Hashable, Sendable {
  case yes
  case no
}

/// What can be done while an invitation link is made.
package enum LinkAction: Hashable, Sendable {
  case more
  case fewer
  case longer
  case shorter
  case make
  case leave
}

/// What can be done in a panel.
package enum PanelAction: Hashable, Sendable {
  case lineUp
  case lineDown
  case pageUp
  case pageDown
  /// Take away what is chosen.
  case remove
  case close
}

/// What works whatever a person is doing.
package enum AnywhereAction: Hashable, Sendable {
  case redraw
  case suspend
  /// Out at once, with all that is under way kept.
  case leave
}
