import BoardCore
import BoardStore
import Foundation
import Testing

@Suite struct `The replica id of a run` {
  let folder = TemporaryFolder()
  let id = BoardID(5)
  let ids = Ids()

  /// Opens the board in a folder as the program does.
  func open(_ folder: TemporaryFolder) throws -> BoardOpening {
    try folder.store().open(id, title: "a", at: 1) { ids.next() }
  }

  /// One run that keeps something and ends cleanly, or not.
  @discardableResult
  func run(
    isClean: Bool,
    undo: [UInt8] = [9],
    in other: TemporaryFolder? = nil
  ) throws
    -> BoardFile.Run
  {
    let opening = try open(other ?? folder)
    #expect(opening.problem == nil)
    try opening.file?.append([[1, 2, 3]], at: 2)
    if isClean {
      try opening.file?.endRun(of: opening.run.replica, undo: undo) { ids.next() }
    }
    return opening.run
  }

  @Test func `goes on after a clean end, with what can be taken back`() throws {
    let first = try run(isClean: true, undo: [1, 2])
    let second = try run(isClean: true, undo: [3])
    let third = try run(isClean: true)
    #expect(first.undo == nil)
    #expect(second == BoardFile.Run(replica: first.replica, undo: [1, 2]))
    #expect(third == BoardFile.Run(replica: first.replica, undo: [3]))
  }

  @Test func `is new after a crash, which leaves nothing to take back`() throws {
    let first = try run(isClean: true)
    let crashed = try run(isClean: false)
    let next = try run(isClean: true)
    #expect(crashed.replica == first.replica)
    #expect(next.replica != first.replica)
    #expect(next.undo == nil)
  }

  @Test func `is new in a copy of the folder, whichever of the two runs first`() throws {
    let first = try run(isClean: true)
    let copy = TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path)
    #expect(try run(isClean: true, in: copy).replica != first.replica)
    #expect(try run(isClean: true).replica == first.replica)
  }

  @Test func `is new when the folder is brought back from a backup`() throws {
    let first = try run(isClean: true)
    let backup = TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path, toPath: backup.path)
    try run(isClean: true)
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.copyItem(atPath: backup.path, toPath: folder.path)
    #expect(try run(isClean: true).replica != first.replica)
  }

  @Test func `is new when a backup is written into the very same files`() throws {
    let first = try run(isClean: true)
    let old = folder.names("boards").map { ($0, folder.bytes("\(folder.path)/boards/\($0)") ?? []) }
    try run(isClean: true)
    for (name, bytes) in old {
      let handle = try #require(FileHandle(forWritingAtPath: "\(folder.path)/boards/\(name)"))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
    }
    #expect(try run(isClean: true).replica != first.replica)
  }

  @Test func `is new when the board alone is brought back`() throws {
    let first = try run(isClean: true)
    let name = try #require(folder.names("boards").first { $0.hasSuffix(".sqlite") })
    let old = try #require(folder.bytes("\(folder.path)/boards/\(name)"))
    try run(isClean: true)
    try folder.write(old, to: "boards/\(name)")
    #expect(try run(isClean: true).replica != first.replica)
  }

  @Test func `is new when the board alone is brought back after a crash`() throws {
    let first = try run(isClean: true)
    let name = try #require(folder.names("boards").first { $0.hasSuffix(".sqlite") })
    let old = try #require(folder.bytes("\(folder.path)/boards/\(name)"))
    try run(isClean: false)
    try folder.write(old, to: "boards/\(name)")
    #expect(try run(isClean: true).replica != first.replica)
  }

  @Test func `is new on request, when somebody knows more of it than this disk`() throws {
    let first = try run(isClean: true)
    let opening = try open(folder)
    let file = try #require(opening.file)
    #expect(opening.run.replica == first.replica)
    let renewed = try file.renewRun { ids.next() }
    #expect(renewed.replica != first.replica)
    try file.endRun(of: renewed.replica, undo: []) { ids.next() }
    #expect(try run(isClean: true, in: folder).replica == renewed.replica)
  }

  @Test func `is remembered with what others have of it, over crashes`() throws {
    let first = try run(isClean: true)
    let opening = try open(folder)
    let file = try #require(opening.file)
    #expect(try file.ownRuns() == [OwnRun(replica: first.replica, shared: 0)])
    try file.keep([OwnRun(replica: first.replica, shared: 7)])
    let crashed = try open(folder)
    #expect(
      try crashed.file?.ownRuns()
        == [
          OwnRun(replica: first.replica, shared: 7),
          OwnRun(replica: crashed.run.replica, shared: 0),
        ].sorted { Int64(bitPattern: $0.replica.rawValue) < Int64(bitPattern: $1.replica.rawValue) }
    )
  }

  @Test func `is never used again after the disk failed`() throws {
    let opening = try open(folder)
    let file = try #require(opening.file)
    try TestDatabase.run("DROP TABLE operations", on: file.path)
    #expect(throws: BoardStoreError.self) { try file.append([[1]], at: 2) }
    #expect(throws: BoardStoreError.self) {
      try file.endRun(of: opening.run.replica, undo: []) { ids.next() }
    }
    #expect(throws: BoardStoreError.self) { try file.append([[1]], at: 2) }
  }
}
