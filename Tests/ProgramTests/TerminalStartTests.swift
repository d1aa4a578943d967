import Foundation
import Testing

/// Starting on terminals of all kinds, and on none.
@Suite struct TerminalStartTests {
  @Test(arguments: [nil, "", "dumb"])
  func `a terminal that can show nothing is refused in one line`(type: String?) async throws {
    let program = try PtyProgram(
      ProgramFolders(),
      ProgramArguments.quiet(),
      environment: type.map { ["TERM": $0] } ?? [:],
      removing: type == nil ? ["TERM"] : []
    )
    #expect(try await program.waitForEnd() == .exited(2))
    #expect(program.text.filter { $0.isNewline }.count == 1)
    #expect(program.text.hasPrefix("corkboard: "))
    #expect(EscapeSequence.all(in: program.log) == [])
    #expect(program.modes == program.modesBefore)
  }

  @Test func `without any terminal one line says so`() throws {
    let folders = ProgramFolders()
    var environment = folders.environment
    environment["TERM"] = "xterm-256color"
    let result = try output(
      of: [ProgramPath.find()] + ProgramArguments.quiet(),
      environment: environment,
      leadsSession: true
    )
    #expect(result.status == .exited(2))
    #expect(result.text == "corkboard: no terminal here; start it in a terminal window\n")
  }

  @Test(arguments: [
    "asdf", "xterm", "xterm-kitty", "linux", "vt100", "screen-256color", "xterm-16color",
  ])
  func `it starts and ends on a terminal of this type`(type: String) async throws {
    let program = try PtyProgram(
      ProgramFolders(),
      ProgramArguments.quiet(),
      environment: ["TERM": type, "COLORTERM": ""]
    )
    try await program.wait(for: "a picture") {
      program.modes != program.modesBefore && program.log.count > 200
    }
    program.type("q")
    #expect(try await program.waitForEnd() == .exited(0))
    #expect(program.modes == program.modesBefore)
  }

