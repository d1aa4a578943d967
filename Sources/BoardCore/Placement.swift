/// Where a note is and how it came there: one value, so that no merge mixes two people's moves.
package struct Placement: Equatable, Sendable {
  package var point: BoardPoint
  /// The path of the move, the newest last; at most `BoardLimits.trailPoints`.
  package var trail: [BoardPoint]
  /// False while the move goes on: a checkpoint of a drag.
  package var isResting: Bool

  package init(point: BoardPoint, trail: [BoardPoint] = [], isResting: Bool = true) {
    self.point = point
    self.trail = trail
    self.isResting = isResting
  }

  /// A path with at most `limit` points: the ends and evenly chosen points between.
  package static func thinned(_ trail: [BoardPoint], to limit: Int) -> [BoardPoint] {
    guard trail.count > limit, limit > 1 else { return trail }
    return (0..<limit).map { trail[$0 * (trail.count - 1) / (limit - 1)] }
  }
}
