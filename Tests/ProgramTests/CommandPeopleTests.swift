import Foundation
import Testing

/// Boards from the shell, while a program has them open.
@Suite(.timeLimit(.minutes(2)))
struct CommandPeopleTests {
  @Test func `an idea from the shell appears on everyone's screen, and nobody's drag ends`()
    async throws
  {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    let cy = try Person("Cy")
    try await ada.bring(bo, at: try await bo.port())
    try await ada.bring(cy, at: try await cy.port())
    try await bo.sees(cy)
    try await ada.makeNote("in hand")
    try ada.program.type("m")
    try await ada.program.wait(forText: "MOVE")

    let shell = Shell(ada.folders)
    let added = try shell.run("add", "-", input: "idea\n")
    #expect(added.status == 0, "\(added.error)")
    try await ada.seesNote("idea")
    try await bo.seesNote("idea")
    try await cy.seesNote("idea")
    try ada.program.type("l")
    try await ada.program.wait(forText: "MOVE")
    #expect(try shell.run("ls", "--json").output.contains(added.line))
    try ada.program.press(.enter)

    let file = "\(ada.folders.home)/in.csv"
    try "text,x,y,width,height,color\r\nbulk,0,12,24,7,4\r\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try shell.run("import", file, "--into", "Ada")
    #expect(imported.status == 0, "\(imported.error)")
    try await bo.seesNote("bulk")
    try await cy.seesNote("bulk")
  }

  @Test(arguments: [false, true])
  func `the socket is its user's alone, goes with the program, and is replaced when stale`(
    hasRuntimeFolder: Bool
  ) async throws {
    let folders = ProgramFolders(hasRuntimeFolder: hasRuntimeFolder)
    let ada = try Person("Ada", in: folders)
    _ = try await ada.port()
    let path = folders.home + "/data/corkboard/commands.socket"
    let target = try #require(realpath(path, nil))
    defer { free(target) }
    #expect(
      String(cString: target).hasPrefix(folders.home + (hasRuntimeFolder ? "/run/" : "/data/"))
    )
    var facts = stat()
    #expect(stat(path, &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFSOCK && facts.st_mode & 0o777 == 0o600)

    try await ada.kill()
    #expect(try Shell(folders).run("add", "after a crash").status == 0)
    try ada.restart()
    try await ada.seesNote("after a crash")
    // Told without the runtime folder's variable, as cron is.
    #expect(try Shell(folders, without: "XDG_RUNTIME_DIR").run("add", "hello again").status == 0)
    try await ada.seesNote("hello again")
    try ada.program.type("q")
    _ = try await ada.program.waitForEnd()
    #expect(access(path, F_OK) != 0 && lstat(path, &facts) != 0)
  }

  @Test func `a data folder with a long path takes commands too`() async throws {
    try await takesCommands(ProgramFolders(longData: true), in: "/data/")
  }

  @Test(arguments: [false, true])
  func `a runtime folder with a long path takes commands too`(longData: Bool) async throws {
    let folders = ProgramFolders(hasRuntimeFolder: true, longData: longData, longRuntime: true)
    try await takesCommands(folders, in: folders.runtime + "/corkboard/")
  }

  private func takesCommands(_ folders: ProgramFolders, in place: String) async throws {
    let ada = try Person("Ada", in: folders)
    _ = try await ada.port()
    let data = try #require(folders.environment["XDG_DATA_HOME"])
    let socket = try #require(realpath(data + "/corkboard/commands.socket", nil))
    defer { free(socket) }
    #expect(strlen(socket) > 107 && String(cString: socket).hasPrefix(folders.home + place))
    let added = try Shell(folders).run("add", "far down")
    #expect(added.status == 0, "\(added.error)")
    try await ada.seesNote("far down")
    #expect(try Shell(folders, without: "XDG_RUNTIME_DIR").run("add", "from cron").status == 0)
    try await ada.seesNote("from cron")
    try await ada.leave()
    #expect(access(socket, F_OK) != 0)
  }

  @Test func `a long text comes back through the program, and goes with one undo`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("mine")
    let shell = Shell(ada.folders)
    let file = "\(ada.folders.home)/long.json"
    let text = String(repeating: "\\u001b", count: 524_288 - 5) + "BEGIN"
    let note = #"{"text":"\#(text)","x":0,"y":12,"width":24,"height":7,"color":1}"#
    try #"{"format":"corkboard.board","version":1,"title":"a","notes":[\#(note)]}"#
      .write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try shell.run("import", file, "--into", "Ada")
    #expect(imported.error == "corkboard: 1 note imported\n")
    #expect(try shell.run("ls", "--json").output.contains(text))
    try ada.program.type("u")
    try await eventually("the note to go") { try shell.run("ls").lines.count == 1 ? true : nil }
    try await ada.seesNote("mine")
  }

  @Test func `garbage, silence and a flood of clients hold up neither screen nor shell`()
    async throws
  {
    let ada = try Person("Ada")
    _ = try await ada.port()
    let path = ada.folders.home + "/data/corkboard/commands.socket"
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    for number in 0..<40 {
      let descriptor = try LocalSocket.connect(path)
      open.append(descriptor)
      switch number % 4 {
      case 0: break
      case 1: LocalSocket.send(descriptor, [0, 0])
      case 2: LocalSocket.send(descriptor, [0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3])
      case _: LocalSocket.send(descriptor, [0, 0, 0, 2] + Array("{]".utf8))
      }
    }
    try await ada.makeNote("typed")
    #expect(try Shell(ada.folders).run("add", "from the shell").status == 0)
    try await ada.seesNote("from the shell")
  }

  @Test func `an import through the program is one step of undo, and all of it or nothing`()
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("mine")
    let shell = Shell(ada.folders)
    let header = "text,x,y,width,height,color\r\n"
    let file = "\(ada.folders.home)/in.csv"
    try (header + String(repeating: "x,0,30,24,7,1\r\n", count: 10_000))
      .write(toFile: file, atomically: true, encoding: .utf8)
    let refused = try shell.run("import", file, "--into", "Ada")
    #expect(refused.status == 1)
    #expect(refused.error.contains("a board holds 10000 notes, and this one has 1;"))
    #expect(try shell.run("ls").lines.count == 1)

    let rows = (0..<450).map { "bulk \($0),0,12,24,7,4\r\n" }
    try (header + rows.joined()).write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try shell.run("import", file, "--into", "Ada")
    #expect(imported.error == "corkboard: 450 notes imported\n")
    let notes = try shell.run("ls").lines
    #expect(notes.count == 451)
    let order = notes.dropFirst().map { $0.split(separator: " ").last }
    #expect(order == (0..<450).map { Substring("\($0)") })
    try await ada.seesNote("bulk")
    try ada.program.type("u")
    try await ada.seesNoNote("bulk")
    #expect(try shell.run("ls").lines.count == 1)
    try await ada.seesNote("mine")
  }

  @Test func `a note for a board that is not open lands there`() async throws {
    let folders = ProgramFolders()
    let shell = Shell(folders)
    let file = "\(folders.home)/other.csv"
    try "text,x,y,width,height,color\r\nthere,0,0,24,7,1\r\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let ada = try Person("Ada", ["Work"], in: folders)
    _ = try await ada.port()
    #expect(try shell.run("import", file).status == 0)
    #expect(try shell.run("add", "more", "--board", "other").status == 0)
    #expect(try shell.run("ls", "--board", "other").lines.count == 2)
    #expect(try shell.run("add", "mine", "--board", "Work").status == 0)
    try await ada.seesNote("mine")
    #expect(try ada.program.screen().contains { $0.contains("Work") })
  }
}
