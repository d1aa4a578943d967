package import BoardCore

/// What a cell is drawn as, before it is known what the terminal can show.
package enum Role: Hashable, Sendable {
  case ground
  /// The dots of the ground, and what is only a hint of something.
  case dot
  case ghost
  case shadow
  case note(NoteColor, NoteView.Look)
  /// The border of a note.
  case edge(NoteColor, NoteView.Look)
  case wake(PersonTint, fading: Int)
  case tag(PersonTint)
  case box(PanelView.Kind, PanelView.Tone)
  case border(PanelView.Kind)
  case field
  case notice(isError: Bool)
  case status(PanelView.Tone)
  case mode(StatusView.Mood)
  case welcome(PanelView.Tone)
}
