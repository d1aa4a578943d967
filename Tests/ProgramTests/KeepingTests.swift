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
}
