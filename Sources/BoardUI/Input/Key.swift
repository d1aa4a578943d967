/// One thing that came from the keyboard, decoded.
package enum Key: Hashable, Sendable {
  /// A printable character as typed, or pasted outside a paste.
  case character(Character)
  /// Ctrl with a letter: the lower-case letter.
  case control(Character)
  case enter
  case escape
  case tab
  case backTab
  case backspace
  case delete
  case insert
  case up
  case down
  case left
  case right
  case shiftUp
  case shiftDown
  case shiftLeft
  case shiftRight
  case home
  case end
  case pageUp
  case pageDown
  case function(Int)
}

/// What the decoder makes of the bytes of a terminal.
package enum TerminalInput: Equatable, Sendable {
  case key(Key)
  /// Everything between the marks of a bracketed paste: text, never keys.
  case paste(String)
  case focusGained
  case focusLost
}
