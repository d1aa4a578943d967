import Dispatch
import Glibc
import Synchronization

/// Brings what was written to a board's log down to the medium, a twentieth of a second later.
///
/// What is written survives the end of the program at once; this is for the end of the power. Many
/// writes share one synchronization, which happens on a thread of its own.
final class LogSyncer: Sendable {
  private let descriptor: Int32
  private let isDue = Atomic<Bool>(false)
  private let rounds = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "corkboard.log-syncer")

  /// How long writes are gathered.
  static let pause = DispatchTimeInterval.milliseconds(50)

  /// Nil when the database at this path has no log.
  init?(database path: String) {
    descriptor = open("\(path)-wal", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Something was written.
  func touch() {
    guard !isDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      // A file that was closed meanwhile was synchronized then.
      guard let self else { return }
      // What is written from here on asks for a round of its own.
      isDue.store(false, ordering: .releasing)
      fdatasync(descriptor)
      rounds.add(1, ordering: .relaxed)
    }
  }

  /// How many times the medium was waited for.
  var roundCount: Int { rounds.load(ordering: .relaxed) }
}
