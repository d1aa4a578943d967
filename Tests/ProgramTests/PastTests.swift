import Foundation
import Testing

/// What was done is kept, can be taken back in the next run, and can be looked at later.
@Suite(.timeLimit(.minutes(2)))
struct PastTests {
  @Test func `undo goes on after quitting and coming back, also of a clearing`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("first")
    try await ada.makeNote("second")
    try ada.program.type("X")
    try await ada.program.wait(forText: "Clear 2 notes for everyone?")
    try ada.program.type("c")
    try await ada.seesNoNote("first")
    try await ada.leave()

    try ada.restart()
    try await ada.program.wait(forText: "An empty board")
    try ada.program.type("u")
    try await ada.seesNote("first")
    try await ada.seesNote("second")
    try ada.program.type("u")
    try await ada.seesNoNote("second")
    try await ada.leave()

    try ada.restart()
    try await ada.seesNote("first")
    try ada.program.press(.controlR)
    try await ada.seesNote("second")
    try ada.program.press(.controlR)
    try await ada.seesNoNote("first")
  }

  @Test func `a clearing in a session is taken back for everyone after coming back`() async throws {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    try await bo.makeNote("by Bo")
    try await ada.seesNote("by Bo")
    try ada.program.type("X")
    try await ada.program.wait(forText: "Clear 1 note for everyone?")
    try ada.program.type("c")
    try await bo.seesNoNote("by Bo")
    try await ada.leave()

    try ada.restart()
    try await ada.program.wait(forText: "An empty board")
    try await bo.invite("127.0.0.1:\(try await ada.port())")
    try await ada.accept()
    try await ada.sees(bo)
    try ada.program.type("u")
    try await bo.seesNote("by Bo")
    try await ada.seesNote("by Bo")
  }

  @Test func `after a crash there is nothing to take back, and all is there`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("kept")
    let shell = Shell(ada.folders)
    let before = try shell.run("ls", "--json").notes
    try await ada.kill()

    try ada.restart()
    try await ada.seesNote("kept")
    try ada.program.type("u")
    try await ada.program.wait(forText: "There is nothing to undo.")
    #expect(try shell.run("ls", "--json").notes.map(\.rest) == before.map(\.rest))
    try await ada.makeNote("another run")
    let ids = try shell.run("ls", "--json").notes.map { $0.id.prefix(23) }
    #expect(Set(ids).count == 2)
  }

  @Test func `edits nobody else has are told on the way out, also those of runs that crashed`()
    async throws
  {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    try await ada.makeNote("shared")
    try await bo.seesNote("shared")
    // Which color a note begins with depends on who makes it.
    try ada.program.type("1")
    try await eventually("the color at Bo's") {
      try Shell(bo.folders).run("ls", "--json").output.contains("\"color\":1,") ? true : nil
    }
    // Whoever writes says what they knew: from then on it counts as shared.
    try await bo.makeNote("by Bo")
    try await ada.seesNote("by Bo")
    try await bo.leave()
    let shell = Shell(ada.folders)
    func recolor(_ color: Int) async throws {
      try ada.program.type("\(color)")
      try await eventually("the color on disk") {
        try shell.run("ls", "--json").output.contains("\"color\":\(color),") ? true : nil
      }
    }
    try await recolor(2)
    try await recolor(3)
    #expect(try await ada.leave().contains("2 notes kept; 2 edits nobody else has"))

    try ada.restart()
    try await ada.seesNote("shared")
    try await recolor(4)
    try await ada.kill()
    try ada.restart()
    try await ada.seesNote("shared")
    try await recolor(5)
    #expect(try await ada.leave().contains("2 notes kept; 4 edits nobody else has"))
  }

  @Test func `history is deleted while the board is open, and nothing else goes with it`()
    async throws
  {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    try await ada.makeNote("first")
    try await bo.seesNote("first")
    try await ada.makeNote("second")
    try await bo.seesNote("second")
    let shell = Shell(ada.folders)
    let before = try shell.run("ls", "--json").output
    let moments = try shell.run("history").lines
    #expect(moments.count >= 4)

    let deleted = try shell.run("history", "--delete")
    #expect(deleted.status == 0 && deleted.output == "")
    #expect(
      deleted.error == "corkboard: \(moments.count) moments are no longer kept of Ada’s board's"
        + " past; the board itself stays as it is\n"
    )
    #expect(try shell.run("history").error.contains("it begins with its next edit"))
    #expect(try shell.run("ls", "--json").output == before)
    #expect(try shell.run("history", "--delete").error.contains("nothing was kept"))

    try await bo.makeNote("by Bo")
    try await ada.seesNote("by Bo")
    try ada.program.type("u")
    try await ada.seesNoNote("second")
    try await bo.seesNoNote("second")
    try ada.program.press(.controlR)
    try await bo.seesNote("second")
    let later = try shell.run("history").lines
    // It begins with the board as it was left.
    #expect(later.count > 1 && Set(later.dropFirst()).isDisjoint(with: moments))
    let last = try #require(later.last?.split(separator: " ").first)
    #expect(
      try shell.run("export", "--format", "csv", "--at", String(last)).output
        == shell.run("export", "--format", "csv").output
    )
    #expect(try !ada.program.screen().contains { $0.contains("NOT SAVED") })
    try await ada.leave()
    try ada.restart()
    try await ada.seesNote("second")
    // Without a program, too; what can be undone stays.
    #expect(try shell.run("history").lines.count >= later.count)
    try await ada.leave()
    #expect(try shell.run("history", "--delete", "--board", "Ada").status == 0)
    #expect(try shell.run("history").status == 1)
    try ada.restart()
    try await ada.seesNote("by Bo")
    try ada.program.type("u")
    try await ada.seesNoNote("second")
  }

  @Test func `history lists moments, and a board is exported as it was, while it is open`()
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("first")
    try await ada.makeNote("second")
    try ada.program.type("x")
    try await ada.seesNoNote("second")
    try ada.program.type("m")
    try await ada.program.wait(forText: "MOVE")
    for _ in 0..<8 {
      try ada.program.type("l")
      usleep(100_000)
    }
    try ada.program.press(.enter)
    try await ada.program.wait(forText: "BOARD")

    let shell = Shell(ada.folders)
    let lines = try shell.run("history", "--json").lines
    let moments = lines.compactMap { line in
      line.firstMatch(of: /^\{"moment":(\d+),"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\}$/)
        .flatMap { Int($0.1) }
    }
    #expect(moments.count == lines.count && moments == moments.sorted() && moments.count >= 5)
    #expect(
      try shell.run("history").lines.map { $0.split(separator: " ").first.map(String.init) }
        == moments.map { "\($0)" }
    )
    func text(_ moment: Int) throws -> String {
      try shell.run("export", "--format", "md", "--at", "\(moment)").output
    }
    let texts = try moments.map(text)
    #expect(texts.contains { $0.contains("first") && !$0.contains("second") })
    #expect(texts.contains { $0.contains("first") && $0.contains("second") })
    #expect(texts.last.map { $0.contains("first") && !$0.contains("second") } == true)
    // One drag is one moment, however many checkpoints it had.
    let places = try moments.map { moment in
      try shell.run("export", "--format", "csv", "--at", "\(moment)").output
    }
    #expect(places.filter { $0 == places.last }.count == 1)
    let now = try shell.run("export", "--format", "csv").output
    #expect(places.last == now)
    let unknown = try shell.run("export", "--format", "csv", "--at", "999999")
    #expect(unknown.status == 1)
    #expect(unknown.error.contains("nothing is kept of that moment"))
    let wrong = try shell.run("export", "--format", "csv", "--at", "yesterday")
    #expect(wrong.error.contains("--at takes a number that corkboard history lists"))
    let early = try shell.run("export", "--format", "csv", "--at", "1999-01-01T00:00:00Z")
    #expect(early.status == 1)
    let late = try shell.run("export", "--format", "csv", "--at", "2999-01-01T00:00:00Z")
    #expect(late.output == now)
    let last = try #require(moments.last)
    let said =
      "2999-01-01T00:00:00Z is still to come; this is the last moment that is kept: \(last),"
    #expect(late.error.contains(said), "\(late.error)")
  }
}
