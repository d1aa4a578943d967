package import BoardCore

/// What the program must do about an event.
package enum AppCommand: Equatable, Sendable {
  case edit(BoardEdit)
  /// Make notes that come from another board: one step of undo, and as long as a merge may make one.
  case bring([PortableNote])
  /// Where this person is now: for the others' screens.
  case showCursor(BoardPoint, note: NoteID?, isEditing: Bool)
  /// The text as typed at the prompt.
  case invite(String)
  /// Invite a device that was heard on the network.
  case inviteNearby([UInt8])
  case makeLink(uses: Int, minutes: Int)
  case revokeLink(UInt64)
  case cancelRequest
  case answer(visitor: UInt64, accept: Bool)
  /// Put a participant out of the session, for everyone.
  case remove(PeerKey)
  case redraw
  case suspend
  /// Leave the session and the program.
  case leave
  /// End the session for everyone, then leave the program.
  case endForAll
}
