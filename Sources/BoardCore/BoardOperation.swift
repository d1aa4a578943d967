/// What one replica did once: the unit that is kept, sent and applied.
package struct BoardOperation: Equatable, Sendable {
  package var dot: Dot
  /// What the author knew beyond its operation before this one.
  package var dependencies: VersionVector
  /// The author takes back no group at or below this, ever again.
  ///
  /// At most the own sequence number.
  package var floor: UInt64
  /// The sequence number of the author's operation that this one is taken back together with.
  package var group: UInt64
  package var action: BoardAction
  /// What a newer program put behind all that is known of this kind of action.
  package var fields: [UInt8] = []

  package init(
    dot: Dot,
    dependencies: VersionVector = VersionVector(),
    floor: UInt64 = 0,
    group: UInt64? = nil,
    action: BoardAction
  ) {
    self.dot = dot
    self.dependencies = dependencies
    self.floor = floor
    self.group = group ?? dot.sequence
    self.action = action
  }
}

/// What an operation does.
package enum BoardAction: Equatable, Sendable {
  /// Makes the note that the operation's dot names.
  case create(NoteStart, stamp: UInt64)
  /// Writes a register of a note, or of the board itself when there is no note.
  case set(NoteID?, RegisterValue, stamp: UInt64)
  /// Inserts into and erases from the text of a note.
  case text(NoteID, TextChange)
  case delete(NoteID)
  case attach(NoteID, FileReference)
  /// Takes off the attachments that these operations added.
  case detach(NoteID, [Dot])
  /// Hides every note of `seen` that is not in `hidden`: what the issuer's board showed.
  case clear(seen: VersionVector, hidden: [NoteID])
  /// Takes a group of the author's own operations back, or puts it in force again.
  case toggle(group: UInt64, revision: UInt64)
  /// Nothing; also what invalid bytes mean.
  case noop
}

/// The first values of a note.
package struct NoteStart: Equatable, Sendable {
  package var author: AuthorID
  package var placement: Placement
  package var size: NoteSize
  package var color: NoteColor
  package var stacking: StackingKey
  package var text: ExactText

  package init(
    author: AuthorID,
    placement: Placement,
    size: NoteSize,
    color: NoteColor,
    stacking: StackingKey,
    text: ExactText
  ) {
    self.author = author
    self.placement = placement
    self.size = size
    self.color = color
    self.stacking = stacking
    self.text = text
  }
}
