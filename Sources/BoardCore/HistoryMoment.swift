/// One moment of a board's past that can be shown.
package struct HistoryMoment: Equatable, Sendable {
  /// Where it is in the order in which operations were kept: rises from moment to moment.
  package var place: Int64
  /// Milliseconds since 1970, by the clock of the device that kept it.
  package var time: UInt64
  package var kind: Kind

  package enum Kind: Equatable, Sendable {
    /// The whole board was kept here.
    case keyframe
    /// One operation; `gesture` is shared by the checkpoints of one drag of one note.
    case change(gesture: HistoryGesture?)
  }

  package init(place: Int64, time: UInt64, kind: Kind) {
    self.place = place
    self.time = time
    self.kind = kind
  }

  package var isKeyframe: Bool { kind == .keyframe }
}

/// One drag of one note, of which several operations may have been kept.
package struct HistoryGesture: Hashable, Sendable {
  /// Who moves, and the first operation of the group.
  package var group: Dot
  package var note: NoteID

  package init(group: Dot, note: NoteID) {
    self.group = group
    self.note = note
  }

  /// Nil when the operation is no move.
  package init?(_ operation: BoardOperation) {
    guard case .set(let note?, .placement, _) = operation.action else { return nil }
    self.init(group: Dot(operation.dot.replica, operation.group), note: note)
  }
}
