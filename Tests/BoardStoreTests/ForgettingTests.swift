import BoardCore
import BoardStore
import TestSupport
import Testing

@Suite struct `A past that is deleted` {
  let folder = TemporaryFolder()
  let id = BoardID(8)
  let start: UInt64 = 1_767_225_600_000

  /// A board that had 40 keyframes of 20 kB and 4,000 changes; some were let go meanwhile.
  private func lived() throws -> BoardFile {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    try live(in: file)
    return file
  }

  private func live(in file: BoardFile) throws {
    var random = SeededGenerator(5)
    // Nothing that could be packed.
    let bytes = (0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    for number in 0..<40 {
      let now = start + UInt64(number) * 6 * 60_000
      try file.keep(snapshot: [UInt8(number)] + bytes, at: now)
      try file.append((0..<100).map { [UInt8(number), $0] }, at: now)
    }
  }

  /// Rows of what is set aside.
  private func rowsLeft(of path: String) throws -> Int {
    let tables = try TestDatabase.text(
      "SELECT group_concat(name) FROM sqlite_schema WHERE name GLOB 'forgotten_*'",
      on: path
    )
    return try (tables ?? "").split(separator: ",").reduce(0) { sum, table in
      sum + (Int(try TestDatabase.text("SELECT count(*) FROM \(table)", on: path) ?? "") ?? 0)
    }
  }

  @Test func `is gone for whoever looks, and leaves the file in small pieces`() throws {
    let file = try lived()
    let before = file.load()
    #expect(try file.history().count > 100)
    try file.setHistoryAside()
    #expect(try file.history() == [] && file.isForgetting)
    #expect(try file.log(at: 4_000) == nil)
    #expect(try BoardStore.reading(folder.path).readBoard(id)?.history() == [])
    var left = try rowsLeft(of: file.path)
    let all = left
    #expect(all > 1_000)
    var pieces = 0
    while file.isForgetting, pieces < 100 {
      try file.forgetSome()
      let now = try rowsLeft(of: file.path)
      #expect(left - now <= 1_000)
      left = now
      pieces += 1
    }
    // Keyframes by their bytes, changes by their number; to drop an empty table is a piece, too.
    #expect((5...20).contains(pieces) && left == 0, "\(pieces)")
    #expect(file.load() == before)
    #expect(folder.bytes(file.path)?.count ?? .max < 400_000)
    try live(in: file)
    #expect(try file.history().count > 100)
  }

  @Test func `stays gone when the program is killed in the middle`() throws {
    var file: BoardFile? = try lived()
    let before = try #require(file?.load())
    try file?.setHistoryAside()
    try file?.forgetSome()
    let path = try #require(file?.path)
    file = nil
    #expect(try rowsLeft(of: path) > 1_000)
    let next = try #require(try folder.store().openBoard(id))
    #expect(next.load() == before && next.isForgetting)
    #expect(try next.history() == [])
    while next.isForgetting { try next.forgetSome() }
    #expect(try rowsLeft(of: path) == 0)
    #expect(try folder.store().openBoard(id)?.isForgetting == false)
  }

  @Test func `may be deleted again before it has left the file`() throws {
    let file = try lived()
    let run = try file.beginRun { 7 }
    try file.setHistoryAside()
    try file.forgetSome()
    try live(in: file)
    #expect(try file.history().count > 100)
    try file.setHistoryAside()
    #expect(try file.history() == [])
    let before = file.load()
    try file.endRun(of: run.replica, undo: []) { 9 }
    #expect(try rowsLeft(of: file.path) == 0)
    #expect(file.load() == before)
  }
}
