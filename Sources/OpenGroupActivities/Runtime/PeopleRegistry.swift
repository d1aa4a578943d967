import Synchronization

/// Which runtimes run in this process, and which one is the default.
final class PeopleRegistry: Sendable {
  private struct Storage {
    var running: [ObjectIdentifier: People] = [:]
    var first: People?
    /// Loops that start before the first runtime wait here; that runtime takes it over.
    var directory = SessionDirectory()
  }

  static let shared = PeopleRegistry()

  /// How many runtimes run.
  let runningCount = Broadcast(0)
  private let storage = Mutex(Storage())

  /// The first that was started and still runs.
  var first: People? { storage.withLock { $0.first } }

  /// The directory of the default runtime, also before it is started.
  var directory: SessionDirectory { storage.withLock { $0.directory } }

  /// The directory for a runtime that is about to start, and whether it will be the default.
  func directoryForStart() -> SessionDirectory {
    storage.withLock { $0.first == nil ? $0.directory : SessionDirectory() }
  }

  func add(_ people: People) {
    let count = storage.withLock { storage in
      storage.running[ObjectIdentifier(people)] = people
      if storage.first == nil, storage.directory === people.directory { storage.first = people }
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
      }
      return storage.running.count
    }
    runningCount.set(count)
  }
}
