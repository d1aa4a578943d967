import BoardCore
import BoardStore
import TestSupport
import Testing

@Suite struct `The history of a board` {
  let folder = TemporaryFolder()
  let id = BoardID(8)
  static let start: UInt64 = 1_767_225_600_000
  static let minute: UInt64 = 60_000

  /// Appends one operation a minute, and hands in a snapshot whenever one is wanted.
  func live(_ minutes: Range<Int>, in file: BoardFile) throws {
    for minute in minutes {
      let now = Self.start + UInt64(minute) * Self.minute
      if file.wantsSnapshot(at: now) {
        try file.keep(snapshot: [0xFF] + number(minute), at: now)
      }
      try file.append([number(minute)], at: now)
    }
  }

  func number(_ minute: Int) -> [UInt8] { [UInt8(minute & 255), UInt8(minute >> 8)] }

  @Test func `shows every moment of the last hour, each with all that came before it`() throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    try live(0..<30, in: file)
    let changes = try file.history().filter { !$0.isKeyframe }
    #expect(changes.map(\.place) == Array(1...30))
    for change in changes.dropLast() {
      let log = try #require(try file.log(at: change.place))
      let place = Int(change.place)
      // A keyframe every five minutes, and the operations since.
      #expect(log.snapshot == [0xFF] + number(place / 5 * 5))
      #expect(log.operations == (place / 5 * 5..<place).map(number))
    }
    #expect(try file.log(at: 31) == nil)
  }

  @Test func `is thinned as it grows old, also over a close and an open`() throws {
    do {
      let file = try folder.store().makeBoard(id, title: "a", at: 1)
      try live(0..<3_000, in: file)
    }
    let file = try #require(try folder.store().openBoard(id))
    try live(3_000..<6_000, in: file)
    let moments = try file.history()
    let now = Self.start + 5_999 * Self.minute
    let ages = moments.map { now - $0.time }
    let hour = 60 * Self.minute
    #expect((60...130).contains(ages.filter { $0 < hour }.count))
    #expect((22...26).contains(ages.filter { $0 > hour + 5 * Self.minute && $0 < 24 * hour }.count))
    #expect(ages.filter { $0 >= 24 * hour }.count == 4)
    // The board itself has everything.
    #expect(file.load().operations.count == 6_000 - 4_096)
  }

  @Test func `can be deleted at any time, and begins again`() throws {
    let store = try folder.store()
    let path: String
    do {
      let file = try store.makeBoard(id, title: "a", at: 1)
      try live(0..<20, in: file)
      try file.deleteHistory()
      #expect(try file.history() == [])
      try live(20..<30, in: file)
      #expect(try file.history().filter { !$0.isKeyframe }.map(\.place) == Array(21...30))
      path = file.path
    }
    try TestDatabase.run("DROP TABLE keyframes; DROP TABLE changes; DROP TABLE own_runs;", on: path)
    let file = try #require(try store.openBoard(id))
    #expect(file.load().operations == (0..<30).map(number))
    #expect(try file.history() == [])
    try live(30..<31, in: file)
    #expect(try file.log(at: 31)?.operations == [number(30)])
  }

  @Test(arguments: ["keyframes", "changes", "own_runs", "keyframes; DROP TABLE changes"])
  func `may be dropped while a program writes, and begins again`(tables: String) throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    let run = try file.beginRun { 7 }
    try live(0..<70, in: file)
    try TestDatabase.run("DROP TABLE \(tables);", on: file.path)
    try live(70..<80, in: file)
    try file.keep([OwnRun(replica: run.replica, shared: 3)])
    #expect(try file.ownRuns() == [OwnRun(replica: run.replica, shared: 3)])
    try TestDatabase.run("DROP TABLE \(tables);", on: file.path)
    try live(80..<90, in: file)
    #expect(file.load().operations == (0..<90).map(number))
    #expect(file.load().damage == nil)
    if tables != "own_runs" {
      #expect(try file.history().last { !$0.isKeyframe }?.place == 90)
      #expect(try file.log(at: 90)?.operations.last == number(89))
    }
    try file.deleteHistory()
    #expect(try file.history() == [])
    try TestDatabase.run("DROP TABLE \(tables);", on: file.path)
    try file.endRun(of: run.replica, undo: [1]) { 9 }
  }

  @Test(arguments: [false, true])
  func `that was deleted gives its room back, at once or when the run ends`(later: Bool) throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    let run = try file.beginRun { 7 }
    var random = SeededGenerator(5)
    for number in 0..<60 {
      let now = Self.start + UInt64(number) * 6 * Self.minute
      let bytes = (0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      try file.keep(snapshot: bytes, at: now)
      try file.append([self.number(number)], at: now)
    }
    func size() -> Int {
      ["", "-wal"].reduce(0) { $0 + (folder.bytes(file.path + $1)?.count ?? 0) }
    }
    let before = size()
    if later {
      try file.setHistoryAside()
      #expect(size() >= before)
      try file.append([number(60)], at: Self.start + 400 * Self.minute)
      try file.endRun(of: run.replica, undo: []) { 9 }
    } else {
      try file.deleteHistory()
      try file.append([number(60)], at: Self.start + 400 * Self.minute)
    }
    #expect(before > 900_000 && size() < 100_000, "\(before) to \(size())")
    #expect(file.load() == StoredLog(operations: (0...60).map(number)))
    #expect(try BoardStore.reading(folder.path).readBoard(id)?.load() == file.load())
  }

  @Test func `that was deleted while a snapshot was packed begins with all that was kept`() throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    try live(0..<12, in: file)
    let late = Self.start + 60 * Self.minute
    let place = try #require(file.snapshotPlace(at: late))
    try live(12..<14, in: file)
    try file.deleteHistory()
    try file.keep(PackedSnapshot([0xFE]), of: place)
    #expect(try file.history() == [])
    try live(61..<63, in: file)
    #expect(try file.history().map(\.place) == [14, 15, 16])
    for moment in try file.history() { #expect(try file.log(at: moment.place) != nil) }
  }

  @Test func `is read while a program writes`() throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    try live(0..<12, in: file)
    let reader = try #require(try BoardStore.reading(folder.path).readBoard(id))
    #expect(try reader.history() == file.history())
    #expect(reader.load() == file.load())
    #expect(throws: BoardStoreError.self) { try reader.append([[1]], at: 1) }
    try live(12..<14, in: file)
    #expect(try reader.log(at: 14)?.operations.last == number(13))
  }

  @Test func `gives each moment as the board was then`() throws {
    let file = try folder.store().makeBoard(id, title: "a", at: 1)
    var replicator = BoardReplicator(
      board: id,
      title: "a",
      replica: ReplicaID(1),
      author: AuthorID(1)
    )
    var seen: [NotePile] = []
    try file.keep(snapshot: replicator.snapshot(), at: Self.start)
    for step in 0..<40 {
      let now = Self.start + UInt64(step) * Self.minute
      let time = BoardTime(wallMilliseconds: now, sinceStart: .seconds(step))
      let point = BoardPoint(x: Int32(step), y: 1)
      let edit: BoardEdit =
        step % 7 == 6
        ? .clear : .create(text: "\(step)", at: point, size: .standard, color: .first)
      var effects: [ReplicaEffect] = []
      _ = replicator.edit(edit, at: time, into: &effects)
      for case .keep(let operations) in effects { try file.append(operations, at: now) }
      seen.append(replicator.picture.notes)
      if file.wantsSnapshot(at: now) { try file.keep(snapshot: replicator.snapshot(), at: now) }
    }
    for place in 1...Int64(40) {
      #expect(try file.board(at: place, title: "a")?.picture.notes == seen[Int(place) - 1])
    }
    #expect(try file.board(at: 0, title: "a")?.picture.notes == [])
    #expect(try file.board(at: 41, title: "a")?.picture == nil)
  }
}
