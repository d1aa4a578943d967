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
    var peer = StormPeer(board: Self.board)
    for round in 0..<Self.killsPerFolder {
      let instant = Instant.chosen(by: &random)
      let lines = try run(folder, until: instant, &random)
      let said = try Self.said(lines)
      for said in said { kept[said.replica] = max(kept[said.replica] ?? 0, said.sequence) }
      let replica = said.first?.replica
      if let replica {
        #expect(used.insert(replica).inserted)
        // Some of what was sent arrived before the end.
        let heard = said.prefix(random.number(in: 0...said.count)).map(\.operation)
        peer.hear(heard, of: replica)
      }
      let isLast = round == Self.killsPerFolder - 1
      if isLast, instant.mayLosePower, try cutPower(folder, &random) { kept = [:] }
      let opened = try open(folder, kept: kept, meeting: &peer)
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
  private static func said(
    _ lines: [String]
  ) throws -> [(replica: ReplicaID, sequence: UInt64, operation: [UInt8])] {
    try lines.map { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let replica = UInt64(words[0]), let sequence = UInt64(words[1])
      else { throw ProcessUnderTest.Missing(what: line) }
      let digits = words[2].utf8.compactMap { UInt8(String(Unicode.Scalar($0)), radix: 16) }
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
        digits[$0] << 4 | digits[$0 + 1]
      }
      return (ReplicaID(replica), sequence, bytes)
    }
  }

  /// Opens the board as the next run does, meets the peer, keeps what it brings, and crashes;
  /// returns that run's replica id.
  private func open(
    _ folder: TemporaryFolder,
    kept: [ReplicaID: UInt64],
    meeting peer: inout StormPeer
  ) throws -> ReplicaID {
    let opening = try folder.store().open(Self.board, title: "storm", at: 1) {
      .random(in: 1 ... .max)
    }
    #expect(opening.problem == nil)
    #expect(opening.log.damage == nil)
    var replicator = try load(opening)
    for (replica, sequence) in kept { #expect(replicator.board.vector[replica] >= sequence) }
    #expect(replicator.parkedCount == 0)
    try expectHistory(of: opening)
    try converge(&replicator, with: &peer, keptBy: #require(opening.file))
    return opening.run.replica
  }

  /// Every moment that is listed can be shown.
  private func expectHistory(of opening: BoardOpening) throws {
    let file = try #require(opening.file)
    for moment in try file.history().suffix(30) {
      #expect(try file.board(at: moment.place, title: "storm") != nil)
    }
  }

  private func load(_ opening: BoardOpening) throws -> BoardReplicator {
    var replicator = BoardReplicator(
      board: Self.board,
      title: "storm",
      replica: opening.run.replica,
      author: AuthorID(1)
    )
    try replicator.load(snapshot: opening.log.snapshot, operations: opening.log.operations)
    return replicator
  }

  /// The killed program's board and the peer's become one, with all that either of them knew.
  private func converge(
    _ replicator: inout BoardReplicator,
    with peer: inout StormPeer,
    keptBy file: BoardFile
  ) throws {
    peer.edit(
      .create(text: "meanwhile", at: BoardPoint(x: 1, y: 1), size: .standard, color: .first)
    )
    let (mine, theirs) = (replicator.board.vector, peer.replicator.board.vector)
    for effect in peer.meet(&replicator) {
      switch effect {
      case .keep(let operations): try file.append(operations, at: 2)
      case .keepSnapshot(let snapshot): try file.keep(joined: snapshot, at: 2)
      case .send, .pictureChanged, .cursorChanged, .notice, .replicaIDMustChange: break
      }
    }
    let both = replicator.board.vector
    #expect(both.covers(mine) && both.covers(theirs) && both == peer.replicator.board.vector)
    var (left, right) = (replicator.board, peer.replicator.board)
    left.prune()
    right.prune()
    #expect(left == right)
    #expect(BoardSnapshot.encoded(left) == BoardSnapshot.encoded(right))
    #expect(replicator.picture.notes.contains { $0.text == "meanwhile" })
  }
}
