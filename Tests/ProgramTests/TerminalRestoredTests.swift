import Foundation
import Testing

/// However the program ends, the shell finds its terminal as it was.
@Suite struct TerminalRestoredTests {
  private func expectRestored(_ program: PtyProgram) {
    #expect(program.modes == program.modesBefore)
    #expect(TerminalTrace(program.log) == .untouched)
  }

  private func board(on terminal: TmuxProgram) async throws -> [String] {
    try await terminal.wait(for: "the board") { _ in
      (try? terminal.state("#{alternate_on}")) == "1"
    }
    try await terminal.wait(forText: "BOARD")
    return try await terminal.stillScreen()
  }

  private func running() async throws -> PtyProgram {
    let program = try PtyProgram(ProgramFolders(), ProgramArguments.quiet())
    try await program.waitForScreen()
    #expect(TerminalTrace(program.log).isOnAlternateScreen)
    #expect(TerminalTrace(program.log).isPasteBracketed)
    return program
  }

  @Test func `leaving restores the terminal`() async throws {
    let program = try await running()
    program.type("q")
    #expect(try await program.waitForEnd() == .exited(0))
    expectRestored(program)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that asks to end restores the terminal`(signal: Int32) async throws {
    let program = try await running()
    program.child.send(signal: signal)
    _ = try await program.waitForEnd()
    expectRestored(program)
  }

  @Test(arguments: [SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT])
  func `a fault restores the terminal at once and dies of it`(signal: Int32) async throws {
    let program = try await running()
    program.child.send(signal: signal)
    #expect(program.child.ends(within: .seconds(1)))
    #expect(try await program.waitForEnd() == .killed(signal: signal))
    expectRestored(program)
  }

  @Test func `a kill restores the terminal too`() async throws {
    let program = try await running()
    program.child.send(signal: SIGKILL)
    #expect(try await program.waitForEnd() == .killed(signal: SIGKILL))
    try await program.wait(for: "the terminal to be restored") {
      program.modes == program.modesBefore
    }
    expectRestored(program)
  }

  @Test func `a program that was stopped comes back as a fresh one would`() async throws {
    let port = ProgramArguments.port()
    let folders = ProgramFolders()
    let terminal = try TmuxProgram(folders, columns: 80, rows: 24, underShell: true)
    try await terminal.wait(forText: "$")
    let start = "clear; $CORKBOARD --no-discovery --port \(port) --name ada"
    try terminal.type(start)
    try terminal.press(.enter)
    _ = try await board(on: terminal)
    #expect(try terminal.state("#{alternate_on}#{cursor_flag}") == "10")

    try terminal.press(.controlZ)
    try await terminal.wait(forText: "Stopped")
    #expect(try terminal.state("#{alternate_on}#{cursor_flag}") == "01")
    try terminal.resize(columns: 61, rows: 19)
    try terminal.type("clear; fg")
    try terminal.press(.enter)
    let after = try await board(on: terminal)

    try terminal.type("q")
    try await terminal.wait(for: "the shell") { _ in
      (try? terminal.state("#{alternate_on}")) == "0"
    }
    try terminal.type(start)
    try terminal.press(.enter)
    let fresh = try await board(on: terminal)
    #expect(after == fresh)
  }
}
