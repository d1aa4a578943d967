import Foundation
import Testing

/// Two people at one thing: nothing is lost, and both are told.
@Suite(.timeLimit(.minutes(2)))
struct TogetherTests {
  private func two() async throws -> (Person, Person) {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    return (ada, bo)
  }

  @Test(arguments: ["x", "Xc"])
  func `a note that is deleted or cleared under its writer is kept as a new one`(
    keys: String
  )
    async throws
  {
    let (ada, bo) = try await two()
    try await bo.makeNote("shared")
    try await ada.seesNote("shared")
    try ada.program.press(.tab)
    try ada.program.press(.enter)
    try await ada.program.wait(forText: "EDIT")
    try ada.program.type(" thought")
    try await bo.seesNote("shared thought")
    try bo.program.type(keys)
    try await ada.program.wait(forText: "Bo deleted the note that you wrote in.")
    try await bo.seesNoNote("shared")
    usleep(600_000)
    try ada.program.press(.enter)
    try await ada.program.wait(forText: "EDIT")
    try ada.program.type("!")
    try await bo.seesNote("shared thought!")
  }

  @Test func `a note that is deleted in a hand is let go, or kept as a new one`() async throws {
    let (ada, bo) = try await two()
    try await bo.makeNote("carried")
    try await ada.seesNote("carried")
    try ada.program.press(.tab)
    try ada.program.type("mll")
    try await ada.program.wait(forText: "MOVE")
    try bo.program.type("x")
    try await ada.program.wait(forText: "Bo deleted the note in your hand.")
    usleep(600_000)
    try ada.program.press(.enter)
    try await ada.seesNote("carried")
    try await bo.seesNote("carried")
  }

  @Test
  func `whoever comes from a board with notes is asked, and brings nothing unless they say so`()
    async throws
  {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    try await ada.makeNote("hers")
    try await bo.makeNote("his own")
    try await ada.bring(bo, at: try await bo.port())
    try await bo.program.wait(forText: "Bring your note?")
    usleep(300_000)
    try bo.program.press(.escape)
    try await bo.seesNote("hers")
    try await bo.seesNoNote("his own")
    #expect(try !ada.program.screen().contains { $0.contains("his own") })
    try await bo.leave()
    try bo.restart()
    try await bo.seesNote("his own")

    try await ada.bring(bo, at: try await bo.port())
    try await bo.program.wait(forText: "Bring your note?")
    usleep(300_000)
    try bo.program.type("b")
    try await ada.seesNote("his own")
    try await bo.seesNote("hers")
    try bo.program.type("u")
    try await ada.seesNoNote("his own")
    try await bo.leave()
    try bo.restart()
    try await bo.seesNote("his own")
  }

  @Test func `a note that only a merge can make comes along, and goes with one undo`()
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("hers")
    let bo = try Person("Bo")
    try await bo.makeNote("his own")
    let text = String(repeating: "long, ", count: 9_000) + "END"
    let file = "\(bo.folders.home)/in.csv"
    try "text,x,y,width,height,color\r\n\"\(text)\",0,12,24,7,4\r\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try Shell(bo.folders).run("import", file, "--into", "Bo")
    #expect(imported.status == 0, "\(imported.error)")
    try await ada.bring(bo, at: try await bo.port())
    try await bo.program.wait(forText: "Bring your 2 notes?")
    usleep(300_000)
    try bo.program.type("b")
    let shell = Shell(ada.folders)
    try await eventually("both notes, wherever they are") {
      let notes = try shell.run("ls", "--json").output
      return notes.contains(text) && notes.contains("his own") ? true : nil
    }
    try bo.program.type("u")
    try await eventually("both to go") {
      try shell.run("ls").lines.count == 1 ? true : nil
    }
  }

  @Test func `coming back to the same board asks nothing`() async throws {
    let (ada, bo) = try await two()
    try await ada.makeNote("common")
    try await bo.seesNote("common")
    try await bo.kill()
    try bo.restart()
    try await bo.sees(ada, within: .seconds(15))
    try await bo.seesNote("common")
    #expect(try !bo.program.screen().contains { $0.contains("Bring") })
  }

  @Test func `what was done just before leaving is with the others, unless they do not answer`()
    async throws
  {
    // Not the terminal's own child: tmux lets none of those stand still.
    let bo = try Person("Bo", launcher: ["/bin/sh", "-c", "\"$@\"; exit $?", "sh"])
    let ada = try Person("Ada")
    try await ada.bring(bo, at: try await bo.port())
    try await ada.makeNote("common")
    try await bo.seesNote("common")
    // Another color than it has, whichever that is.
    try ada.program.type("12")
    #expect(try await !ada.leave().contains("nobody else has"))

    try ada.restart()
    try await ada.bring(bo, at: try await bo.port())
    try await ada.seesNote("common")
    let shell = try bo.program.processIdentifier()
    let children = try String(
      contentsOfFile: "/proc/\(shell)/task/\(shell)/children",
      encoding: .utf8
    )
    let process = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    try ada.program.type("13")
    let text = try await ada.leave()
    #expect(text.contains("2 edits nobody else has"), "\(text)")
  }
}
