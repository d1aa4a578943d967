/// One replica of one board, and what every other peer lacks of it: all that the program needs.
///
/// Takes what a person does, what peers sent and what time it is; appends what must be kept, sent
/// and shown, in that order.
package struct BoardReplicator: Sendable {
  package init(board: BoardID, title: String, replica: ReplicaID, author: AuthorID) {
    replicaID = replica
    picture = BoardPicture(id: board, title: title)
  }

  package let replicaID: ReplicaID

  /// The board as it is now, live moves included.
  package private(set) var picture: BoardPicture

  /// The earliest moment since start at which `wake` must be called; nil means never.
  package var nextDeadline: Duration? { nil }

  /// Operations of an earlier run, in the order in which they were kept.
  ///
  /// Before anything else.
  package mutating func load(_ operations: [[UInt8]]) throws(BoardCodingError) {
  }

  /// Does what the person asked.
  ///
  /// Returns the note that was made, if one was.
  @discardableResult
  package mutating func edit(
    _ edit: BoardEdit,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) -> NoteID? {
    nil
  }

  /// Bytes that a peer's replicator asked to send.
  ///
  /// Never traps, whatever they are.
  package mutating func receive(
    _ message: [UInt8],
    from peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
  }

  /// A peer can be reached now.
  package mutating func peerJoined(
    _ peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
  }

  /// A peer cannot be reached any more: its live moves and its cursor end.
  package mutating func peerLeft(
    _ peer: PeerKey,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
  }

  /// Tells the others where this person is.
  ///
  /// Cheap: at most 20 a second go out.
  package mutating func moveCursor(
    _ cursor: PeerCursor,
    at now: BoardTime,
    into effects: inout [ReplicaEffect]
  ) {
  }

  package mutating func wake(at now: BoardTime, into effects: inout [ReplicaEffect]) {
  }

  /// Own operations that no peer is known to hold yet.
  package var unsharedCount: Int { 0 }
}

/// What a replicator asks of the program.
///
/// Carried out in order: what is kept is kept before it is sent.
package enum ReplicaEffect: Equatable, Sendable {
  /// Append these encoded operations to the log on disk.
  case keep([[UInt8]])
  case send([UInt8], to: ReplicaRecipients, ReplicaDelivery)
  /// `picture` is another one now.
  case pictureChanged
  /// Somebody's cursor is elsewhere (nil: gone).
  case cursorChanged(PeerKey, PeerCursor?)
  /// Something that a person must be told.
  case notice(ReplicaNotice)
}

package enum ReplicaRecipients: Equatable, Sendable {
  case all
  case only(PeerKey)
}

package enum ReplicaDelivery: Equatable, Sendable {
  case reliable
  case unreliable
}

/// What happened to a person's work that they did not do themselves, or could not do.
package enum ReplicaNotice: Equatable, Sendable {
  /// The note that this person holds was deleted or cleared by somebody else.
  case liftedNoteGone(NoteID, by: ReplicaID)
  /// A limit: the note's text, the board's notes.
  case textTooLong(limitBytes: Int)
  case boardFull(limit: Int)
  /// Somebody cleared the board: how many notes went.
  case cleared(count: Int, by: ReplicaID)
  case nothingToUndo
  case nothingToRedo
}

/// Why bytes are not an operation or a message.
package enum BoardCodingError: Error, Equatable, Sendable {
  case truncated
  case invalid
  /// Made by a newer program.
  case unknownFormat(UInt16)
  case tooLarge
}
