import Foundation
import Testing

/// What the program that simulates says of a failure can be had again.
@Suite(.timeLimit(.minutes(2)))
struct ReplayTests {
  /// The program that was built beside the tests.
  private static func program() throws -> URL {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = ([test] + CommandLine.arguments).flatMap { path in
      let parts = path.split(separator: "/").map(String.init)
      return parts.indices.map { "/" + parts[..<$0].joined(separator: "/") }
    }
    let found = folders.map { URL(filePath: $0).appending(path: "CorkboardSimulate") }.last {
      FileManager.default.isExecutableFile(atPath: $0.path) && !$0.hasDirectoryPath
        && (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
    return try #require(found, "no CorkboardSimulate beside the tests: swift build")
  }

  private func output(_ arguments: String...) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = try Self.program()
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines)
  }

  @Test func `some steps of a seed run again, or all of them`() throws {
    let part = try output("replay", "--plan", "laws", "--seed", "3", "--steps", "1-4,9,200-201")
    #expect(part.status == 0)
    #expect(part.lines.count == 8 && part.lines.last == "laws, seed 3, 7 steps: held")
    let one = try output("replay", "--plan", "laws", "--seed", "3", "--steps", "9")
    #expect(one.lines.first == part.lines[4])
    let all = try output("replay", "--plan", "laws", "--seed", "3")
    #expect(all.status == 0 && all.lines == ["laws, seed 3, 300 steps: held"])
  }

  @Test(arguments: ["0", "3-2", "2,2", "x", "1-2-3", "", "1-9999999", "301"])
  func `steps that are none are refused`(steps: String) throws {
    let result = try output("replay", "--plan", "laws", "--seed", "3", "--steps", steps)
    #expect(result.status == 1)
    #expect(!(result.lines.last ?? "").contains("held"))
  }

  @Test func `a trap names the seed that was running`() throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = try Self.program()
    process.arguments = ["run", "--seed", "1234567890123", "--minutes", "5"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    var text = ""
    while !text.contains("from seed 1234567890123 on\n") {
      let data = pipe.fileHandleForReading.availableData
      try #require(!data.isEmpty)
      text += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGILL)
    process.waitUntilExit()
    text += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("TRAP in swarm, seed 1234567890123\n"), "\(text)")
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGILL)
  }
}
