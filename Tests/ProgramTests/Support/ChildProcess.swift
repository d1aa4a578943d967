import Glibc

/// A process that a test has started, and that ends with the test at the latest.
final class ChildProcess {
  /// How a process has ended.
  enum Ending: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// Where a stream of the new process leads.
  enum Stream {
    case same(Int32)
    /// Opened by the new process itself: a terminal becomes the one that controls it.
    case path(String)
    case closed
  }

  let identifier: pid_t
  private let command: String
  private var ending: Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program's path first.
  ///   - environment: All of it.
  ///   - streams: Standard input, output and error.
  ///   - leadsSession: Whether it gets a session of its own, without a terminal at first.
  /// - Throws: `Missing` when it can not be started.
  init(
    _ arguments: [String],
    environment: [String: String],
    streams: [Stream],
    leadsSession: Bool = false
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      let number = Int32(number)
      switch stream {
      case .same(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .path(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      case .closed: posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    ChildProcess.makePlain(&attributes, leadsSession: leadsSession)
    var started = pid_t()
    let strings = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let path = arguments[0]
    let error = ChildProcess.withCStrings(arguments) { arguments in
      ChildProcess.withCStrings(strings) { environment in
        posix_spawn(&started, path, &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else {
      throw Missing(
        description: "can not start \(path): \(String(cString: strerror(error)))"
      )
    }
    identifier = started
    command = arguments.joined(separator: " ")
  }

  deinit {
    guard look() == nil else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// How it has ended; nil while it runs.
  func look() -> Ending? {
    if ending == nil { wait(options: WNOHANG) }
    return ending
  }

  /// Waits for the end of a command that ends by itself.
  ///
  /// One that does not would hold a thread for ever, and with it the limits of all tests: after a
  /// minute it is aborted.
  ///
  /// - Throws: `TooLate` with what hung.
  func waitForEnd(within limit: Duration = .seconds(60)) throws -> Ending {
    if !ends(within: limit) {
      kill(identifier, SIGABRT)
      throw TooLate(description: "did not end within \(limit): \(command)")
    }
    return ending ?? .exited(-1)
  }

  /// Whether it ends in time, looked at without giving the thread away: other tests do not count.
  func ends(within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while look() == nil {
      if ContinuousClock.now > end { return false }
      usleep(1000)
    }
    return true
  }

  private func wait(options: Int32) {
    var status: Int32 = 0
    let result = waitpid(identifier, &status, options)
    if result < 0 && errno != EINTR { ending = .exited(-1) }
    guard result == identifier else { return }
    let signal = status & 0x7F
    ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  func send(signal: Int32) {
    if look() == nil { kill(identifier, signal) }
  }

  /// No signal blocked or ignored, whatever the test's own process does with them.
  private static func makePlain(_ attributes: inout posix_spawnattr_t, leadsSession: Bool) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let session = leadsSession ? 0x80 : 0  // POSIX_SPAWN_SETSID, a macro with a condition.
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(session))
    )
  }

  private static func withCStrings<Result>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// Runs a command to its end and returns what it printed.
///
/// - Throws: `Missing` when it can not be started.
func output(
  of arguments: [String],
  environment: [String: String],
  leadsSession: Bool = false
) throws -> (status: ChildProcess.Ending, text: String) {
  // A file and no pipe, which a child of another test could inherit and keep from ending.
  let path = "/tmp/corkboard-test-\(UInt32.random(in: .min ... .max))"
  let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw Missing(description: "can not write \(path)") }
  unlink(path)
  defer { close(file) }
  let child = try ChildProcess(
    arguments,
    environment: environment,
    streams: [.path("/dev/null"), .same(file), .same(file)],
    leadsSession: leadsSession
  )
  let ending = try child.waitForEnd()
  var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END))))
  let count = pread(file, &bytes, bytes.count, 0)
  return (ending, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
}
