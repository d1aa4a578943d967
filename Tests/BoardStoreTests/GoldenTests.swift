import BoardCore
import BoardStore
import CSQLite
import Foundation
import Testing

/// Files of every version that there ever was, as the programs of that time left them.
@Suite struct `A board of an earlier program` {
  let folder = TemporaryFolder()
  let ids = Ids()
  static let id = BoardID(0xA001)
  static let goldens = "\(#filePath)/../Golden"
  static let operations: [[UInt8]] = (1...40).map { [$0, UInt8(Int($0) * 3 & 255), 7] }
  static let snapshot = Array(String(repeating: "a snapshot ", count: 20).utf8)

  var path: String { "\(folder.path)/boards/\(BoardFileName.name(title: "Plans", id: Self.id))" }

  /// A folder that holds a copy of one of them.
  func store(_ name: String) throws -> BoardStore {
    let store = try folder.store()
    let golden = URL(fileURLWithPath: "\(Self.goldens)/\(name)").standardized.path
    try FileManager.default.copyItem(atPath: golden, toPath: path)
    return store
  }

  func open(_ store: BoardStore) -> BoardOpening {
    store.open(Self.id, title: "other", at: 9_000_000) { ids.next() }
  }

  @Test func `is there for every version`() throws {
    let folder = URL(fileURLWithPath: Self.goldens).standardized.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let newest = try #require(try newestVersion())
    let versions = names.filter { $0.hasPrefix("version-") }
    #expect(versions == (1...newest).map { "version-\($0).sqlite" })
  }

  /// The version that a board made now has.
  func newestVersion() throws -> Int? {
    let path = try folder.store().makeBoard(BoardID(1), title: "new", at: 1).path
    return (try TestDatabase.text("PRAGMA user_version", on: path)).flatMap { Int($0) }
  }

  @Test func `of version 1 has its operations, and goes on`() throws {
    let store = try store("version-1.sqlite")
    #expect(try store.boards().boards.map(\.title) == ["Plans"])
    let opening = open(store)
    #expect(opening.problem == nil)
    #expect(opening.log == StoredLog(operations: Self.operations))
    #expect(opening.run.undo == nil)
    try #require(opening.file).append([[1]], at: 9_000_001)
    #expect(try #require(try store.readBoard(Self.id)).load().operations.last == [1])
    #expect(try opening.file?.facts().made == 1_000)
  }

  @Test func `of version 1 is read without being changed`() throws {
    _ = try store("version-1.sqlite")
    let before = folder.bytes(path)
    let file = try #require(try BoardStore.reading(folder.path).readBoard(Self.id))
    #expect(file.load() == StoredLog(operations: Self.operations))
    #expect(try file.history() == [])
    #expect(folder.bytes(path) == before)
  }

  @Test func `of version 2 has its snapshot, its history and a new replica id`() throws {
    let store = try store("version-2.sqlite")
    let opening = open(store)
    #expect(opening.problem == nil)
    #expect(opening.log.snapshot == Self.snapshot)
    #expect(opening.log.operations == Array(Self.operations[20...]))
    // The file was brought here from elsewhere.
    #expect(opening.run.undo == nil)
    let file = try #require(opening.file)
    #expect(try file.history().count == 41)
    #expect(try file.log(at: 40)?.operations == Array(Self.operations[25...]))
    #expect(try file.log(at: 24)?.operations == Array(Self.operations[..<24]))
  }

  @Test(arguments: ["version-1.sqlite", "version-2.sqlite"])
  func `keeps the columns and tables that this program does not know`(name: String) throws {
    let store = try store(name)
    try TestDatabase.run(
      """
      ALTER TABLE facts ADD COLUMN place_of_honor TEXT;
      ALTER TABLE operations ADD COLUMN mood TEXT DEFAULT 'fine';
      UPDATE facts SET place_of_honor = 'wall';
      CREATE TABLE friends (name TEXT);
      INSERT INTO friends VALUES ('Ada');
      """,
      on: path
    )
    let opening = open(store)
    #expect(opening.problem == nil)
    let file = try #require(opening.file)
    try file.append([[1]], at: 9_000_001)
    try file.setTitle("Renamed")
    try file.endRun(of: opening.run.replica, undo: []) { ids.next() }
    let kept = """
      SELECT (SELECT place_of_honor FROM facts) || ' ' || (SELECT name FROM friends) || ' '
        || (SELECT mood FROM operations WHERE place = 41)
      """
    #expect(try TestDatabase.text(kept, on: path) == "wall Ada fine")
    #expect(open(store).run.replica == opening.run.replica)
  }
}
