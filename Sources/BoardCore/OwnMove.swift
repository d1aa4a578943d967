/// A note that this person is moving, by a drag or by nudges: shown and sent at once, kept later.
struct OwnMove: Equatable, Sendable {
  let note: NoteID
  let origin: BoardPoint
  var point: BoardPoint
  var trail: [BoardPoint]
  /// The place of the last operation of this move, or the origin.
  var committed: BoardPoint
  /// The first operation of this move, once there is one.
  var group: UInt64?
  /// When to commit: the next checkpoint of a drag, the end of a run of nudges.
  var due: Duration
  /// When the last frame went out, and whether the place has changed since.
  var lastFrame: Duration?
  var needsFrame = false

  /// Between checkpoints of a drag, and from the last nudge to its operation.
  static let pause = Duration.milliseconds(500)
  /// Frames are no closer together than this.
  static let framePause = Duration.milliseconds(16)
  /// A note that is held still says so this often.
  static let heldPause = Duration.seconds(1)

  init(note: NoteID, origin: BoardPoint, at now: Duration) {
    self.note = note
    self.origin = origin
    point = origin
    committed = origin
    trail = []
    due = now + Self.pause
  }

  /// When the next frame should go out.
  func frameDeadline(isHeld: Bool) -> Duration? {
    guard let lastFrame else { return needsFrame ? .zero : nil }
    if needsFrame { return lastFrame + Self.framePause }
    return isHeld ? lastFrame + Self.heldPause : nil
  }
}
