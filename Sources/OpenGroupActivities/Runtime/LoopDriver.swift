/// The actor that a loop drives.
///
/// The loop calls it between jobs, always on the loop's own thread.
package protocol LoopDriver: Actor {
  /// Does what is due, and says how long the loop may sleep.
  func prepareToWait(_ now: UInt64) -> LoopWait
  /// Whether something came in since `prepareToWait` that is no job.
  ///
  /// Asked after the loop has said that it sleeps, so that a nudge is never missed.
  var hasMoreToDo: Bool { get }
  /// A descriptor registered under `token` is ready. The token may be one that is gone already.
  func handle(_ token: UInt64, _ ready: Readiness, _ now: UInt64)
}

extension LoopDriver {
  package var hasMoreToDo: Bool { false }
}

/// How long a loop may sleep when nothing happens.
package enum LoopWait: Equatable, Sendable {
  /// Until a job comes, a descriptor is ready or somebody nudges.
  case untilWoken
  /// At the latest until then, in nanoseconds of `LoopExecutor.now`.
  case until(UInt64)
  /// The loop is over.
  case end
}
