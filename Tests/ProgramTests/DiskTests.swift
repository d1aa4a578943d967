import Foundation
import Testing

/// Disks and files that refuse: work goes on, it is said, and nothing is overwritten.
@Suite(.timeLimit(.minutes(2)))
struct DiskTests {
  /// Notes that cannot be made small, until they are not kept any more.
  ///
  /// What the program gives back then is taken from it, too.
  private func flood(_ person: Person, _ disk: SmallDisk? = nil) async throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-")
    for number in 0..<60 {
      let words = (0..<12_000).map { _ in letters.randomElement() ?? "-" }
      try person.program.paste("\(number) " + String(words))
      try await person.seesNote("\(number) ")
      if try person.program.screen().contains(where: { $0.contains("NOT SAVED") }) { break }
    }
    disk?.fill()
  }

  private func isUnsaved(_ person: Person, because reason: String) async throws {
    try await person.program.wait(forText: "NOT SAVED: \(reason)")
  }

  @Test func `a board whose file is deleted under it is kept anew, and all of it`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("one")
    let shell = Shell(ada.folders)
    let path = try #require(
      try shell.run("boards", "--json").output.firstMatch(of: /"path":"([^"]+)"/)
    )
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: String(path.1) + ending)
    }
    try await ada.makeNote("two")
    try await isUnsaved(ada, because: "its file is gone")
    try await ada.program.wait(forText: "saved")
    #expect(try await ada.leave().contains("2 notes kept"))
    let kept = try shell.run("ls").output
    #expect(kept.contains("one") && kept.contains("two"))
  }

  @Test func `files that may not grow further end no work, and what was kept stays`()
    async throws
  {
    let limit = ["/bin/sh", "-c", "ulimit -f 500; exec \"$@\"", "sh"]
    let ada = try Person("Ada", launcher: limit)
    try await ada.makeNote("kept")
    try await flood(ada)
    try await isUnsaved(ada, because: "the disk does not take it")
    let shell = Shell(ada.folders)
    let added = try shell.run("add", "from the shell")
    #expect(added.status == 0)
    #expect(added.error.contains("it is on the board, but nothing is kept"))
    for command in [["ls"], ["export", "--format", "md"]] {
      let read = try shell.run(command)
      #expect(read.status == 0)
      #expect(read.error.contains("holds what is not kept (the disk does not take it)"))
    }
    // What fits once the log is folded in is kept after all.
    let isAllKept = try await !ada.leave(0, 1).contains("not kept: the disk does not take it")

    try ada.restart()
    _ = try await ada.port()
    let kept = try shell.run("ls").output
    #expect(kept.contains("kept") && kept.contains("from the shell") == isAllKept)
    #expect(try !ada.program.screen().contains { $0.contains("NOT SAVED") })
  }

  @Test(.enabled(if: SmallDisk.obstacle == nil, "mounting takes root"))
  func `once there is room again everything is kept, under an id that ends with the run`()
    async throws
  {
    let folders = ProgramFolders()
    let disk = try SmallDisk(in: folders, kilobytes: 1_024)
    let ada = try Person("Ada", in: folders)
    try await ada.makeNote("before")
    disk.fill()
    try await flood(ada, disk)
    try await isUnsaved(ada, because: "the disk is full")
    try await ada.makeNote("meanwhile")

    disk.makeRoom()
    try await ada.program.wait(forText: "saved", within: .seconds(15))
    try await ada.makeNote("afterwards")
    #expect(try await ada.leave().contains("kept"))
    let shell = Shell(folders)
    let first = try shell.run("ls", "--json").notes
    try ada.restart()
    try await ada.makeNote("next run")
    let kept = try shell.run("ls").output
    for text in ["before", "meanwhile", "afterwards", "next run"] { #expect(kept.contains(text)) }
    let replicas = try shell.run("ls", "--json").notes.map { $0.id.prefix(23) }
    #expect(Set(replicas).count == Set(first.map { $0.id.prefix(23) }).count + 1)
  }

  @Test(.enabled(if: SmallDisk.obstacle == nil, "mounting takes root"))
  func `who quits while the disk is full is told, and finds what was kept before`() async throws {
    let folders = ProgramFolders()
    let disk = try SmallDisk(in: folders, kilobytes: 1_024)
    let ada = try Person("Ada", in: folders)
    try await ada.makeNote("before")
    disk.fill()
    try await flood(ada, disk)
    try await isUnsaved(ada, because: "the disk is full")
    #expect(try await ada.leave(1).contains("not kept: the disk is full"))
    let added = try Shell(folders).run("add", String(repeating: "long ", count: 3_000))
    #expect(added.status == 1 && added.error.contains("the disk is full"))
    try ada.restart()
    try await ada.program.wait(forText: "NOT SAVED")
    #expect(try Shell(folders).run("ls").output.contains("before"))
    disk.makeRoom()
    try await ada.program.wait(forText: "saved", within: .seconds(15))
  }

  @Test(.enabled(if: SmallDisk.obstacle == nil, "mounting takes root"))
  func `a command says that a folder on a read-only disk is in its way`() async throws {
    let folders = ProgramFolders()
    let disk = try SmallDisk(in: folders, kilobytes: 1_024)
    let ada = try Person("Ada", in: folders)
    try await ada.makeNote("kept")
    try await ada.leave()
    try disk.makeReadOnly()
    try ada.restart()
    try await isUnsaved(ada, because: "its folder or file is read-only")
    try await ada.makeNote("in memory")
    let added = try Shell(folders).run("add", "from the shell")
    #expect(added.status == 1)
    #expect(
      added.error.contains("cannot be reached: where it would take commands is in that folder")
        && added.error.contains("read-only; make the note in it"),
      "\(added.error)"
    )
  }

  @Test(.enabled(if: SmallDisk.obstacle == nil, "mounting takes root"))
  func `a folder on a read-only disk is reached by commands through the runtime folder`()
    async throws
  {
    let folders = ProgramFolders(hasRuntimeFolder: true)
    let disk = try SmallDisk(in: folders, kilobytes: 1_024)
    let ada = try Person("Ada", in: folders)
    try await ada.makeNote("kept")
    try await ada.leave()
    try disk.makeReadOnly()
    try ada.restart()
    try await isUnsaved(ada, because: "its folder or file is read-only")
    let shell = Shell(folders)
    let added = try shell.run("add", "from the shell")
    #expect(added.status == 0 && added.error.contains("read-only"), "\(added.error)")
    try await ada.seesNote("from the shell")
    let listed = try shell.run("ls")
    #expect(listed.output.contains("kept") && !listed.output.contains("from the shell"))
    #expect(listed.error.contains("holds what is not kept"), "\(listed.error)")
    #expect(try await ada.leave(1).contains("1 note not kept"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folders.home + "/run/corkboard") == []
    )
  }

  @Test(.enabled(if: ProgramFolders.rightsObstacle == nil, "needs setpriv"))
  func `a folder that is read-only shows its board, and nothing in it changes`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("to be seen")
    try await ada.leave()
    let file = try ada.folders.boardFile()
    let before = FileManager.default.contents(atPath: file)
    let folder = ada.folders.home + "/data/corkboard"
    for path in [ada.folders.boards, folder] { chmod(path, 0o500) }
    defer { for path in [folder, ada.folders.boards] { chmod(path, 0o700) } }
    let names = ada.folders.tree()

    try ada.restart(launcher: ProgramFolders.plainRights)
    try await ada.seesNote("to be seen")
    try await isUnsaved(ada, because: "")
    try await ada.makeNote("in memory")
    #expect(try await ada.leave(1).contains("1 note not kept"))
    #expect(FileManager.default.contents(atPath: file) == before)
    #expect(ada.folders.tree() == names)
  }

  @Test(.enabled(if: ProgramFolders.rightsObstacle == nil, "needs setpriv"), arguments: [40, 80])
  func `what to do is in sight, and a lost deletion is no lost note`(columns: Int) async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("to be seen")
    try await ada.leave()
    let folder = ada.folders.home + "/data/corkboard"
    for path in [ada.folders.boards, folder] { chmod(path, 0o500) }
    defer { for path in [folder, ada.folders.boards] { chmod(path, 0o700) } }

    let launcher = ProgramFolders.plainRights
    for (key, last) in [("", "nothing is lost: "), ("x", "1 edit not kept: ")] {
      let again = try Person("Ada", in: ada.folders, launcher: launcher, columns: columns)
      try await again.program.wait(for: "what to do") { lines in
        let text = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        return text.contains("Make the file and its folder writable for you")
      }
      if columns == 80 { try await again.program.wait(forText: "~/") }
      try again.program.type(key)
      if !key.isEmpty { try await again.seesNoNote("to be seen") }
      let text = try await again.leave(key.isEmpty ? 0 : 1)
      #expect(text.contains(last), "\(text)")
    }
  }

  @Test(.enabled(if: SmallDisk.obstacle == nil, "mounting takes root"))
  func `a disk that was full at the first start keeps everything once there is room`()
    async throws
  {
    let folders = ProgramFolders()
    let disk = try SmallDisk(in: folders, kilobytes: 1_024)
    disk.fill()
    let ada = try Person("Ada", in: folders)
    try await isUnsaved(ada, because: "the disk is full")
    try await ada.makeNote("early")
    disk.makeRoom()
    try await ada.program.wait(forText: "saved", within: .seconds(15))
    try await ada.makeNote("late")
    let shell = Shell(folders)
    #expect(try shell.run("add", "from the shell").status == 0)
    #expect(try await ada.leave().contains("3 notes kept"))
    let first = Set(try shell.run("ls", "--json").notes.map { $0.id.prefix(23) })

    try ada.restart()
    try await ada.seesNote("early")
    try await ada.makeNote("next run")
    let replicas = try shell.run("ls", "--json").notes.map { $0.id.prefix(23) }
    #expect(replicas.count == 4 && Set(replicas).count == first.count + 1)
  }

  @Test(.enabled(if: ProgramFolders.rightsObstacle == nil, "needs setpriv"))
  func `a folder that may be written again on leaving keeps the board then`() async throws {
    let folders = ProgramFolders()
    let data = folders.home + "/data"
    chmod(data, 0o500)
    defer { chmod(data, 0o700) }
    let ada = try Person("Ada", in: folders, launcher: ProgramFolders.plainRights)
    try await isUnsaved(ada, because: "its folder or file is read-only")
    try await ada.makeNote("early")
    chmod(data, 0o700)
    #expect(try await ada.leave().contains("1 note kept"))
    #expect(try Shell(folders).run("ls").output.contains("early"))
  }

  @Test(
    .enabled(if: ProgramFolders.rightsObstacle == nil && getuid() == 0, "needs root and setpriv")
  )
  func `a folder that another program takes meanwhile is left to it, and used once it ends`()
    async throws
  {
    let folders = ProgramFolders()
    let data = folders.home + "/data"
    chmod(data, 0o500)
    defer { chmod(data, 0o700) }
    let ada = try Person("Ada", in: folders, launcher: ProgramFolders.plainRights)
    try await isUnsaved(ada, because: "its folder or file is read-only")
    try await ada.makeNote("early")
    // The rights of root make the folder that the other one may not.
    let other = try Person("Other", in: folders)
    try await other.makeNote("of the other")
    try await ada.program.wait(forText: "another corkboard has the folder", within: .seconds(15))
    let shell = Shell(folders)
    #expect(try shell.run("ls").output.contains("of the other"))
    #expect(try shell.run("boards").lines.count == 1)
    try await ada.makeNote("meanwhile")

    #expect(try await other.leave().contains("1 note kept"))
    try await ada.program.wait(forText: "saved", within: .seconds(15))
    #expect(try await ada.leave().contains("2 notes kept"))
    #expect(try shell.run("boards").lines.count == 2)
    let kept = try shell.run("ls", "--board", "Ada").output
    #expect(kept.contains("early") && kept.contains("meanwhile"))
    let others = try shell.run("ls", "--board", "Other")
    #expect(others.lines.count == 1 && others.output.contains("of the other"))
  }

  @Test(.enabled(if: ProgramFolders.rightsObstacle == nil, "needs setpriv"))
  func `a board that may not be read is left alone, and joined once it may be`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("hidden")
    try await ada.leave()
    let file = try ada.folders.boardFile()
    let before = FileManager.default.contents(atPath: file)
    chmod(file, 0)
    try ada.restart(launcher: ProgramFolders.plainRights)
    try await isUnsaved(ada, because: "its file cannot be opened")
    try await ada.makeNote("in memory")
    #expect(FileManager.default.contents(atPath: file) == before)

    chmod(file, 0o600)
    try await ada.program.wait(forText: "saved", within: .seconds(15))
    try await ada.leave()
    let kept = try Shell(ada.folders).run("ls").output
    #expect(kept.contains("hidden") && kept.contains("in memory"))
  }

  @Test func `a board of a newer program is shown to be one, and is not written`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("of tomorrow")
    try await ada.leave()
    let file = try ada.folders.boardFile()
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    // The last byte of the schema's version in the header of the file.
    try handle.seek(toOffset: 63)
    try handle.write(contentsOf: Data([99]))
    try handle.close()
    let before = FileManager.default.contents(atPath: file)
    try ada.restart()
    try await isUnsaved(ada, because: "made by a newer corkboard")
    try await ada.program.wait(forText: "This board could not be opened")
    try ada.program.type("o")
    try await ada.program.wait(forText: "nothing can be written on it")
    #expect(try !ada.program.screen().contains { $0.contains("EDIT") })
    try ada.program.press(.escape)
    try ada.program.press(.controlC)
    _ = try await ada.program.waitForEnd()
    #expect(FileManager.default.contents(atPath: file) == before)
    let listed = try Shell(ada.folders).run("ls")
    #expect(listed.status == 1)
  }

  @Test func `a board that was cut off is set aside, and what is left of it goes on`()
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("old")
    try await ada.leave()
    let file = try ada.folders.boardFile()
    let half = try #require(FileManager.default.contents(atPath: file)).prefix(6_000)
    try half.write(to: URL(fileURLWithPath: file))
    try ada.restart()
    try await ada.program.wait(forText: "damaged")
    try await ada.makeNote("new")
    try await ada.leave()
    let names = try FileManager.default.contentsOfDirectory(atPath: ada.folders.boards)
    let aside = try #require(
      names.first { $0.contains(".damaged-") && !$0.contains("-wal") && !$0.contains("-shm") }
    )
    #expect(FileManager.default.contents(atPath: "\(ada.folders.boards)/\(aside)") == half)
    #expect(try Shell(ada.folders).run("ls").output.contains("new"))
  }
}
