import BoardCore
import BoardStore
import Testing

@Suite struct `Snapshots of a board` {
  let folder = TemporaryFolder()
  let id = BoardID(6)

  static func operations(_ range: Range<Int>) -> [[UInt8]] {
    range.map { [UInt8($0 & 255), UInt8($0 >> 8 & 255), 7] }
  }

  /// Appends in two halves of the limit and hands in a snapshot whenever one is wanted for loading.
  func grow(_ file: BoardFile, to count: Int) throws {
    for start in stride(from: 0, to: count, by: 2_048) {
      let end = min(start + 2_048, count)
      try file.append(Self.operations(start..<end), at: 1)
      if file.wantsSnapshot(at: 1) { try file.keep(snapshot: [UInt8(end >> 8)], at: 1) }
    }
  }

  @Test func `make loading a snapshot and the operations after it`() throws {
    let count = 4_096 * 3 + 100
    do { try grow(try folder.store().makeBoard(id, title: "a", at: 1), to: count) }
    let log = try #require(try folder.store().openBoard(id)).load()
    #expect(log.damage == nil)
    #expect(log.snapshot == [UInt8(4_096 * 3 / 256)])
    #expect(log.operations == Self.operations(4_096 * 3..<count))
  }

  @Test func `lose nothing when the newest one is bad`() throws {
    let count = 4_096 * 3 + 100
    do { try grow(try folder.store().makeBoard(id, title: "a", at: 1), to: count) }
    let store = try folder.store()
    let path = try #require(try store.openBoard(id)).path
    try TestDatabase.run(
      "UPDATE snapshots SET bytes = x'00' WHERE place = (SELECT max(place) FROM snapshots)",
      on: path
    )
    let file = try #require(try store.openBoard(id))
    let log = file.load()
    #expect(log.damage == nil)
    #expect(log.snapshot == [UInt8(4_096 * 2 / 256)])
    #expect(log.operations == Self.operations(4_096 * 2..<count))
    #expect(file.wantsSnapshot(at: 1))
    try file.keep(snapshot: [1, 2, 3], at: 1)
    let again = try #require(try store.openBoard(id)).load()
    #expect(again.snapshot == [1, 2, 3])
    #expect(again.operations == [])
  }

  @Test func `lose nothing when the newest one is another whole one`() throws {
    let count = 4_096 * 3 + 100
    do { try grow(try folder.store().makeBoard(id, title: "a", at: 1), to: count) }
    let store = try folder.store()
    let path = try #require(try store.openBoard(id)).path
    try TestDatabase.run(
      """
      UPDATE snapshots SET bytes = (SELECT bytes FROM snapshots ORDER BY place LIMIT 1)
        WHERE place = (SELECT max(place) FROM snapshots)
      """,
      on: path
    )
    let log = try #require(try store.openBoard(id)).load()
    #expect(log.damage == nil)
    #expect(log.snapshot == [UInt8(4_096 * 2 / 256)])
    #expect(log.operations == Self.operations(4_096 * 2..<count))
  }

  @Test func `that came from others are where later operations begin`() throws {
    let store = try folder.store()
    let file = try store.makeBoard(id, title: "a", at: 1)
    try file.append(Self.operations(0..<5), at: 1)
    try file.keep(joined: [1, 1], at: 1)
    try file.append(Self.operations(5..<7), at: 1)
    try file.keep(joined: [2, 2], at: 1)
    try file.append(Self.operations(7..<9), at: 1)
    let log = try #require(try store.openBoard(id)).load()
    #expect(log.snapshot == [2, 2])
    #expect(log.operations == Self.operations(7..<9))
    #expect(try file.log(at: 10)?.operations == Self.operations(7..<8))
    // Without the second state, what was kept after it is not to be shown.
    try TestDatabase.run(
      "UPDATE snapshots SET bytes = x'00' WHERE place = (SELECT max(place) FROM snapshots)",
      on: file.path
    )
    let rest = try #require(try store.openBoard(id)).load()
    #expect(rest.snapshot == [1, 1])
    #expect(rest.operations == Self.operations(5..<7))
    #expect(rest.damage?.kind == .unreadable)
  }

  @Test func `that were packed meanwhile hold what they held when they were taken`() throws {
    let store = try folder.store()
    let file = try store.makeBoard(id, title: "a", at: 1)
    #expect(file.snapshotPlace(at: 1) == nil)
    try file.keep(snapshot: [0], at: 1)
    try file.append(Self.operations(0..<4_096), at: 2)
    let place = try #require(file.snapshotPlace(at: 3))
    try file.append(Self.operations(4_096..<4_100), at: 4)
    try file.keep(PackedSnapshot([9, 9]), of: place)
    #expect(!file.wantsSnapshot(at: 5))
    let log = try #require(try store.readBoard(id)).load()
    #expect(log.snapshot == [9, 9])
    #expect(log.operations == Self.operations(4_096..<4_100))
    #expect(try file.log(at: 4_098)?.snapshot == [9, 9])
    #expect(try file.log(at: 4_098)?.operations == Self.operations(4_096..<4_098))

    // What came from others meanwhile is newer.
    try file.append(Self.operations(4_100..<8_300), at: 6)
    let late = try #require(file.snapshotPlace(at: 7))
    try file.keep(joined: [7], at: 8)
    try file.keep(PackedSnapshot([8]), of: late)
    #expect(try #require(try store.readBoard(id)).load().snapshot == [7])
  }

  @Test func `are wanted after 8 MB as well`() throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    try file.keep(snapshot: [0], at: 1)
    let large = [UInt8](repeating: 3, count: 60_000)
    var count = 0
    while !file.wantsSnapshot(at: 1), count < 1_000 {
      try file.append([large], at: 1)
      count += 1
    }
    #expect(count == (8 << 20) / large.count + 1)
  }

  @Test func `that claim to be huge cost no memory`() throws {
    let store = try folder.store()
    let path = try store.makeBoard(id, title: "a", at: 1).path
    let claims = [Int64.max, -1, 1 << 40, 200 << 20]
    for (index, size) in claims.enumerated() {
      try TestDatabase.run(
        """
        INSERT INTO snapshots (place, size, checksum, bytes)
        VALUES (\(index + 1), \(size), 0, x'789c010000ffff00000001')
        """,
        on: path
      )
    }
    let log = try #require(try store.openBoard(id)).load()
    #expect(log.snapshot == nil)
    #expect(log.operations == [])
  }
}
