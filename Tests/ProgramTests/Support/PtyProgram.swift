import Foundation
import Glibc

/// The real program on a bare terminal: every byte that it sends is kept, nothing answers.
final class PtyProgram {
  let child: ChildProcess
  /// All that the program has sent so far, as far as it was collected.
  private(set) var log: [UInt8] = []
  private let folders: ProgramFolders
  private var primary: Int32
  /// Kept open so that the terminal outlives the program and its modes can be read.
  private var replica: Int32
  /// The terminal's modes before the program had it.
  let modesBefore: TerminalModes

  /// Starts the program with a terminal of its own.
  ///
  /// `environment` comes on top of that of the folders; the variables of `removing` are not set at
  /// all; `streams` says by number which streams have something in place of the terminal;
  /// `launcher` is what starts the program in place of the test.
  ///
  /// - Throws: `Missing` when it can not be started.
  init(
    _ folders: ProgramFolders,
    _ arguments: [String] = [],
    columns: Int = 80,
    rows: Int = 24,
    environment: [String: String] = [:],
    removing: [String] = [],
    streams: [Int: ChildProcess.Stream] = [:],
    launcher: [String] = []
  ) throws {
    self.folders = folders
    let opened = try PtyProgram.open()
    (primary, replica) = (opened.primary, opened.replica)
    PtyProgram.set(primary, columns: columns, rows: rows)
    modesBefore = TerminalModes(replica)
    var values = folders.environment
    values["TERM"] = "xterm-256color"
    values["COLORTERM"] = "truecolor"
    values.merge(environment) { $1 }
    for name in removing { values[name] = nil }
    let terminal = ChildProcess.Stream.path(opened.path)
    child = try ChildProcess(
      launcher + [try ProgramPath.find()] + arguments,
      environment: values,
      streams: (0..<3).map { streams[$0] ?? terminal },
      leadsSession: true
    )
  }

  deinit {
    hangUp()
  }

  var modes: TerminalModes { TerminalModes(replica) }

  var text: String { String(decoding: log, as: UTF8.self) }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(primary, bytes, bytes.count)
  }

  func resize(columns: Int, rows: Int) {
    PtyProgram.set(primary, columns: columns, rows: rows)
  }

  /// Takes the terminal away, as closing its window does.
  func hangUp() {
    if primary >= 0 { close(primary) }
    if replica >= 0 { close(replica) }
    (primary, replica) = (-1, -1)
  }

  /// Reads what the program has sent up to now.
  func collect() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    var state = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    while primary >= 0, poll(&state, 1, 0) == 1, state.revents & Int16(POLLIN) != 0 {
      let count = read(primary, &buffer, buffer.count)
      if count <= 0 { return }
      log += buffer[..<count]
    }
  }

  /// Waits until what was sent is as wanted.
  func wait(
    for what: String,
    within limit: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation,
    until isThere: () -> Bool
  ) async throws {
    try await eventually(what, within: limit) { () -> Bool? in
      collect()
      return isThere() ? true : nil
    } instead: {
      String(decoding: log.suffix(2000), as: UTF8.self).debugDescription
    }
  }

  /// Waits until the first picture is complete.
  func waitForScreen(isolation: isolated (any Actor)? = #isolation) async throws {
    try await wait(for: "the first picture") {
      modes != modesBefore && text.contains("\u{1B}[?1049h") && text.contains("\u{1B}[?2026l")
    }
  }

  /// Waits until the program has ended, and collects its last words.
  func waitForEnd(
    within limit: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> ChildProcess.Ending {
    let ending = try await eventually("the program to end", within: limit) {
      collect()
      return child.look()
    } instead: {
      String(decoding: log.suffix(2000), as: UTF8.self).debugDescription
    }
    collect()
    return ending
  }

  private static func open() throws -> (primary: Int32, replica: Int32, path: String) {
    let primary = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var unlocked: Int32 = 0
    // TIOCGPTN and TIOCSPTLCK: macros with casts, which are not imported.
    guard primary >= 0, ioctl(primary, 0x8004_5430, &number) == 0,
      ioctl(primary, 0x4004_5431, &unlocked) == 0
    else { throw Missing(description: "no pseudo-terminal: is /dev/pts mounted?") }
    let path = "/dev/pts/\(number)"
    return (primary, Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC), path)
  }

  private static func set(_ descriptor: Int32, columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}

/// What `stty -a` would show of a terminal.
struct TerminalModes: Equatable {
  let flags: [tcflag_t]
  let characters: [UInt8]

  init(_ descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else {
      (flags, characters) = ([], [])
      return
    }
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }
}
