import Foundation

/// Somebody at a corkboard: the real program in a terminal, and what they do at it.
final class Person {
  let name: String
  let folders: ProgramFolders
  private(set) var program: TmuxProgram
  private let host: [String]

  /// Starts the program for somebody, in folders of their own unless some are given.
  ///
  /// Only on a host of a test's own may it be found by others.
  init(
    _ name: String,
    _ arguments: [String] = [],
    in folders: ProgramFolders = ProgramFolders(),
    on host: TestNetwork.Host? = nil,
    isFound: Bool = false,
    launcher: [String] = [],
    columns: Int = 80,
    rows: Int = 24
  ) throws {
    self.name = name
    self.folders = folders
    self.host = host?.launcher ?? []
    let arguments = arguments + (isFound && host != nil ? [] : ["--no-discovery"])
    program = try Person.start(name, folders, arguments, self.host + launcher, columns, rows)
  }

  private static func start(
    _ name: String,
    _ folders: ProgramFolders,
    _ arguments: [String],
    _ launcher: [String],
    _ columns: Int,
    _ rows: Int
  ) throws -> TmuxProgram {
    try TmuxProgram(
      folders,
      arguments + ["--name", name],
      columns: columns,
      rows: rows,
      environment: ["COLORTERM": "truecolor"],
      launcher: launcher
    )
  }

  /// Starts the program again in the same folders.
  func restart(launcher: [String] = []) throws {
    program = try Person.start(name, folders, ["--no-discovery"], host + launcher, 80, 24)
  }

  /// Leaves with `q`, and returns what the program said on its way out.
  @discardableResult
  func leave(_ statuses: Int32...) async throws -> String {
    try program.type("q")
    let end = try await program.waitForEnd()
    guard (statuses.isEmpty ? [0] : statuses).contains(where: { end == .exited($0) }) else {
      throw Missing(description: "\(name) ended otherwise: \(try program.history())")
    }
    return try program.history()
  }

  /// Kills the program without a chance to say goodbye.
  func kill() async throws {
    Glibc.kill(try program.processIdentifier(), SIGKILL)
    _ = try await program.waitForEnd()
  }

  /// The port that their screen shows to others.
  func port() async throws -> Int {
    let lines = try await program.wait(for: "a port on the screen") { Person.port(in: $0) != nil }
    return Person.port(in: lines) ?? 0
  }

  private static func port(in lines: [String]) -> Int? {
    lines.lazy.compactMap { $0.firstMatch(of: /reach you at \S+:(\d+)/) }.first
      .flatMap { Int($0.1) }
      ?? lines.last { !$0.isEmpty }?.firstMatch(of: /\d+\.\d+\.\d+\.\d+:(\d+)/)
      .flatMap { Int($0.1) }
  }

  func makeNote(_ text: String) async throws {
    try program.type("o")
    try await program.wait(forText: "EDIT")
    try program.type(text)
    try program.press(.escape)
    try await program.wait(for: "'\(text)' on the board") { lines in
      lines.contains { $0.contains(text) } && !lines.contains { $0.contains("EDIT") }
    }
  }

  /// Invites an address and does not wait for an answer.
  func invite(_ address: String) async throws {
    try program.type("i")
    try await program.wait(forText: "INVITE")
    try program.type(address)
    try program.press(.enter)
  }

  /// Invites somebody who accepts, and waits until both see each other.
  func bring(_ guest: Person, at port: Int) async throws {
    try await invite("127.0.0.1:\(port)")
    try await guest.accept()
    try await sees(guest)
    try await guest.sees(self)
  }

  /// Presses `a` until the banner has taken it: it takes no key in its first 200 ms.
  func accept(toldBy words: String = "a accept") async throws {
    try await answer("a", words)
  }

  func decline(toldBy words: String = "a accept") async throws {
    try await answer("d", words)
  }

  private func answer(_ key: String, _ words: String) async throws {
    try await program.wait(forText: words)
    var presses = 0
    try await program.wait(for: "the banner to go") { lines in
      guard lines.contains(where: { $0.contains(words) }) else { return true }
      if presses < 20 { try? program.type(key) }
      presses += 1
      return false
    }
  }

  /// Waits until the status line shows somebody as here.
  func sees(
    _ other: Person,
    as mark: String = "●",
    within limit: Duration = .seconds(10)
  )
    async throws
  {
    let text = "\(mark) \(other.name)"
    try await program.wait(for: "'\(text)' in the status line", within: limit) { lines in
      lines.last { !$0.isEmpty }?.contains(text) ?? false
    }
  }

  func seesNote(_ text: String, within limit: Duration = .seconds(10)) async throws {
    try await program.wait(forText: text, within: limit)
  }

  func seesNoNote(_ text: String) async throws {
    try await program.wait(for: "no '\(text)' on the screen") { lines in
      !lines.contains { $0.contains(text) }
    }
  }

  /// Where one note's text stands from another's, in rows and columns: the same for everyone.
  func distance(from first: String, to second: String) throws -> Distance? {
    let lines = try program.screen()
    guard let start = Person.place(of: first, in: lines),
      let end = Person.place(of: second, in: lines)
    else { return nil }
    return Distance(rows: end.rows - start.rows, columns: end.columns - start.columns)
  }

  private static func place(of text: String, in lines: [String]) -> Distance? {
    for (row, line) in lines.enumerated() {
      guard let range = line.range(of: text) else { continue }
      return Distance(
        rows: row,
        columns: line.distance(from: line.startIndex, to: range.lowerBound)
      )
    }
    return nil
  }

  /// Rows and columns from one place to another.
  struct Distance: Equatable {
    var rows: Int
    var columns: Int
  }
}
