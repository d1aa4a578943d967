/// Where a note is while somebody moves it: sent often, lost without harm, never kept.
package struct MoveFrame: Equatable, Sendable {
  package var note: NoteID
  /// How many operations the sender had made: what orders frames against operations.
  package var after: UInt64
  /// Rises with every frame of a run.
  package var number: UInt64
  package var point: BoardPoint
  /// Where the move began.
  package var origin: BoardPoint

  package init(
    note: NoteID,
    after: UInt64,
    number: UInt64,
    point: BoardPoint,
    origin: BoardPoint
  ) {
    self.note = note
    self.after = after
    self.number = number
    self.point = point
    self.origin = origin
  }
}
