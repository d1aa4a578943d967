import BoardCore
import BoardStore
import Foundation
import TestSupport
import Testing

/// A writing program is killed at any instant, again and again, on one folder.
@Suite struct `A program that is killed while it writes` {
  static let board = BoardID(0x57_0123)
  /// How many times in all; the variable `KILLS` asks for more.
  static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 200
  static let killsPerFolder = 10

  @Test(arguments: 1...UInt64(max(1, kills / killsPerFolder)))
  func `leaves a board that opens, with everything that it said was kept`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let folder = TemporaryFolder()
    var kept: [ReplicaID: UInt64] = [:]
    var used: Set<ReplicaID> = []
    for round in 0..<Self.killsPerFolder {
      let instant = Instant.chosen(by: &random)
      let lines = try run(folder, until: instant, &random)
      let said = try Self.said(lines)
      for (replica, sequence) in said { kept[replica] = max(kept[replica] ?? 0, sequence) }
      let replica = said.first?.0
      if let replica { #expect(used.insert(replica).inserted) }
      let isLast = round == Self.killsPerFolder - 1
      if isLast, instant.mayLosePower, try cutPower(folder, &random) { kept = [:] }
      let opened = try open(folder, kept: kept, convergesWithPeer: isLast)
      switch instant {
      case .whileWriting: #expect(opened != replica, "round \(round)")
      case .cleanEnd: #expect(opened == replica, "round \(round)")
      // Which of the two came first, only the file knows.
      case .whileStarting, .whileEnding: break
      }
      if opened != replica { #expect(used.insert(opened).inserted, "round \(round)") }
    }
  }

  /// When a writer ends.
  enum Instant {
    case whileStarting, whileWriting, whileEnding, cleanEnd

    /// Whether nothing of the log was being folded in: what was, had reached the disk before.
    var mayLosePower: Bool {
      switch self {
      case .whileStarting, .whileWriting: true
      case .whileEnding, .cleanEnd: false
      }
    }

    static func chosen(by random: inout SeededGenerator) -> Instant {
      switch random.number(in: 0...9) {
      case 0: .whileStarting
      case 1: .whileEnding
      case 2: .cleanEnd
      case _: .whileWriting
      }
    }
  }

  /// One run of the writer; returns what it said.
  private func run(
    _ folder: TemporaryFolder,
    until instant: Instant,
    _ random: inout SeededGenerator
  ) throws -> [String] {
    let writer = try ProcessUnderTest("BoardWriter", [folder.path, "\(random.next() >> 1)"])
    var lines: [String] = []
    switch instant {
    case .whileStarting: usleep(UInt32(random.number(in: 0...30_000)))
    case .whileWriting:
      lines = writer.lines(random.number(in: 1...20))
      usleep(UInt32(random.number(in: 0...3_000)))
    case .whileEnding, .cleanEnd:
      lines = writer.lines(random.number(in: 1...20))
      writer.send(7)
      if case .whileEnding = instant { usleep(UInt32(random.number(in: 0...4_000))) }
    }
    if case .cleanEnd = instant { return lines + writer.end(nil) }
    return lines + writer.end(SIGKILL)
  }

  /// The end of the power as well: of the log that was not folded in, a part never reached the disk.
  ///
  /// False when there is no such log.
  private func cutPower(
    _ folder: TemporaryFolder,
    _ random: inout SeededGenerator
  ) throws -> Bool {
    guard let log = folder.names("boards").first(where: { $0.hasSuffix("-wal") }) else {
      return false
    }
    let path = "\(folder.path)/boards/\(log)"
    let size = folder.bytes(path)?.count ?? 0
    // A larger one may have been folded in, in part: then it had reached the disk before.
    guard size > 0, size < 3 << 20 else { return false }
    truncate(path, random.number(in: 0...size))
    return true
  }

  /// The operations that a writer said were kept.
  private static func said(_ lines: [String]) throws -> [(ReplicaID, UInt64)] {
    try lines.map { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 2 else { throw ProcessUnderTest.Missing(what: line) }
      return (ReplicaID(numbers[0]), numbers[1])
    }
  }

  /// Opens the board as the next run does and crashes; returns that run's replica id.
  private func open(
    _ folder: TemporaryFolder,
    kept: [ReplicaID: UInt64],
    convergesWithPeer: Bool
  ) throws -> ReplicaID {
    let opening = try folder.store().open(Self.board, title: "storm", at: 1) {
      .random(in: 1 ... .max)
    }
    #expect(opening.problem == nil)
    #expect(opening.log.damage == nil)
    var replicator = try load(opening, UInt128(opening.run.replica.rawValue))
    for (replica, sequence) in kept { #expect(replicator.board.vector[replica] >= sequence) }
    #expect(replicator.parkedCount == 0)
    try expectHistory(of: opening)
    if convergesWithPeer { try converge(&replicator, with: load(opening, 2)) }
    return opening.run.replica
  }

  /// Every moment that is listed can be shown.
  private func expectHistory(of opening: BoardOpening) throws {
    let file = try #require(opening.file)
    for moment in try file.history().suffix(30) {
      #expect(try file.board(at: moment.place, title: "storm") != nil)
    }
  }

  private func load(_ opening: BoardOpening, _ author: UInt128) throws -> BoardReplicator {
    var replicator = BoardReplicator(
      board: Self.board,
      title: "storm",
      replica: ReplicaID(UInt64(truncatingIfNeeded: author)),
      author: AuthorID(author)
    )
    try replicator.load(snapshot: opening.log.snapshot, operations: opening.log.operations)
    return replicator
  }

  /// One more edit on what was read, and a peer that has it all but that.
  private func converge(_ left: inout BoardReplicator, with other: BoardReplicator) throws {
    var right = other
    var effects: [ReplicaEffect] = []
    let time = BoardTime(wallMilliseconds: 9, sinceStart: .zero)
    _ = left.edit(
      .create(text: "after", at: BoardPoint(x: 1, y: 1), size: .standard, color: .first),
      at: time,
      into: &effects
    )
    for case .keep(let operations) in effects {
      try right.load(snapshot: nil, operations: operations)
    }
    #expect(left.board == right.board)
  }
}
