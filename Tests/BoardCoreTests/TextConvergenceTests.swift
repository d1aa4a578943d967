import BoardCore
import BoardSimulator
import TestSupport
import Testing

/// People who write in one note at once.
@Suite struct `Writers in one note` {
  @Test(arguments: Seeds.first(200))
  func `see one text, which is what their operations say`(seed: UInt64) throws {
    var party = TextParty(seed: seed, count: seed % 2 == 0 ? 3 : 4)
    for step in 0..<60 {
      party.step()
      guard step % 20 == 0 else { continue }
      for board in party.room.replicas.map(\.board) {
        let text = Array((board.picture(of: party.note)?.text ?? "gone").utf8)
        #expect(text == party.expected(board), "seed \(seed), step \(step)")
      }
    }
    let isSettled = party.settle()
    try #require(isSettled, "seed \(seed) did not settle")
    let expected = party.expected(party.room.replicas[0].board)
    #expect(party.texts.allSatisfy { $0 == expected }, "seed \(seed)")
    for replica in party.room.replicas {
      let shown = replica.picture.notes.first?.text ?? "gone"
      #expect(Array(shown.utf8) == expected, "seed \(seed)")
    }
    expectLoadedEqual(party, expected)
  }

  private func expectLoadedEqual(_ party: TextParty, _ expected: [UInt8]) {
    for kept in party.room.kept {
      var loaded = Board()
      for bytes in kept {
        if let operation = try? BoardOperation(encoded: bytes) { loaded.apply(operation) }
      }
      #expect(Array((loaded.picture(of: party.note)?.text ?? "gone").utf8) == expected)
    }
  }

  @Test(arguments: Seeds.first(100))
  func `have states that join in any order to the same`(seed: UInt64) {
    var party = TextParty(seed: seed &+ 5_000, count: 3)
    for _ in 0..<50 { party.step() }
    let states = party.room.replicas.map(\.board)
    func joined(_ boards: Board...) -> Board {
      var result = Board()
      for board in boards { result.join(board) }
      result.prune()
      return result
    }
    func pruned(_ board: Board) -> Board {
      var board = board
      board.prune()
      return board
    }
    let (first, second, third) = (states[0], states[1], states[2])
    #expect(joined(first, first) == pruned(first), "seed \(seed)")
    #expect(joined(first, second) == joined(second, first), "seed \(seed)")
    #expect(joined(joined(first, second), third) == joined(first, joined(second, third)))
    #expect(joined(joined(first, second), second) == joined(first, second))
    #expect(joined(pruned(first), second) == joined(first, second), "seed \(seed)")
    for board in [joined(first, second), joined(first, second, third), pruned(third)] {
      let text = Array((board.picture(of: party.note)?.text ?? "gone").utf8)
      #expect(text == party.expected(board), "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.first(100))
  func `have operations that commute, and count once`(seed: UInt64) {
    var party = TextParty(seed: seed &+ 9_000, count: 3)
    for _ in 0..<40 { party.step() }
    var board = Board()
    var waiting = party.oracle.operations.values.sorted { $0.dot < $1.dot }
    while !waiting.isEmpty {
      let ready = waiting.indices.filter { board.isReady(waiting[$0]) }
      guard !ready.isEmpty else { break }
      let operation = waiting.remove(at: party.random.one(of: ready))
      board.apply(operation)
      board.apply(operation)
      if party.random.number(in: 0...9) == 0 { board.prune() }
    }
    #expect(waiting.isEmpty)
    let text = Array((board.picture(of: party.note)?.text ?? "gone").utf8)
    #expect(text == party.expected(board), "seed \(seed)")
  }

  @Test(arguments: Seeds.first(60))
  func `have texts whose bytes read back as the same`(seed: UInt64) throws {
    var party = TextParty(seed: seed &+ 20_000, count: 3)
    for _ in 0..<40 { party.step() }
    for board in party.room.replicas.map(\.board) {
      guard let text = board.notes[party.note]?.text else { continue }
      var writer = ByteWriter()
      text.encode(into: &writer, of: party.note)
      var reader = ByteReader(writer.bytes)
      #expect(try NoteText(from: &reader, of: party.note) == text, "seed \(seed)")
      #expect(reader.remaining == 0)
      expectNoTrap(writer.bytes, party.note, &party.random)
    }
  }

  /// What is cut or changed is refused, or another text; reading it never traps.
  private func expectNoTrap(_ bytes: [UInt8], _ note: NoteID, _ random: inout SeededGenerator) {
    for count in 0..<bytes.count {
      var reader = ByteReader(bytes.prefix(count))
      #expect(throws: BoardCodingError.self) { try NoteText(from: &reader, of: note) }
    }
    for _ in 0..<40 {
      var changed = bytes
      changed[random.number(in: 0...bytes.count - 1)] ^= 1 << UInt8(random.number(in: 0...7))
      var reader = ByteReader(changed)
      guard let text = try? NoteText(from: &reader, of: note) else { continue }
      _ = text.string(Board().cancellations)
      var writer = ByteWriter()
      text.encode(into: &writer, of: note)
      #expect(writer.bytes == Array(changed.prefix(writer.bytes.count)), "one form")
    }
  }
}
