import BoardCore
import BoardStore
import Foundation
import Testing

/// What a run leaves for the next one, as the programs of each form of it left it.
///
/// The golden file is a board after two runs: the first crashed, the second ended cleanly.
@Suite struct `What runs left for the next` {
  let folder = TemporaryFolder()
  let ids = Ids()
  private static let id = BoardID(0xA002)
  private static let crashed = ReplicaID(0xE1)
  private static let last = ReplicaID(0xFEED_0000_0000_00E2)
  private static let golden = URL(fileURLWithPath: "\(#filePath)/../Golden/records-2.sqlite")
    .standardized
  private static let runs = [
    OwnRun(replica: last, shared: 4), OwnRun(replica: crashed, shared: 1),
  ]

  private var path: String {
    "\(folder.path)/boards/\(BoardFileName.name(title: "Plans", id: Self.id))"
  }

  private static func replicator(_ replica: ReplicaID) -> BoardReplicator {
    BoardReplicator(board: id, title: "Plans", replica: replica, author: AuthorID(7), undoDepth: 5)
  }

  /// Does the edits one after the other; returns what is kept of them.
  private static func make(_ edits: [BoardEdit], on board: inout BoardReplicator) -> [[UInt8]] {
    var kept: [[UInt8]] = []
    for (number, edit) in edits.enumerated() {
      var effects: [ReplicaEffect] = []
      let time = BoardTime(wallMilliseconds: 9_000, sinceStart: .seconds(number))
      board.edit(edit, at: time, into: &effects)
      for case .keep(let operations) in effects { kept += operations }
    }
    return kept
  }

  private static func create(_ text: String, _ x: Int32) -> BoardEdit {
    .create(text: text, at: BoardPoint(x: x, y: 0), size: .standard, color: .first)
  }

  /// The work of both runs: what was kept, and what the second can take back.
  private static func work() throws -> (operations: [[UInt8]], board: BoardReplicator) {
    var first = replicator(crashed)
    var kept = make([create("first", 0), create("second", 40)], on: &first)
    var board = replicator(last)
    try board.load(kept)
    board.load([OwnRun(replica: crashed, shared: 1)])
    let note = Dot(crashed, 1)
    kept += make(
      [
        create("old", 0), .delete(Dot(crashed, 2)), .recolor(note, NoteColor.all[4]),
        .setText(note, "first, edited"),
        .group([create("pasted", 80), create("too", 120)]),
        .vote(note), .delete(Dot(last, 1)), create("made and taken back", 160), .undo, .undo,
      ],
      on: &board
    )
    return (kept, board)
  }

  private func write(_ operations: [[UInt8]], _ undo: [UInt8]) throws {
    let file = try folder.store().makeBoard(Self.id, title: "Plans", at: 1_000)
    try file.append(operations, at: 9_000)
    try file.keep(Self.runs)
    try file.endRun(of: Self.last, undo: undo) { 1 }
  }

  /// The golden board in a folder of its own.
  private func opened() throws -> (file: BoardFile, board: BoardReplicator, undo: [UInt8]) {
    let store = try folder.store()
    try FileManager.default.copyItem(atPath: Self.golden.path, toPath: path)
    let undo = try #require(try TestDatabase.text("SELECT hex(undo) FROM runs", on: path))
    let file = try #require(try store.openBoard(Self.id))
    var board = Self.replicator(Self.last)
    try board.load(file.load().operations)
    return (file, board, Self.bytes(undo))
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    stride(from: 0, to: hexadecimal.count, by: 2).compactMap { place in
      UInt8(hexadecimal.dropFirst(place).prefix(2), radix: 16)
    }
  }

  @Test func `has the form that it always had`() throws {
    let (operations, board) = try Self.work()
    if ProcessInfo.processInfo.environment["UPDATE_RECORDS"] == "1" {
      try write(operations, board.undoRecord)
      try TestDatabase.run("UPDATE runs SET seal = x'78'; PRAGMA journal_mode = DELETE", on: path)
      try FileManager.default.copyItem(atPath: path, toPath: Self.golden.path)
      try FileManager.default.removeItem(atPath: path)
    }
    let golden = try opened()
    #expect(golden.file.load().operations == operations)
    #expect(golden.undo == board.undoRecord)
    #expect(golden.undo.first == 2)
  }

  @Test func `can be taken back and done again, step by step`() throws {
    var (_, board, undo) = try opened()
    let shown = board.picture.notes
    #expect(shown.map(\.text) == ["first, edited", "old", "pasted", "too"])
    try board.load(undo: undo)
    #expect(board.undoRecord == undo)
    _ = Self.make([.redo, .redo], on: &board)
    #expect(!board.picture.canRedo)
    _ = Self.make([.undo, .undo], on: &board)
    #expect(board.picture.notes == shown)
    var states: [[String]] = []
    while board.picture.canUndo {
      _ = Self.make([.undo], on: &board)
      states.append(board.picture.notes.map { "\($0.text) \($0.votes)" })
    }
    // The vote, the pasted two, and the text: what is older was too old then.
    #expect(
      states == [
        ["first, edited 0", "old 0", "pasted 0", "too 0"], ["first, edited 0", "old 0"],
        ["first 0", "old 0"],
      ]
    )
  }

  @Test func `is left alone where it has another form, and the board is there`() throws {
    var (_, board, undo) = try opened()
    let before = board.undoRecord
    for other in [undo + [0], [3] + undo.dropFirst(), Array(undo.dropLast()), []] {
      #expect(throws: BoardCodingError.self) { try board.load(undo: other) }
    }
    #expect(board.undoRecord == before)
    #expect(board.picture.notes.count == 4)
  }

  @Test func `names the ids of this device and what others had of each`() throws {
    var (file, board, _) = try opened()
    let runs = try file.ownRuns()
    #expect(runs == Self.runs)
    board.load(runs)
    #expect(board.unsharedCount == Int(board.board.vector[Self.last]) - 4 + 1)
  }

  @Test func `keeps the columns of own runs and of the last run that are not known here`() throws {
    let (file, _, undo) = try opened()
    try TestDatabase.run(
      """
      ALTER TABLE own_runs ADD COLUMN place TEXT;
      ALTER TABLE runs ADD COLUMN mood TEXT;
      UPDATE own_runs SET place = 'desk';
      UPDATE runs SET mood = 'fine';
      """,
      on: path
    )
    try file.keep([
      OwnRun(replica: Self.last, shared: 6), OwnRun(replica: ReplicaID(5), shared: 0),
    ])
    try file.endRun(of: Self.last, undo: undo) { ids.next() }
    #expect(
      try file.ownRuns() == [
        OwnRun(replica: Self.last, shared: 6), OwnRun(replica: ReplicaID(5), shared: 0),
      ]
    )
    let kept = "SELECT group_concat(coalesce(place, '-'), ' ') FROM own_runs"
    #expect(try TestDatabase.text(kept, on: path) == "desk -")
    #expect(try TestDatabase.text("SELECT mood FROM runs", on: path) == "fine")
  }
}
