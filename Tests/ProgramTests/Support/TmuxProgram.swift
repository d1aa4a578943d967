import Foundation

/// The real program in a terminal emulator without a window: tmux, on a server of its own.
final class TmuxProgram {
  /// Keys by the names that tmux has for them.
  enum Key: String {
    case enter = "Enter"
    case escape = "Escape"
    case tab = "Tab"
    case backTab = "BTab"
    case backspace = "BSpace"
    case delete = "DC"
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case controlC = "C-c"
    case controlL = "C-l"
    case controlR = "C-r"
    case controlZ = "C-z"
  }

  private let folders: ProgramFolders
  private let socket: String
  private let tmux: String

  /// Starts the program.
  ///
  /// Two programs may share their folders. `arguments` follow `corkboard` on the command line;
  /// `environment` comes on top of that of the folders, `TERM=tmux-256color` and `TMUX`. With
  /// `underShell` a shell runs in the terminal instead, for Ctrl-Z and `fg`: type `$CORKBOARD` to it.
  /// `launcher` stands before the program on its command line.
  ///
  /// - Throws: `Missing` when tmux or the program is not there.
  init(
    _ folders: ProgramFolders,
    _ arguments: [String] = [],
    columns: Int = 80,
    rows: Int = 24,
    environment: [String: String] = [:],
    underShell: Bool = false,
    launcher: [String] = []
  ) throws {
    self.folders = folders
    socket = "t\(UInt32.random(in: .min ... .max))"
    tmux = try TmuxProgram.find()
    let program = try ProgramPath.find()
    var added = environment
    added["CORKBOARD"] = program
    added["PS1"] = "$ "
    var command = [
      "start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";",
      "set-option", "-g", "default-terminal", "tmux-256color", ";",
      "set-option", "-g", "escape-time", "0", ";",
      "set-option", "-g", "status", "off", ";",
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
    ]
    command += added.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
    let term = environment["TERM"].map { ["env", "TERM=\($0)"] } ?? []
    let shell = ["bash", "--norc", "--noprofile", "-i"]
    command += term + launcher + (underShell ? shell : [program] + arguments)
    let result = try run(command)
    guard result.status == .exited(0) else {
      throw Missing(description: "tmux: \(result.text)")
    }
  }

  deinit {
    let process = (try? processIdentifier()) ?? -1
    _ = try? run(["kill-server"])
    // Its folders go next: nothing may be written there any more.
    for _ in 0..<200 where process > 0 && kill(process, 0) == 0 { usleep(5000) }
  }

  /// Types text; nothing in it is taken for the name of a key.
  func type(_ text: String) throws {
    try command(["send-keys", "-l", "--", text])
  }

  func press(_ keys: Key...) throws {
    try command(["send-keys"] + keys.map(\.rawValue))
  }

  /// Pastes as the terminal does it, in brackets if the program asked for them.
  func paste(_ text: String) throws {
    try command(["set-buffer", "--", text])
    try command(["paste-buffer", "-p", "-r"])
  }

  func resize(columns: Int, rows: Int) throws {
    try command(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The lines on the screen, without the spaces at their ends.
  func screen() throws -> [String] {
    try command(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The screen and what has scrolled off it: a dead pane scrolls by one line.
  func history() throws -> String {
    try command(["capture-pane", "-p", "-S", "-"])
  }

  /// The screen with its colours, as escape sequences.
  func coloredScreen() throws -> String {
    try command(["capture-pane", "-p", "-e"])
  }

  /// What tmux says about the terminal: for example `#{alternate_on}`.
  func state(_ format: String) throws -> String {
    try command(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// The process in the terminal: the program, or the shell.
  func processIdentifier() throws -> pid_t {
    pid_t(try state("#{pane_pid}")) ?? -1
  }

  /// How the program has ended; nil while it runs.
  func ending() throws -> ChildProcess.Ending? {
    let format = "#{pid},#{pane_dead},#{pane_dead_status},#{pane_dead_signal}"
    let parts = try state(format).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    // tmux 3.3 sometimes misses that its child has ended (seen with any program, one end in five
    // when several servers run): the signal makes it look again.
    if let server = pid_t(parts[0]), server > 1 { kill(server, SIGCHLD) }
    guard parts[1] == "1" else { return nil }
    if let signal = Int32(parts[3]) { return .killed(signal: signal) }
    // The terminal can be known to be closed before the status of its program is.
    return Int32(parts[2]).map { .exited($0) }
  }

  /// Waits until the screen is as wanted, and returns it.
  ///
  /// - Throws: `TooLate` with the screen that was there.
  @discardableResult
  func wait(
    for what: String,
    within limit: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation,
    until isThere: ([String]) -> Bool
  ) async throws -> [String] {
    var last: [String] = []
    return try await eventually(what, within: limit) {
      last = try screen()
      return isThere(last) ? last : nil
    } instead: {
      last.joined(separator: "\n")
    }
  }

  /// Waits until a text stands on the screen in one line.
  @discardableResult
  func wait(
    forText text: String,
    within limit: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [String] {
    try await wait(for: "'\(text)' on the screen", within: limit) { lines in
      lines.contains { $0.contains(text) }
    }
  }

  /// The screen once three looks in a row, 40 ms apart at least, have shown the same.
  func stillScreen(isolation: isolated (any Actor)? = #isolation) async throws -> [String] {
    var looks: [[String]] = []
    return try await eventually("a screen that stands still") {
      looks = try looks.suffix(2) + [screen()]
      return looks.count == 3 && looks.allSatisfy { $0 == looks[0] } ? looks[0] : nil
    } instead: {
      looks.last?.joined(separator: "\n") ?? ""
    }
  }

  /// Waits until the program has ended.
  func waitForEnd(
    within limit: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> ChildProcess.Ending {
    try await eventually("the program to end", within: limit) {
      try ending()
    } instead: {
      (try? screen().joined(separator: "\n")) ?? ""
    }
  }

  @discardableResult
  private func command(_ arguments: [String]) throws -> String {
    let result = try run(arguments)
    guard result.status == .exited(0) else {
      throw Missing(description: "tmux \(arguments.joined(separator: " ")): \(result.text)")
    }
    return result.text
  }

  private func run(_ arguments: [String]) throws -> (status: ChildProcess.Ending, text: String) {
    try output(
      of: [tmux, "-u", "-L", socket, "-f", "/dev/null"] + arguments,
      environment: folders.environment
    )
  }

  private static func find() throws -> String {
    let places = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/bin/tmux"]
    if let place = places.first(where: { access($0, X_OK) == 0 }) { return place }
    throw Missing(description: "program tests need tmux: sudo apt-get install -y tmux")
  }
}
