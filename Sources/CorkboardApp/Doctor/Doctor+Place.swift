import BoardStore
import BoardUI
import CTerminal
import Glibc

/// Where boards are kept, and where they are shown.
extension Doctor {
  /// Free bytes below which keeping may soon fail.
  private static let leastSpace: UInt64 = 16 << 20

  // MARK: Storage

  mutating func lookAtStorage() {
    guard let folder = Surroundings.dataFolder(profile: options.profile) else {
      return report.add(
        .problem,
        "storage",
        "there is no home folder, so nothing is kept",
        advice: "set HOME"
      )
    }
    let shown = Surroundings.short(folder)
    let isThere = access(folder, F_OK) == 0
    let existing = Self.existing(folder)
    if access(existing, W_OK | X_OK) != 0 {
      report.add(
        .problem,
        "storage",
        "\(Surroundings.short(existing)) cannot be written to: nothing is kept",
        advice: "see who owns it: ls -ld \(existing)"
      )
    } else if let space = Self.freeSpace(existing), space < Self.leastSpace {
      report.add(
        .problem,
        "storage",
        "\(shown): \(space >> 20) MiB are free",
        advice: "make room on that disk: a full one stops keeping"
      )
    } else {
      let space = Self.freeSpace(existing).map { "\($0 >> 20) MiB free" } ?? "space unknown"
      let when = isThere ? "" : ", made on the first run"
      report.add(.fine, "storage", "\(shown), \(space)\(when)")
    }
    if isThere { lookAtBoards(folder) }
  }

  private mutating func lookAtBoards(_ folder: String) {
    var facts = stat()
    if stat("\(folder)/device.key", &facts) == 0, facts.st_mode & 0o077 != 0 {
      report.add(
        .problem,
        "storage",
        "others on this machine can read the key that makes this device itself",
        advice: "chmod 600 \(folder)/device.key"
      )
    }
    do {
      let stored = try CommandRunner(folder: folder, name: "").stored()
      for error in stored.unreadable { report.add(.problem, "boards", "\(error)") }
      let count = stored.boards.count
      report.add(
        .fine,
        "boards",
        count == 1 ? "1 board can be read" : "\(count) boards can be read"
      )
    } catch {
      report.add(.problem, "boards", BoardClerk.reason(error))
    }
    let names = Self.names(in: "\(folder)/boards") + Self.names(in: folder)
    let aside = names.filter { $0.contains(".damaged-") }.sorted()
    guard !aside.isEmpty else { return }
    report.add(
      .note,
      "boards",
      "damaged files were set aside: " + aside.joined(separator: ", "),
      advice: "what could be read of them goes on in new files; they may be deleted"
    )
  }

  /// The folder, or the nearest above it that is there.
  private static func existing(_ folder: String) -> String {
    var path = folder[...]
    while !path.isEmpty, access(String(path), F_OK) != 0 {
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    return path.isEmpty ? "/" : String(path)
  }

  private static func freeSpace(_ path: String) -> UInt64? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    return UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
      .partialValue
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    return names
  }

  // MARK: Terminal

  mutating func lookAtTerminal() {
    guard let terminal = Self.terminal() else {
      return report.add(
        .note,
        "terminal",
        "there is none here, so only commands work",
        advice: "run corkboard doctor in the terminal that is to show the board"
      )
    }
    defer { close(terminal) }
    let environment = Surroundings.environment
    do {
      let choice = try TerminalChoice(environment: environment)
      let colors = choice.wantsNoColor ? "no colors (NO_COLOR)" : Self.colors(choice)
      report.add(.fine, "terminal", "TERM=\(environment["TERM"] ?? ""), \(colors)")
    } catch {
      let text = error.message.replacing("corkboard: ", with: "")
      report.add(.problem, "terminal", text)
    }
    if !cterminal_use_utf8() {
      report.add(
        .problem,
        "terminal",
        "the locale has no UTF-8: notes show as ASCII",
        advice: "export LANG=C.UTF-8"
      )
    }
    var (columns, rows) = (Int32(0), Int32(0))
    cterminal_kernel_size(terminal, &columns, &rows)
    if columns < 20 || rows < 6 {
      report.add(
        .problem,
        "terminal",
        "\(columns) columns and \(rows) rows are too few",
        advice: "make the window larger: 20×6 is the least, 80×24 is comfortable"
      )
    } else {
      report.add(
        .fine,
        "terminal",
        "\(columns)×\(rows), UTF-8 \(cterminal_use_utf8() ? "on" : "off")"
      )
    }
  }

  private static func colors(_ choice: TerminalChoice) -> String {
    guard let best = choice.types.first else { return "no colors" }
    if best.hasSuffix("-direct") { return "24-bit colors" }
    return best.hasSuffix("256color") ? "256 colors" : "the colors of its description"
  }

  private static func terminal() -> Int32? {
    for descriptor in [STDOUT_FILENO, STDIN_FILENO] where isatty(descriptor) == 1 {
      let copy = dup(descriptor)
      if copy >= 0 { return copy }
    }
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }
}
