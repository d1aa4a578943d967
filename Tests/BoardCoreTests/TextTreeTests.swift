import BoardCore
import BoardSimulator
import TestSupport
import Testing

/// Trees that no editor makes: an operation from elsewhere may hang on any element, on either side.
@Suite struct `A tree of text` {
  @Test(arguments: Seeds.first(100))
  func `is read alike whole, in pieces and joined, whatever hangs where`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let note = Dot(ReplicaID(2), 1)
    let create = BoardOperation(dot: note, action: .create(try CodingTests.start("base"), stamp: 1))
    var operations = [create]
    var elements = (0..<4).map { TextElement(note, $0) }
    var next: [UInt64] = [0, 1, 2, 1]
    for _ in 0..<14 {
      let author = random.number(in: 1...3)
      let dot = Dot(ReplicaID(UInt64(author)), next[author])
      next[author] += 1
      let change = TextChange(
        insertions: [
          TextInsertion(
            parent: random.one(of: elements),
            side: random.one(of: [.left, .right]),
            text: ExactText(random.one(of: ["x", "yz", "äöü"]))
          )
        ],
        deletions: [TextRange(random.one(of: elements).dot, 0..<1)]
      )
      let count = change.insertions[0].text.string.unicodeScalars.count
      elements += (0..<count).map { TextElement(dot, $0) }
      operations.append(BoardOperation(dot: dot, floor: dot.sequence, action: .text(note, change)))
    }
    var whole = Board()
    var pruned = Board()
    for operation in operations {
      whole.apply(operation)
      pruned.apply(operation)
      pruned.prune()
    }
    let expected = TextOracle(create, operations) { _ in true }.string
    #expect(whole.picture(of: note)?.text == expected, "seed \(seed)")
    #expect(pruned.picture(of: note)?.text == expected, "seed \(seed), in pieces")
    whole.join(pruned)
    #expect(whole.picture(of: note)?.text == expected, "seed \(seed), joined")
    whole.prune()
    #expect(whole == pruned)
  }
}
