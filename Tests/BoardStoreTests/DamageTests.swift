import BoardCore
import BoardStore
import Foundation
import TestSupport
import Testing

@Suite struct `A damaged board` {
  let folder = TemporaryFolder()
  let id = BoardID(7)
  let ids = Ids()
  static let moment: UInt64 = 1_767_225_600_000

  var name: String { BoardFileName.name(title: "a", id: id) }
  var path: String { "\(folder.path)/boards/\(name)" }
  var aside: String { path + ".damaged-20260101-000000" }

  func open() throws -> BoardOpening {
    try folder.store().open(id, title: "a", at: Self.moment) { ids.next() }
  }

  /// A board with operations of 100 bytes each, closed cleanly.
  func make(_ count: Int) throws -> [[UInt8]] {
    let operations = (0..<count).map { number in
      [UInt8(number & 255), UInt8(number >> 8)] + [UInt8](repeating: 1, count: 98)
    }
    let opening = try open()
    try opening.file?.append(operations, at: 1)
    try opening.file?.endRun(of: opening.run.replica, undo: []) { ids.next() }
    return operations
  }

  @Test(arguments: [[UInt8](), Array("garbage".utf8), Array(repeating: 0xFF, count: 9_000)])
  func `that is something else is set aside, and work goes on`(garbage: [UInt8]) throws {
    _ = try make(3)
    try folder.write(garbage, to: "boards/\(BoardFileName.name(title: "a", id: id))")
    let opening = try open()
    #expect(opening.log.operations == [])
    #expect(opening.problem?.hasSuffix("it is kept as \(aside)") == true)
    #expect(folder.bytes(aside) == garbage)
    try #require(opening.file).append([[1]], at: 1)
    let again = try open()
    #expect(again.problem == nil)
    #expect(again.log.operations == [[1]])
    #expect(folder.bytes(aside) == garbage)
  }

  @Test func `that is set aside twice in a second is kept twice`() throws {
    for name in [aside, aside + "-2", aside + "-3"] {
      _ = try make(1)
      try folder.write([1, 2, 3], to: "boards/\(BoardFileName.name(title: "a", id: id))")
      #expect(try open().problem?.hasSuffix(name) == true)
    }
    #expect(folder.names("boards").filter { $0.contains("damaged") }.count == 3)
  }

  @Test func `that was cut off gives every operation that is left in it`() throws {
    let operations = try make(500)
    let whole = try #require(folder.bytes(path))
    try #require(whole.count % 4_096 == 0)
    var counts: [Int] = []
    for length in stride(from: whole.count - 1, to: 0, by: -2_048) {
      let cut = TemporaryFolder()
      _ = try cut.store()
      let file = "\(cut.path)/boards/\(name)"
      try cut.write(Array(whole[..<length]), to: "boards/\(name)")
      let opening = try cut.store().open(id, title: "b", at: Self.moment) { ids.next() }
      let kept = opening.log.operations
      #expect(kept == Array(operations.prefix(kept.count)), "cut to \(length)")
      #expect(cut.bytes("\(file).damaged-20260101-000000") == Array(whole[..<length]))
      let title = try #require(try cut.store().boards().boards.first).title
      #expect(title == "a", "cut to \(length)")
      #expect(cut.names("boards").allSatisfy { !$0.contains("salvage") })
      counts.append(kept.count)
    }
    // A page holds fewer than 40 operations of 100 bytes: that is all that one page less takes.
    #expect(counts[0] >= 460)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(Set(counts).count > 5, "\(counts)")
  }

  @Test func `gives what comes before an operation that is not what was kept`() throws {
    let operations = try make(50)
    try TestDatabase.run("UPDATE operations SET bytes = x'0102' WHERE place = 31", on: path)
    let opening = try open()
    #expect(opening.log.operations == Array(operations[..<30]))
    #expect(opening.problem?.contains("only a part of it could be read") == true)
    #expect(opening.file != nil)
    let again = try open()
    #expect(again.problem == nil)
    #expect(again.log.operations == Array(operations[..<30]))
    #expect(again.run.replica != opening.run.replica)
  }

  @Test func `misses an operation that is gone`() throws {
    let operations = try make(50)
    try TestDatabase.run("DELETE FROM operations WHERE place = 31", on: path)
    #expect(try open().log.operations == Array(operations[..<30]))
  }

  @Test func `that was cut off at any length loses nothing twice`() throws {
    let operations = try make(400)
    let whole = try #require(folder.bytes(path))
    for length in stride(from: 512, to: whole.count, by: 4_096 + 512) {
      for name in folder.names("boards") { unlink("\(folder.path)/boards/\(name)") }
      let cut = Array(whole[..<length])
      try folder.write(cut, to: "boards/\(BoardFileName.name(title: "a", id: id))")
      let opening = try open()
      #expect(Array(operations.prefix(opening.log.operations.count)) == opening.log.operations)
      #expect(opening.problem?.contains(aside) == true)
      #expect(folder.bytes(aside) == cut)
    }
  }

  @Test(arguments: Seeds.first(60))
  func `with any byte changed is read in part or whole, never wrongly`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let operations = try make(200)
    var bytes = try #require(folder.bytes(path))
    for _ in 0..<random.number(in: 1...3) {
      bytes[random.number(in: 0...bytes.count - 1)] ^= UInt8(1 << random.number(in: 0...7))
    }
    try folder.write(bytes, to: "boards/\(BoardFileName.name(title: "a", id: id))")
    let opening = try open()
    #expect(Array(operations.prefix(opening.log.operations.count)) == opening.log.operations)
    #expect(opening.log.operations.count == 200 || opening.problem != nil)
    guard opening.file == nil || opening.problem != nil else { return }
    let kept = folder.names("boards").filter { $0.contains(".sqlite") && !$0.hasPrefix(".") }
    #expect(kept.contains { folder.bytes("\(folder.path)/boards/\($0)") == bytes })
  }

  @Test func `of a newer program is left alone, and work goes on in memory`() throws {
    _ = try make(3)
    try TestDatabase.run("PRAGMA user_version = 99", on: path)
    let before = try #require(folder.bytes(path))
    let opening = try open()
    #expect(opening.file == nil)
    #expect(opening.problem?.contains("was made by a newer corkboard") == true)
    #expect(folder.bytes(path) == before)
    #expect(folder.names("boards").filter { $0.contains("damaged") } == [])
  }
}
