import Foundation
import Testing

/// Files that are no boards, or try to be more than one: a clear line, and nothing is made.
@Suite(.timeLimit(.minutes(2)))
struct ImportTests {
  private let shell = Shell()

  private static let header = "text,x,y,width,height,color\r\n"

  /// What is in the file, and what the line says after its name.
  private static let hostile: [(name: String, bytes: [UInt8], reason: String)] = [
    ("empty", [], "the file is empty"),
    ("utf16", [0xFF, 0xFE] + "text,x".utf8.flatMap { [$0, 0] }, "line 1: a field is not UTF-8"),
    (
      "latin1", Array(header.utf8) + [0xE9] + Array(",0,0,24,7,1\r\n".utf8),
      "line 2: a field is not UTF-8"
    ),
    ("deep", Array(repeating: UInt8(ascii: "["), count: 2_000_000), "line 1: nested too deeply"),
    (
      "deep-object",
      Array(String(repeating: "{\"notes\":", count: 200_000).utf8),
      "line 1: nested too deeply"
    ),
    ("open", Array("{\"format\":\"corkboard.board\",\"version\":1,\"notes\":[".utf8), "line 1"),
    (
      "long-note",
      Array((header + String(repeating: "x", count: 524_289) + ",0,0,24,7,1\r\n").utf8),
      "note 1 has 524289 bytes of text, and a note takes at most 524288"
    ),
    (
      "second-bad",
      Array((header + "good,0,0,24,7,1\r\nbad,0,0,0,7,1\r\n").utf8),
      "note 2: width must be a whole number"
    ),
    ("binary", (0..<10_000).map { UInt8($0 * 7 & 255) }, "a field is not UTF-8"),
  ]

  @Test(arguments: hostile.map(\.name))
  func `a file that is no board makes none, and one line says why`(name: String) throws {
    let (_, bytes, reason) = try #require(Self.hostile.first { $0.name == name })
    _ = try shell.run("add", "mine")
    let before = try shell.run("boards", "--json").output
    let file = "\(shell.folders.home)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    let clock = ContinuousClock()
    let start = clock.now
    let result = try shell.run("import", file)
    #expect(clock.now - start < .seconds(10))
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error.contains(reason), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(try shell.run("boards", "--json").output == before)
    let into = try shell.run("import", file, "--into", "Ada")
    #expect(into.status == 1)
    #expect(try shell.run("ls").lines.count == 1)
  }

  @Test func `a file without end, a folder and a file of others are refused at once`() throws {
    let huge = "\(shell.folders.home)/huge.json"
    let file = open(huge, O_WRONLY | O_CREAT, 0o600)
    ftruncate(file, 400 << 20)
    close(file)
    let refused = try shell.run("import", huge)
    #expect(refused.status == 1)
    #expect(refused.error.contains("is larger than any board; nothing was imported"))
    let folder = try shell.run("import", shell.folders.home)
    #expect(folder.status == 1)
    #expect(folder.error.contains("cannot be read: Is a directory"))
    #expect(try shell.run("boards").output == "")
  }
}
