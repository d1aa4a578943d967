import Foundation
import Testing

/// What the program does when the disk is not as it left it.
@Suite(.timeLimit(.minutes(2)))
struct KeepingTests {
  @Test func `a damaged board is set aside, said so, and work goes on`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("old")
    try ada.program.type("q")
    _ = try await ada.program.waitForEnd()
    let boards = "\(ada.folders.home)/data/corkboard/boards"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: boards).first {
        $0.hasSuffix(".sqlite") && !$0.hasPrefix(".")
      }
    )
    let garbage = Data(repeating: 0x55, count: 9_999)
    try garbage.write(to: URL(fileURLWithPath: "\(boards)/\(name)"))

    try ada.restart()
    try await ada.program.wait(forText: "damaged")
    try await ada.makeNote("new")
    try ada.program.type("q")
    _ = try await ada.program.waitForEnd()
    let aside = try FileManager.default.contentsOfDirectory(atPath: boards).filter {
      $0.hasPrefix("\(name).damaged-")
    }
    #expect(aside.count == 1)
    #expect(FileManager.default.contents(atPath: "\(boards)/\(aside[0])") == garbage)

    try ada.restart()
    try await ada.seesNote("new")
    #expect(try !ada.program.screen().contains { $0.contains("damaged") })
  }

  /// What can happen to a file, and whether its first note can still be read.
  enum Damage: CaseIterable {
    case garbage, empty, cutOff, noHeader

    func strike(_ path: String) throws {
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      let content = try Data(contentsOf: URL(fileURLWithPath: path))
      let left: Data =
        switch self {
        case .garbage: Data(repeating: 0x55, count: 9_999)
        case .empty: Data()
        case .cutOff: content.prefix(content.count / 2)
        case .noHeader: Data(repeating: 0, count: 100) + content.dropFirst(100)
        }
      try left.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test(arguments: Damage.allCases, ["title", "beginning", "id"])
  func `a damaged board that is opened by name goes on as one that is opened alone does`(
    damage: Damage,
    way: String
  ) async throws {
    let shell = Shell()
    for title in ["plans", "other"] {
      let file = "\(shell.folders.home)/\(title).csv"
      try "text,x,y,width,height,color\r\nin \(title),0,0,24,7,1\r\n"
        .write(toFile: file, atomically: true, encoding: .utf8)
      _ = try shell.run("import", file)
    }
    let boards = shell.folders.boards
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: boards).first {
        $0.hasPrefix("plans-") && $0.hasSuffix(".sqlite")
      }
    )
    try damage.strike("\(boards)/\(name)")
    let broken = try Data(contentsOf: URL(fileURLWithPath: "\(boards)/\(name)"))

    let id = String(name.dropLast(".sqlite".count).suffix(32).prefix(12))
    let meant = way == "id" ? id : way == "title" ? "plans" : "pla"
    let ada = try Person("Ada", [meant], in: shell.folders)
    try await ada.program.wait(forText: "damaged")
    try await ada.makeNote("new")
    try await ada.leave()
    let aside = try FileManager.default.contentsOfDirectory(atPath: boards).filter {
      $0.hasPrefix("\(name).damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
    #expect(aside.count == 1)
    let kept = aside.first.map { URL(fileURLWithPath: "\(boards)/\($0)") }
    #expect(try kept.map { try Data(contentsOf: $0) } == broken)
    #expect(try shell.run("ls", "--board", "plans").output.contains("new"))
    #expect(try shell.run("ls", "--board", "other").output.contains("in other"))
  }
}
