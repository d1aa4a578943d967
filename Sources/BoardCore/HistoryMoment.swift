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
    /// One operation; `gesture` is shared by all of one step.
    case change(gesture: HistoryGesture?)
  }

  package init(place: Int64, time: UInt64, kind: Kind) {
    self.place = place
    self.time = time
    self.kind = kind
  }

  package var isKeyframe: Bool { kind == .keyframe }
}

/// One step of somebody's, of which several operations may have been kept: a drag with its
/// checkpoints, an import, what was pasted or taken back at once.
package struct HistoryGesture: Hashable, Sendable {
  /// Who did it, and the first operation of the group.
  package var group: Dot

  package init(group: Dot) { self.group = group }

  package init(_ operation: BoardOperation) {
    self.init(group: Dot(operation.dot.replica, operation.group))
  }
}
