/// Writing in notes: what differs becomes operations, and what others wrote meanwhile stays.
extension BoardReplicator {
  /// Does to a note's text what a person did to `old`, the text that they saw (nil: what shows now).
  ///
  /// One step of undo. Above `BoardLimits.textBytes` a text may only shrink; what it grows by when
  /// it meets others' edits is kept.
  mutating func editText(
    _ note: NoteID,
    _ old: String?,
    _ new: String,
    into effects: inout [ReplicaEffect]
  ) {
    guard board.isVisible(note),
      let shown = board.notes[note]?.string(board.cancellations)
    else { return }
    let merge = merge(note, old ?? shown, new, shown)
    let most = max(BoardLimits.textBytes, (old ?? shown).utf8.count)
    guard isShort(new, most, &effects), isSendable(merge.hunks, &effects),
      hasRoom(for: merge.hunks, in: note, &effects)
    else { return }
    let first = nextSequence
    // No record is held while it changes, or it would be copied.
    let changes = board.notes[note]?.text.changes(for: merge.hunks, board.cancellations) ?? []
    for change in changes {
      let isFirst = nextSequence == first
      commit(.text(note, change), group: first, isStep: isFirst, into: &effects)
    }
  }

  /// The note that this person writes in, as they told the others.
  var editedNote: NoteID? {
    ownCursor.cursor.flatMap { $0.isEditing ? $0.note : nil }
  }

  /// Whether the note still takes what is new: over the years this replica may have written a lot.
  private func hasRoom(
    for hunks: [TextHunk],
    in note: NoteID,
    _ effects: inout [ReplicaEffect]
  ) -> Bool {
    let size = hunks.reduce(0) { $0 + $1.text.count }
    guard let text = board.notes[note]?.text, !text.hasRoom(for: size, of: replicaID)
    else { return true }
    effects.append(.notice(.noteWrittenFull))
    return false
  }

  /// What is new in a text goes into one operation.
  private func isSendable(_ hunks: [TextHunk], _ effects: inout [ReplicaEffect]) -> Bool {
    let bytes = hunks.reduce(0) { sum, hunk in
      sum + hunk.text.reduce(0) { $0 + UTF8.width($1) }
    }
    guard bytes > BoardLimits.textBytes else { return true }
    effects.append(.notice(.textTooLong(limitBytes: BoardLimits.textBytes)))
    return false
  }
}
