import Foundation
import Testing

/// Boards that earlier programs left, each with all that was on it.
@Suite(.timeLimit(.minutes(2)))
struct GoldenBoardTests {
  private static let folder = URL(fileURLWithPath: "\(#filePath)/../Golden").standardized.path
  private static let id = "97ec47c42a3d64f750ff2f4d1084f3ed"

  private func kept(_ name: String) throws -> ProgramFolders {
    let folders = ProgramFolders()
    try FileManager.default.createDirectory(
      atPath: folders.boards,
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      atPath: "\(Self.folder)/\(name).sqlite",
      toPath: "\(folders.boards)/gold-\(Self.id).sqlite"
    )
    return folders
  }

  @Test(arguments: ["schema-2"])
  func `a board of an earlier program is read, shown and written on`(name: String) async throws {
    let folders = try kept(name)
    let shell = Shell(folders)
    let wanted = try String(contentsOfFile: "\(Self.folder)/\(name).jsonl", encoding: .utf8)
    #expect(try shell.run("ls", "--json").output == wanted)
    // For people, an emoji of several is one, and nothing else that joins or turns text is obeyed.
    let seen = try shell.run("ls").output
    #expect(seen.contains("👩\u{200D}👩\u{200D}👧 🇨🇭 é edited") && seen.contains("שלום �text"))
    let moments = try shell.run("history").lines
    #expect(moments.count == 18)
    let early = try shell.run("export", "--format", "csv", "--at", "5").output
    #expect(early.contains("plain") && !early.contains("added from the shell"))

    let ada = try Person("Ada", ["gold"], in: folders)
    try await ada.seesNote("saved")
    try ada.program.type("X")
    try await ada.program.wait(forText: "Clear 7 notes for everyone?")
    try ada.program.press(.escape)
    try await ada.leave()
    let before = try shell.run("ls", "--json").notes
    _ = try shell.run("add", "one more")
    let after = try shell.run("ls", "--json").notes
    #expect(after.dropLast().map(\.id) == before.map(\.id) && after.count == before.count + 1)
    #expect(
      before.map(\.rest) == Shell.Result(status: 0, output: wanted, error: "").notes.map(\.rest)
    )
  }
}
