import BoardCore
import BoardStore
import Foundation
import Testing

/// Disks that refuse: a file system of its own for each test, which takes the rights of root.
@Suite struct `A disk that refuses` {
  let ids = Ids()
  static let id = BoardID(11)
  static let canMount = TinyDisk.isPossible

  func open(_ disk: TinyDisk) throws -> BoardOpening {
    let store = try TemporaryFolder.store(at: "\(disk.path)/corkboard")
    return store.open(Self.id, title: "a", at: 1) { ids.next() }
  }

  /// A board with a few operations, closed cleanly or as a killed program leaves it.
  func fill(_ disk: TinyDisk, isClean: Bool = true) throws -> [[UInt8]] {
    let operations: [[UInt8]] = (0..<20).map { [$0, 1, 2] }
    let opening = try open(disk)
    try #require(opening.file).append(operations, at: 1)
    if isClean { try opening.file?.endRun(of: opening.run.replica, undo: []) { ids.next() } }
    return operations
  }

  @Test(.enabled(if: canMount, "mounting a tiny disk takes the rights of root"))
  func `that becomes full keeps what it has, and says so`() throws {
    let disk = try TinyDisk()
    let opening = try open(disk)
    let file = try #require(opening.file)
    let large = [UInt8](repeating: 5, count: 20_000)
    var kept: [[UInt8]] = []
    var failure: BoardStoreError?
    while failure == nil, kept.count < 1_000 {
      do {
        try file.append([large + [UInt8(kept.count & 255)]], at: 1)
        kept.append(large + [UInt8(kept.count & 255)])
      } catch {
        failure = error
      }
    }
    #expect(failure?.advice == "free some space")
    #expect(kept.count > 10)
    #expect(throws: BoardStoreError.self) {
      try file.endRun(of: opening.run.replica, undo: []) { ids.next() }
    }
    let reader = try #require(try BoardStore.reading("\(disk.path)/corkboard").readBoard(Self.id))
    #expect(reader.load().operations == kept)
  }

  @Test(
    .enabled(if: canMount, "mounting a tiny disk takes the rights of root"),
    arguments: [true, false]
  )
  func `that is full from the start shows the board, and keeps its file`(isClean: Bool) throws {
    let disk = try TinyDisk()
    let operations = try fill(disk, isClean: isClean)
    disk.fill()
    let opening = try open(disk)
    #expect(opening.log.operations == operations)
    #expect(opening.file == nil)
    #expect(opening.problem?.hasPrefix("nothing is kept: \(disk.path)") == true)
    disk.makeRoom()
    let again = try open(disk)
    #expect(again.problem == nil)
    #expect(again.log.operations == operations)
    #expect(again.run.replica != opening.run.replica)
  }

  @Test(
    .enabled(if: canMount, "mounting a tiny disk takes the rights of root"),
    arguments: [true, false]
  )
  func `that is read-only shows the board, and says so`(isClean: Bool) throws {
    let disk = try TinyDisk()
    let operations = try fill(disk, isClean: isClean)
    try disk.setReadOnly(true)
    let opening = try open(disk)
    #expect(opening.log.operations == operations)
    #expect(opening.file == nil)
    #expect(opening.problem?.hasPrefix("nothing is kept: \(disk.path)") == true)
    try disk.setReadOnly(false)
    #expect(try open(disk).log.operations == operations)
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `that is read-only for this person shows the board, and says so`() throws {
    let folder = TemporaryFolder()
    let store = try folder.store()
    try store.makeBoard(Self.id, title: "a", at: 1).append([[1], [2]], at: 1)
    for name in ["boards", ""] { chmod("\(folder.path)/\(name)", 0o500) }
    defer { for name in ["", "boards"] { chmod("\(folder.path)/\(name)", 0o700) } }
    let opening = store.open(Self.id, title: "a", at: 1) { ids.next() }
    #expect(opening.log.operations == [[1], [2]])
    #expect(opening.problem != nil)
  }
}

/// A file system of 512 KiB in memory.
final class TinyDisk {
  let path: String

  static var isPossible: Bool { getuid() == 0 && (try? TinyDisk()) != nil }

  init() throws {
    path = "\(FileManager.default.temporaryDirectory.path)/tiny-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    do {
      try Self.run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", path)
    } catch {
      rmdir(path)
      throw error
    }
  }

  deinit {
    try? Self.run("umount", "-l", path)
    rmdir(path)
  }

  func setReadOnly(_ isReadOnly: Bool) throws {
    try Self.run("mount", "-o", "remount,\(isReadOnly ? "ro" : "rw")", path)
  }

  /// Writes until nothing more fits.
  func fill() {
    let file = open("\(path)/ballast", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 0, count: 4_096)
    while write(file, bytes, bytes.count) > 0 {}
  }

  func makeRoom() { unlink("\(path)/ballast") }

  private static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TemporaryFolder.Refused() }
  }
}
