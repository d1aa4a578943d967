import BoardCore
import CZlib
import TestSupport
import Testing

/// How large a board is on the wire and on disk, and that moving notes about does not make it grow.
@Suite struct `The snapshot of 1,000 notes` {
  static let author = ReplicaID(0x1234_5678_9ABC_DEF0)

  /// The board's bytes after so many moves, as one person does them: ascending.
  static func snapshots(afterMoves counts: [Int]) throws -> [[UInt8]] {
    var random = SeededGenerator(1)
    var board = Board()
    var snapshots: [[UInt8]] = []
    for index in 1...1_000 + (counts.last ?? 0) {
      let sequence = UInt64(index)
      let stamp = 1_790_000_000_000 + 16 * sequence
      var operation = BoardOperation(dot: Dot(author, sequence), action: .noop)
      operation.floor = sequence - min(sequence, 100)
      if index <= 1_000 {
        operation.action = .create(try start(index, operation.dot), stamp: stamp)
      } else {
        let x = Int32(random.number(in: 0...199))
        let place = Placement(point: BoardPoint(x: x, y: Int32(random.number(in: 0...59))))
        let note = Dot(author, UInt64(random.number(in: 1...1_000)))
        operation.action = .set(note, .placement(place), stamp: stamp)
      }
      board.apply(operation)
      let isWanted = counts.contains(index - 1_000)
      if isWanted || index.isMultiple(of: 512) { board.prune() }
      if isWanted { snapshots.append(BoardSnapshot.encoded(board)) }
    }
    return snapshots
  }

  private static func start(_ index: Int, _ dot: Dot) throws -> NoteStart {
    NoteStart(
      author: AuthorID(7),
      placement: Placement(point: BoardPoint(x: Int32(index % 200), y: Int32(index / 200))),
      size: .standard,
      color: NoteColor.all[index % 4],
      stacking: try #require(StackingKey.inFront(of: nil, dot: dot)),
      text: ExactText("Sticky note \(index): ship the demo\nask Ana, then Bob")
    )
  }

  @Test func `takes at most 40 kB after 100,000 moves, and a tenth of them left it no smaller`()
    throws
  {
    let snapshots = try Self.snapshots(afterMoves: [10_000, 100_000])
    #expect(Self.deflated(snapshots[1]) <= 40_000)
    // Stamps and sequence numbers are a byte longer; nothing else may grow.
    #expect(snapshots[1].count <= snapshots[0].count + 4 * 1_000)
  }

  /// Bytes in zlib's level 6.
  static func deflated(_ bytes: [UInt8]) -> Int {
    var count = compressBound(UInt(bytes.count))
    var deflated = [UInt8](repeating: 0, count: Int(count))
    compress2(&deflated, &count, bytes, UInt(bytes.count), 6)
    return Int(count)
  }
}