  /// What decides, and which kind of colour then stands in the log.
  @Test(arguments: [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "38;2;"),
    (["TERM": "xterm-256color", "COLORTERM": ""], "38;5;"),
    (["TERM": "xterm-256color", "COLORTERM": "24bit", "TERM_PROGRAM": "Apple_Terminal"], "38;5;"),
    (["TERM": "xterm-kitty", "COLORTERM": ""], "38;2;"),
    (["TERM": "screen-256color", "COLORTERM": "truecolor", "STY": "1.pts"], "38;5;"),
    (["TERM": "screen-256color", "COLORTERM": "", "TMUX": "/tmp/t,1,0"], "38;2;"),
  ])
  func `colors are of the kind that the terminal has`(
    variables: [String: String],
    kind: String
  ) async throws {
    let program = try PtyProgram(
      ProgramFolders(),
      ProgramArguments.quiet(),
      environment: variables
    )
    try await program.wait(for: "a picture") {
      program.modes != program.modesBefore && program.log.count > 200
    }
    program.type("q")
    #expect(try await program.waitForEnd() == .exited(0))
    let kinds = EscapeSequence.all(in: program.log).filter { $0.final == "m" }
      .compactMap { ["38;2;", "38;5;"].first(where: $0.parameters.contains) }
    #expect(Set(kinds) == [kind])
  }

  @Test func `NO_COLOR leaves every colour out`() async throws {
    let program = try PtyProgram(
      ProgramFolders(),
      ProgramArguments.quiet(),
      environment: ["NO_COLOR": "1"]
    )
    try await program.waitForScreen()
    let colors = EscapeSequence.all(in: program.log).filter { sequence in
      guard sequence.final == "m" else { return false }
      let codes = sequence.parameters.split(separator: ";").compactMap { Int($0) }
      return codes.contains { (30...38).contains($0) || (40...48).contains($0) || $0 >= 90 }
    }
    #expect(colors == [])
  }

  @Test(arguments: [0, 1, 2])
  func `a stream that leads elsewhere does not matter`(stream: Int) async throws {
    let program = try PtyProgram(
      ProgramFolders(),
      ProgramArguments.quiet(),
      streams: [stream: .path("/dev/null")]
    )
    try await program.waitForScreen()
    program.type("q")
    #expect(try await program.waitForEnd() == .exited(0))
    #expect(program.modes == program.modesBefore)
  }

  @Test(arguments: [[], ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]])
  func `a program whose terminal went away ends within a second`(
    launcher: [String]
  ) async throws {
    let program = try PtyProgram(ProgramFolders(), ProgramArguments.quiet(), launcher: launcher)
    try await program.waitForScreen()
    program.hangUp()
    #expect(program.child.ends(within: .seconds(1)))
  }

  @Test(arguments: ["C", "POSIX", "xx_XX.UTF-8"])
  func `text beyond ASCII shows whatever the locale is`(locale: String) async throws {
    let terminal = try TmuxProgram(
      ProgramFolders(),
      ProgramArguments.quiet(),
      environment: ["LC_ALL": locale]
    )
    try await terminal.wait(for: "the board") { !$0.allSatisfy(\.isEmpty) }
    try terminal.type("o")
    try terminal.type("é会🚀")
    try await terminal.wait(forText: "é会🚀")
  }

  @Test func `any storm of sizes leaves the board as it was`() async throws {
    let terminal = try TmuxProgram(ProgramFolders(), ProgramArguments.quiet())
    try await terminal.wait(for: "the board") { !$0.allSatisfy(\.isEmpty) }
    try terminal.type("o")
    try terminal.type("steadfast")
    try terminal.press(.escape)
    try await terminal.wait(forText: "BOARD")
    // The last two rows are of the moment: lines that go by themselves, and where one is.
    let before = try await terminal.stillScreen().dropLast(2)
    #expect(before.contains { $0.contains("steadfast") })
    var generator = SystemRandomNumberGenerator()
    try terminal.resize(columns: 1, rows: 1)
    for _ in 0..<100 {
      try terminal.resize(
        columns: .random(in: 1...200, using: &generator),
        rows: .random(in: 1...70, using: &generator)
      )
    }
    try terminal.resize(columns: 80, rows: 24)
    let board = before.joined(separator: "\n")
    try await terminal.wait(for: "the same board:\n\(board)\n") { $0.dropLast(2) == before }
  }

  @Test func `any storm of sizes on a bare terminal is survived`() async throws {
    let program = try PtyProgram(ProgramFolders(), ProgramArguments.quiet())
    try await program.waitForScreen()
    for turn in 0..<200 {
      let isEdge = turn % 20 == 0
      program.resize(
        columns: isEdge ? 1 : .random(in: 1...400),
        rows: isEdge ? 1 : .random(in: 1...150)
      )
      program.collect()
    }
    program.resize(columns: 65_535, rows: 65_535)
    program.collect()
    program.resize(columns: 80, rows: 24)
    program.type("q")
    #expect(try await program.waitForEnd() == .exited(0))
    #expect(program.modes == program.modesBefore)
  }

  @Test func `no escape sequence of a note reaches the terminal`() async throws {
    let program = try PtyProgram(ProgramFolders(), ProgramArguments.quiet())
    try await program.waitForScreen()
    program.type("o")
    let hostile = "marked\u{1B}]0;title\u{7}\u{1B}[5;31m\u{9B}5m\u{202E}\u{200B}\u{7F}\u{8}end"
    program.type("\u{1B}[200~\(hostile)\u{1B}[201~")
    program.type("\u{1B}")
    try await program.wait(for: "the note") { program.text.contains("marked") }
    program.type("q")
    _ = try await program.waitForEnd()
    let foreign = Set(EscapeSequence.all(in: program.log).filter { !$0.isOurs })
    #expect(foreign.map(\.description).sorted() == [])
    let scalars = program.text.unicodeScalars
    #expect(!scalars.contains { (0x80...0x9F).contains($0.value) })
    #expect(!scalars.contains("\u{202E}"))
  }
}
