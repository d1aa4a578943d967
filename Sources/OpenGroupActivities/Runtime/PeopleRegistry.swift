import Synchronization

/// Which runtimes run in this process, and which one is the default.
final class PeopleRegistry: Sendable {
  private struct Storage {
    var running: [ObjectIdentifier: People] = [:]
    var first: People?
    /// Loops that start before the first runtime wait here; that runtime takes it over.
    var directory = SessionDirectory()
    /// Whether a runtime has taken it: two that start at once must not share one.
    var isTaken = false
  }

  static let shared = PeopleRegistry()

  /// How many runtimes run.
  let runningCount = Broadcast(0)
  private let storage = Mutex(Storage())

  /// The first that was started and still runs.
  var first: People? { storage.withLock { $0.first } }

  /// The directory of the default runtime, also before it is started.
  var directory: SessionDirectory { storage.withLock { $0.directory } }

  /// The directory for a runtime that starts now and is added next.
  ///
  /// The first caller gets the process's own and becomes the default by it.
  func directoryForStart() -> SessionDirectory {
    storage.withLock { storage in
      if storage.isTaken { return SessionDirectory() }
      storage.isTaken = true
      return storage.directory
    }
  }

  func add(_ people: People) {
    let count = storage.withLock { storage in
      storage.running[ObjectIdentifier(people)] = people
      if storage.directory === people.directory { storage.first = people }
      return storage.running.count
    }
    runningCount.set(count)
  }

  func remove(_ people: People) {
    let count = storage.withLock { storage in
      storage.running[ObjectIdentifier(people)] = nil
      if storage.first === people {
        storage.first = nil
        storage.directory = SessionDirectory()
        storage.isTaken = false
      }
      return storage.running.count
    }
    runningCount.set(count)
  }
}
