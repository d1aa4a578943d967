import Foundation
import Testing

/// One folder on two machines: copied, or brought back from a backup.
@Suite(.timeLimit(.minutes(2)))
struct CopyTests {
  private func copy(_ folders: ProgramFolders) throws -> ProgramFolders {
    let copy = ProgramFolders()
    try replace(copy, by: folders)
    return copy
  }

  /// As people copy folders, with all that a killed program left in them.
  private func replace(_ folders: ProgramFolders, by other: ProgramFolders) throws {
    let data = folders.home + "/data"
    try FileManager.default.removeItem(atPath: data)
    let result = try output(of: ["/bin/cp", "-a", other.home + "/data", data], environment: [:])
    guard case .exited(0) = result.status else { throw Missing(description: result.text) }
  }

  private func replicas(_ folders: ProgramFolders) throws -> Set<Substring> {
    Set(try Shell(folders).run("ls", "--json").notes.map { $0.id.dropFirst(7).prefix(16) })
  }

  @Test(arguments: [true, false])
  func `a copied folder is another device with another replica id, and both merge`(
    isClean: Bool
  )
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("before the copy")
    if isClean { try await ada.leave() } else { try await ada.kill() }
    let bo = try Person("Bo", in: try copy(ada.folders))
    try ada.restart()
    try await bo.seesNote("before the copy")
    try await ada.makeNote("by Ada")
    try await bo.makeNote("by Bo")
    try await bo.makeNote("by Bo again")

    try await ada.bring(bo, at: try await bo.port())
    for person in [ada, bo] {
      try await eventually("the same four notes for \(person.name)") {
        try Shell(person.folders).run("ls").lines.count == 4 ? true : nil
      }
    }
    let hers = try Shell(ada.folders).run("ls", "--json").notes
    #expect(try Shell(bo.folders).run("ls", "--json").notes.map(\.id) == hers.map(\.id))
    // The first run, Bo's, and after a crash Ada's second.
    #expect(try replicas(ada.folders).count == (isClean ? 2 : 3))
  }

  @Test func `a folder that is brought back from a backup merges with what came after it`()
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("in the backup")
    try await ada.leave()
    let backup = try copy(ada.folders)
    try ada.restart()
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    try await ada.makeNote("after it")
    try await bo.seesNote("after it")
    try await ada.leave()

    try replace(ada.folders, by: backup)
    try ada.restart()
    try await ada.seesNote("in the backup")
    try await ada.makeNote("after the restore")
    try await bo.invite("127.0.0.1:\(try await ada.port())")
    try await ada.accept()
    try await ada.sees(bo)
    for person in [ada, bo] {
      try await eventually("the same three notes for \(person.name)") {
        try Shell(person.folders).run("ls").lines.count == 3 ? true : nil
      }
    }
    #expect(try replicas(ada.folders).count == 2)
    #expect(try replicas(ada.folders) == replicas(bo.folders))
  }

  @Test func `one key on two machines is noticed, told, and replaced when wanted`() async throws {
    let ada = try Person("Ada")
    _ = try await ada.port()
    // Only the key: as on an image of a disk, nothing in the folder tells that it is a copy.
    let folders = ProgramFolders()
    let (source, target) = (ada.folders.home + "/data/corkboard", folders.home + "/data/corkboard")
    let made = try output(of: ["/bin/mkdir", "-m", "700", target], environment: [:])
    guard case .exited(0) = made.status else { throw Missing(description: made.text) }
    let key = "/device.key"
    let copied = try output(of: ["/bin/cp", "-a", source + key, target + key], environment: [:])
    guard case .exited(0) = copied.status else { throw Missing(description: copied.text) }
    let before = FileManager.default.contents(atPath: target + key)

    let bo = try Person("Bo", in: folders)
    try await ada.invite("127.0.0.1:\(try await bo.port())")
    try await ada.program.wait(forText: "This device twice")
    try await ada.decline(toldBy: "This device twice")
    try await bo.accept(toldBy: "This device twice")
    try await bo.program.wait(forText: "A new key is made")
    try await bo.leave()
    let after = FileManager.default.contents(atPath: target + key)
    #expect(after != nil && after != before)

    try bo.restart()
    try await ada.bring(bo, at: try await bo.port())
    #expect(FileManager.default.contents(atPath: target + key) == after)
  }
}
