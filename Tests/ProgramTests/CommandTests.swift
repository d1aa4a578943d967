import Foundation
import Testing

/// Boards from the shell, without a program that has them open.
@Suite(.timeLimit(.minutes(2)))
struct CommandTests {
  private let shell = Shell()

  @Test func `the first note makes a board, and is listed as the contract says`() throws {
    let id = try shell.run("add", "a \"first\"\nnote").line
    #expect(id.wholeMatch(of: /[0-9a-f]{16}-1/) != nil)
    let line = try shell.run("ls", "--json").line
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
    )
    let keys = line.matches(of: /"([a-z]+)":/).map { String($0.1) }
    #expect(
      keys == [
        "id", "text", "x", "y", "width", "height", "color", "z", "votes", "author", "attachments",
      ]
    )
    var wanted: [String: Any] = [
      "id": id, "text": "a \"first\"\nnote", "x": 0, "y": 0, "width": 24, "height": 7, "color": 1,
      "z": 0, "votes": 0, "attachments": [Any](),
    ]
    wanted["author"] = object["author"]
    #expect(object == wanted as NSDictionary)
    #expect((object["author"] as? String)?.count == 32)

    let board = try shell.run("boards", "--json").line
    let facts = try #require(
      try JSONSerialization.jsonObject(with: Data(board.utf8)) as? NSDictionary
    )
    let names = board.matches(of: /"([a-z]+)":/).map { String($0.1) }
    #expect(names == ["id", "title", "notes", "modified", "path"])
    #expect(facts["title"] as? String == "Ada’s board")
    #expect(facts["notes"] as? Int == 1)
    #expect(
      (facts["modified"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
    )
    #expect(FileManager.default.fileExists(atPath: facts["path"] as? String ?? ""))
  }

  @Test func `standard input becomes one note, without the newline that ends it`() throws {
    _ = try shell.run("add", "-", input: "two\nlines\n\n")
    #expect(try shell.run("ls", "--json").line.contains(#""text":"two\nlines\n""#))
    #expect(try shell.run("add", "-", input: "").status == 1)
    #expect(try shell.run("add", "-", input: String(repeating: "x", count: 20_000)).status == 1)
    #expect(
      try shell.run("add", "-", input: String(repeating: "x", count: 16_384) + "\n").status == 0
    )
  }

  @Test(arguments: ["json", "csv"])
  func `export and import give the same notes under new ids`(format: String) throws {
    for text in ["one, \"two\"", "three\r\nfour", "👩‍👩‍👧 🇨🇭", "שלום مرحبا", "=1+1", "e\u{301}"] {
      _ = try shell.run("add", text)
    }
    let file = "\(shell.folders.home)/out.\(format)"
    let exported = try shell.run("export", "--format", format)
    #expect(exported.error.contains("\(format) leaves out"))
    try exported.output.write(toFile: file, atomically: true, encoding: .utf8)
    let before = try shell.run("ls", "--json").notes

    let imported = try shell.run("import", file)
    #expect(imported.error == "corkboard: 6 notes imported\n")
    let after = try shell.run("ls", "--json").notes
    #expect(after.map(\.rest) == before.map(\.rest))
    #expect(Set(after.map(\.id)).isDisjoint(with: before.map(\.id)))
    #expect(try shell.run("boards", "--json").lines.count == 2)
    #expect(try shell.run("boards", "--json").line.contains(imported.line))
    // One step is one moment: none shows a half of it.
    for line in try shell.run("history", "--json").lines {
      let moment = try #require(line.firstMatch(of: /"moment":(\d+)/)?.1)
      let then = try shell.run("export", "--format", "json", "--at", String(moment)).output
      let count = then.split(separator: "\"author\"").count - 1
      #expect([0, 6].contains(count), "\(count) notes at \(moment)")
    }

    _ = try shell.run("import", file, "--into", "Ada’s")
    let title = format == "json" ? "Ada’s board" : "out"
    #expect(try shell.run("boards", "--json").lines.contains { $0.contains(title) })
  }

  @Test func `boards that are damaged are named, each in a line, and hide none of the others`()
    throws
  {
    for title in ["good", "bad row", "worse", "fine"] {
      let file = "\(shell.folders.home)/\(title).csv"
      try "text,x,y,width,height,color\r\nin \(title),0,0,24,7,1\r\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      _ = try shell.run("import", file)
    }
    let whole = try shell.run("boards")
    #expect(whole.status == 0 && whole.lines.count == 4 && whole.error == "")
    func path(_ title: String) throws -> String {
      let json = try shell.run("boards", "--json").lines
      let line = try #require(json.first { $0.contains("\"title\":\"\(title)\"") })
      let path = try #require(line.firstMatch(of: /"path":"([^"]+)"/)?.1)
      return String(path)
    }
    let (row, header) = (try path("bad row"), try path("worse"))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: row))
    // A letter of each row with the note: the file is sound for the database engine.
    while let place = bytes.firstRange(of: Data("in bad row".utf8)) {
      bytes[place.lowerBound] = UInt8(ascii: "I")
    }
    try bytes.write(to: URL(fileURLWithPath: row))
    try Data(repeating: 0x55, count: 9_999).write(to: URL(fileURLWithPath: header))

    for arguments in [["boards"], ["boards", "--json"]] {
      let result = try shell.run(arguments)
      #expect(result.status == 1)
      #expect(result.lines.count == 2, "\(result.output)")
      #expect(result.lines[0].contains("fine") && result.lines[1].contains("good"))
      let errors = result.error.split(separator: "\n")
      #expect(errors.count == 2, "\(result.error)")
      #expect(errors.allSatisfy { $0.hasPrefix("corkboard: \(shell.folders.boards)/") })
      #expect(errors.contains { $0.contains("\(row): is damaged; open it in corkboard: ") })
      #expect(
        errors.contains { $0.contains("\(header): ") && $0.contains("open it in corkboard: ") }
      )
    }
  }

  @Test func `what only a merge can make is imported, and exported as it was`() throws {
    let header = "text,x,y,width,height,color\r\n"
    let long = String(repeating: "long-🚀-", count: 20_000)
    let rows = (0..<10_000).map { "n,\($0),0,24,7,1\r\n" }.joined()
    let file = "\(shell.folders.home)/large.csv"
    let content = long + ",-9,0,24,7,1\r\n" + rows
    try (header + content).write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try shell.run("import", file).error == "corkboard: 10001 notes imported\n")
    let exported = try shell.run("export", "--format", "csv").output
    // What stands between the id, and the place in the pile with all that follows.
    let notes = exported.split(separator: "\r\n").dropFirst().map { line in
      line.split(separator: ",")[1...6].joined(separator: ",") + "\r\n"
    }
    #expect(notes.count == 10_001 && notes.joined().utf8.elementsEqual(content.utf8))
    let added = try shell.run("add", "one more")
    #expect(added.status == 1 && added.error.contains("a board holds 10000 notes"))
  }

  @Test(
    arguments: [
      ("json", "the board's history and the contents of attachments"),
      ("csv", "the board's title, attachments and history"),
      (
        "md",
        "places, sizes, colors, stacking order, ids, authors, votes, attachments, control characters"
          + " and history"
      ),
      (
        "svg",
        "text that does not fit its note, parts of an emoji after its first picture,"
          + " ids, authors, votes, attachments and history"
      ),
      (
        "txt",
        "text that does not fit its note, parts of an emoji after its first picture,"
          + " colors, ids, authors, votes, attachments and history"
      ),
    ]
  )
  func `an export says on standard error what it leaves out`(format: String, what: String) throws {
    _ = try shell.run("add", "text")
    let result = try shell.run("export", "--format", format)
    #expect(result.status == 0 && result.output.contains("text"))
    #expect(result.error == "corkboard: \(format) leaves out \(what)\n")
  }

  @Test func `a board is found by its title, its beginning or its id, and doubt is said`() throws {
    for title in ["retro", "retro 2", "plans"] {
      let file = "\(shell.folders.home)/\(title).csv"
      try "text,x,y,width,height,color\r\nin \(title),0,0,24,7,1\r\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      _ = try shell.run("import", file)
    }
    #expect(try shell.run("ls", "--board", "retro").line.hasSuffix("in retro"))
    #expect(try shell.run("ls", "--board", "pl").line.hasSuffix("in plans"))
    let ids = try shell.run("boards").lines.map { String($0.prefix(8)) }
    for id in ids { #expect(try shell.run("ls", "--board", id).status == 0) }
    let doubt = try shell.run("ls", "--board", "ret")
    #expect(doubt.status == 1)
    #expect(doubt.error.contains("retro (") && doubt.error.contains("retro 2 ("))
    #expect(doubt.error.split(separator: "\n").count == 1)
    let none = try shell.run("ls", "--board", "zzz")
    #expect(none.error == "corkboard: no board is called zzz; corkboard boards lists all\n")
  }

  @Test func `opening takes the names that --board takes, and doubt is said there, too`()
    async throws
  {
    for title in ["retro 1", "retro 2", "plans"] {
      let file = "\(shell.folders.home)/\(title).csv"
      try "text,x,y,width,height,color\r\nin \(title),0,0,24,7,1\r\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      _ = try shell.run("import", file)
    }
    let before = try shell.run("boards").lines.map { $0.prefix(8) }.sorted()
    for name in ["pl"] + before.suffix(1).map(String.init) {
      let person = try Person("Ada", ["open", name], in: shell.folders)
      try await person.seesNote("in ")
      try await person.leave()
    }
    let doubtful = try PtyProgram(shell.folders, ["retro"])
    #expect(try await doubtful.waitForEnd() == .exited(1))
    #expect(doubtful.text.contains("retro 1 (") && doubtful.text.contains("retro 2 ("))
    #expect(try shell.run("boards").lines.map { $0.prefix(8) }.sorted() == before)

    let new = try Person("Ada", ["pla"], in: shell.folders)
    try await new.seesNote("in plans")
    try await new.leave()
    let other = try Person("Ada", ["fad"], in: shell.folders)
    _ = try await other.port()
    try await other.leave()
    #expect(try shell.run("boards").lines.count == before.count + 1)
  }

  @Test func `what an export shows on a terminal is obeyed by none`() async throws {
    _ = try shell.run("add", "\u{1B}]0;owned\u{7}text")
    for format in ["md", "csv", "txt", "svg", "json"] {
      let program = try PtyProgram(shell.folders, ["export", "--format", format])
      #expect(try await program.waitForEnd() == .exited(0))
      #expect(program.text.contains("owned"))
      #expect(!program.log.contains { $0 == 0x1B || $0 == 0x07 })
    }
  }

  @Test(arguments: [
    ["ls"], ["export", "--format", "md"], ["history"], ["ls", "--board", "Ada"],
  ])
  func `a board that cannot be opened is named, and not said to be missing`(
    arguments: [String]
  ) throws {
    _ = try shell.run("add", "of tomorrow")
    let file = try shell.folders.boardFile()
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    // The last byte of the schema's version in the header of the file.
    try handle.seek(toOffset: 63)
    try handle.write(contentsOf: Data([99]))
    try handle.close()
    let result = try shell.run(arguments)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error.contains(file) && result.error.contains("newer"), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test func `no command makes anything under the name of a board that cannot be read`() throws {
    for title in ["retro", "retrospective"] {
      let file = "\(shell.folders.home)/\(title).csv"
      try "text,x,y,width,height,color\r\nin \(title),0,0,24,7,1\r\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      _ = try shell.run("import", file)
    }
    let boards = shell.folders.boards
    let names = try FileManager.default.contentsOfDirectory(atPath: boards)
    let name = try #require(names.first { $0.hasPrefix("retro-") && $0.hasSuffix(".sqlite") })
    let damaged = "\(boards)/\(name)"
    try Data(repeating: 0x55, count: 9_999).write(to: URL(fileURLWithPath: damaged))
    for suffix in ["-wal", "-shm"] { unlink(damaged + suffix) }
    let before = shell.folders.boardNames

    // Not the other one either, which only begins so.
    let id = name.dropLast(".sqlite".count).suffix(32)
    for meant in ["retro", String(id.prefix(9))] {
      let listed = try shell.run("ls", "--board", meant)
      #expect(listed.status == 1 && listed.output == "")
      #expect(
        listed.error.contains("\(damaged): ") && listed.error.contains("open it in corkboard")
      )
      #expect(try shell.run("add", "--board", meant, "text").status == 1)
    }
    #expect(shell.folders.boardNames == before)
    #expect(try shell.run("ls", "--board", "retros").line.hasSuffix("in retrospective"))
  }

  @Test(
    arguments: [
      (["ls"], 1, "there is no board yet"),
      (["import", "/nowhere.json"], 1, "/nowhere.json cannot be read: No such file"),
      (["add"], 2, "corkboard add needs the text"),
      (["export"], 2, "corkboard export needs --format json|md|csv|svg|txt"),
      (["export", "--format", "pdf"], 2, "corkboard export knows no format pdf, but json|md|csv|"),
      (["boards", "--board", "x"], 2, "--board does not go with corkboard boards"),
      (["export", "--format", "md", "--at", "1"], 1, "there is no board yet"),
      (["export", "--format", "md", "--at", "garbage"], 2, "--at takes a number that corkboard"),
      (["export", "--format", "md", "--at", "2026-13-40T00:00:00Z"], 2, "--at takes a number"),
      (["--port", "x"], 2, "--port takes a number from 1 to 65535, not x"),
      (["--name", ""], 2, "--name takes 1 to 64 bytes"),
      (["--profile", "a/b"], 2, "--profile takes 1 to 64 letters"),
      (["ls", "--board"], 2, "--board needs a value"),
      (["two", "words"], 2, "unknown command two"),
      (["history", "--delete"], 1, "there is no board yet"),
      (["history", "--delete", "--json"], 2, "--json does not go with corkboard history --delete"),
      (["ls", "--delete"], 2, "--delete does not go with corkboard ls"),
      (["ls", "extra"], 2, "corkboard ls takes no extra"),
      ([""], 2, "a board's name is not empty"),
      (["ls", "--board", ""], 2, "--board needs a board's name"),
    ]
  )
  func `a command that cannot be done says why in one line`(
    arguments: [String],
    status: Int32,
    reason: String
  ) throws {
    let result = try shell.run(arguments)
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("corkboard: \(reason)"), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test func `hostile text is harmless where it is listed, and whole where it is exported`() throws
  {
    let hostile = "\u{1B}]0;owned\u{7}\u{202E}text"
    _ = try shell.run("add", hostile)
    for command in [["ls"], ["ls", "--json"], ["export", "--format", "txt"]] {
      let output = try shell.run(command).output
      #expect(
        output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" }
      )
    }
    let markdown = try shell.run("export", "--format", "md").output
    #expect(markdown.contains("\u{FFFD}]0;owned\u{FFFD}\u{FFFD}text"))
    #expect(try shell.run("export", "--format", "csv").output.contains(hostile))
  }

  @Test func `many at once all keep their notes`() async throws {
    let shell = shell
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 0..<8 {
        group.addTask { try shell.run("add", "note \(number)").status }
      }
      for try await status in group { #expect(status == 0) }
    }
    let notes = try shell.run("ls").lines
    #expect(notes.count == 8)
  }
}
