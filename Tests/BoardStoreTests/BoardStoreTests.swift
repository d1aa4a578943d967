import BoardCore
import BoardStore
import Foundation
import Testing

@Suite struct `A folder of boards` {
  let folder = TemporaryFolder()

  func opened() throws -> BoardStore { try folder.store() }

  @Test func `keeps operations in order over a close and an open`() throws {
    let id = BoardID(0xABC)
    let operations: [[UInt8]] = (0..<300).map { [UInt8($0 % 256), UInt8($0 / 256)] }
    do {
      let board = try opened().makeBoard(id, title: "Plans", at: 5)
      try board.append(Array(operations[..<100]), at: 6)
      try board.append(Array(operations[100...]), at: 7)
      try board.append([], at: 8)
    }
    let again = try #require(try opened().openBoard(id))
    #expect(again.load().operations == operations)
    #expect(
      try again.facts()
        == StoredBoard(id: id, title: "Plans", made: 5, used: 5, path: again.path)
    )
  }

  @Test func `has on disk what append returned from, as a killed program leaves it`() throws {
    let id = BoardID(1)
    let store = try opened()
    let board = try store.makeBoard(id, title: "a", at: 1)
    let copy = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(copy.path)/boards",
      withIntermediateDirectories: true
    )
    var kept: [[UInt8]] = []
    for round in 0..<40 {
      let batch: [[UInt8]] = (0..<25).map { [UInt8(round), $0] + Array(repeating: 7, count: 200) }
      try board.append(batch, at: 1)
      kept += batch
    }
    let name = try #require(board.path.split(separator: "/").last)
    for suffix in ["", "-wal"] {
      let bytes = try #require(folder.bytes(board.path + suffix))
      try copy.write(bytes, to: "boards/\(name)\(suffix)")
    }
    let recovered = try #require(try copy.store().openBoard(id))
    #expect(recovered.load().operations == kept)
  }

  @Test func `tells a second program that it is a guest until the first one ends`() throws {
    var first: BoardStore? = try opened()
    #expect(first != nil)
    guard case .inUse = try BoardStore.open(folder.path) else {
      Issue.record("a second program got in")
      return
    }
    first = nil
    _ = try opened()
  }

  private func key(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

  @Test func `has one key for ever, readable by its owner alone`() throws {
    do {
      #expect(try opened().deviceKey { key(0xA2) } == key(0xA2))
    }
    #expect(folder.mode("device.key") == 0o600)
    #expect(try opened().deviceKey { key(3) } == key(0xA2))
  }

  @Test func `has another key where the folder was copied to, and the same one here`() throws {
    do { #expect(try opened().deviceKey { key(2) } == key(2)) }
    let copy = TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path)
    do { #expect(try copy.store().deviceKey { key(3) } == key(3)) }
    #expect(try copy.store().deviceKey { key(4) } == key(3))
    #expect(try opened().deviceKey { key(5) } == key(2))
  }

  @Test func `has another key when one is asked for, and keeps that`() throws {
    do {
      let store = try opened()
      #expect(try store.deviceKey { key(2) } == key(2))
      try store.renewDeviceKey { key(7) }
    }
    #expect(folder.mode("device.key") == 0o600)
    #expect(try opened().deviceKey { key(3) } == key(7))
  }

  @Test func `never overwrites a key that it cannot read`() throws {
    let store = try opened()
    let hexadecimal = String(repeating: "a", count: 64)
    for text in ["garbage", hexadecimal, hexadecimal + "a\n", "+" + hexadecimal.dropLast() + "\n"] {
      try folder.write(Array(text.utf8), to: "device.key")
      #expect(throws: BoardStoreError.self) { try store.deviceKey { key(1) } }
      #expect(folder.bytes("\(folder.path)/device.key") == Array(text.utf8))
    }
  }

  @Test func `follows no symbolic link in place of its key`() throws {
    let store = try opened()
    try folder.write(Array("\(String(repeating: "0", count: 64))\n".utf8), to: "elsewhere")
    symlink("\(folder.path)/elsewhere", "\(folder.path)/device.key")
    #expect(throws: BoardStoreError.self) { try store.deviceKey { key(1) } }
  }

  @Test func `gives a folder of an earlier program a key in place of its number`() throws {
    let store = try opened()
    try folder.write(Array("\(String(repeating: "0", count: 31))7\n".utf8), to: "identity")
    #expect(try store.deviceKey { key(1) } == key(1))
    #expect(try store.deviceKey { key(2) } == key(1))
    #expect(folder.bytes("\(folder.path)/identity") == nil)
  }

  @Test func `lists its boards, the last used first, and what it cannot read`() throws {
    let store = try opened()
    let first = try store.makeBoard(BoardID(1), title: "one", at: 10)
    _ = try store.makeBoard(BoardID(2), title: "two", at: 20)
    #expect(try store.boards().boards.map(\.title) == ["two", "one"])
    try first.use(at: 30)
    try first.setTitle("one, renamed")
    let garbage = Array(String(repeating: "not a database ", count: 400).utf8)
    let bad = "boards/bad-\(String(repeating: "0", count: 31))9.sqlite"
    try folder.write(garbage, to: bad)
    let list = try store.boards()
    #expect(list.boards.map(\.title) == ["one, renamed", "two"])
    #expect(list.unreadable.map(\.kind) == [.unreadable])
    #expect(list.unreadable.map(\.path) == ["\(folder.path)/\(bad)"])
    #expect(folder.bytes("\(folder.path)/\(bad)") == garbage)
  }

  @Test func `refuses a board of a newer program and leaves it alone`() throws {
    let store = try opened()
    let path = try store.makeBoard(BoardID(3), title: "new", at: 1).path
    try TestDatabase.run("PRAGMA user_version = 3", on: path)
    #expect(throws: BoardStoreError.self) { _ = try store.openBoard(BoardID(3)) }
    #expect(try store.boards().unreadable.map(\.kind) == [.newerFormat(3)])
  }

  @Test func `does not make the same board twice`() throws {
    let store = try opened()
    _ = try store.makeBoard(BoardID(3), title: "a", at: 1)
    #expect(throws: BoardStoreError.self) {
      _ = try store.makeBoard(BoardID(3), title: "b", at: 1)
    }
    #expect(try store.openBoard(BoardID(4))?.id == nil)
  }

  @Test func `remembers the home board and the session, and forgets the session`() throws {
    do {
      let store = try opened()
      #expect(try store.homeBoard() == nil)
      #expect(try store.sessionRecord() == nil)
      try store.setHomeBoard(BoardID(77))
      try store.setSessionRecord([1, 2, 3])
      try store.setSessionRecord([4, 5])
    }
    let store = try opened()
    #expect(try store.homeBoard() == BoardID(77))
    #expect(try store.sessionRecord() == [4, 5])
    #expect(folder.mode("session") == 0o600)
    try store.setSessionRecord(nil)
    #expect(try store.sessionRecord() == nil)
  }

  @Test func `says what to do when the folder cannot be made`() throws {
    let store = try opened()
    try folder.write([1], to: "file")
    _ = store
    do {
      _ = try BoardStore.open("\(folder.path)/file/inside")
      Issue.record("a folder was made inside a file")
    } catch {
      #expect(error.kind == .system(code: ENOTDIR))
      #expect(error.description.hasPrefix("\(folder.path)/file"))
      #expect(!error.advice.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("../../etc/passwd", "etc-passwd"), ("", "board"), ("..", "board"),
      ("a/b\u{0}c\n\u{1b}[2J", "a-b-c-2J"), ("Überblick 3", "berblick-3"),
      (String(repeating: "x", count: 500), String(repeating: "x", count: 40)),
    ]
  )
  func `gives a board of any title a harmless file name`(title: String, stem: String) throws {
    let id = BoardID(255)
    let name = BoardFileName.name(title: title, id: id)
    #expect(name == "\(stem)-\(String(repeating: "0", count: 30))ff.sqlite")
    #expect(BoardFileName.board(of: name) == id)
    let board = try opened().makeBoard(id, title: title, at: 1)
    #expect(board.path == "\(folder.path)/boards/\(name)")
    #expect(try board.facts().title == title)
    #expect(folder.mode("boards/\(name)") == 0o600)
  }
}
