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

/// The order of a long text is kept while it is edited.
@Suite struct TextOrders {
  /// Two people write in one note, apart now and then; after each step their texts read as they do
  /// where nothing was kept.
  @Test(arguments: Seeds.first(12))
  func `an order that is kept is the one that is worked out anew`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, "αβ")
    for step in 0..<220 {
      let index = random.number(in: 0...1)
      if step % 40 == 20 { room.heldReliable = [] }
      if step % 40 == 35 {
        while room.heldReliable?.isEmpty == false { room.deliverHeld() }
        room.heldReliable = nil
      }
      switch random.number(in: 0...14) {
      case 0: room.edit(index, .undo)
      case 1: room.edit(index, .redo)
      case 2: room.replicas[index].prune()
      default: type(note, index, &room, &random)
      }
      for replica in room.replicas { try expectFresh(replica, note) }
    }
  }

  private func type(
    _ note: NoteID,
    _ index: Int,
    _ room: inout Room,
    _ random: inout SeededGenerator
  ) {
    let old = room.note(note, at: index)?.text ?? ""
    var scalars = Array(old.unicodeScalars)
    let place = random.number(in: 0...scalars.count)
    if random.number(in: 0...4) == 0 {
      scalars.removeSubrange(place..<min(scalars.count, place + random.number(in: 0...3)))
    } else {
      let new = Array(random.one(of: ["a", "bc", "é", "𝒳", "\n"]).unicodeScalars)
      scalars.insert(contentsOf: new, at: random.number(in: 0...2) == 0 ? place : scalars.count)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    room.edit(index, .editText(note, from: old, to: String(text)))
  }

  private func expectFresh(_ replica: BoardReplicator, _ note: NoteID) throws {
    let fresh = try BoardSnapshot.board(BoardSnapshot.encoded(replica.board))
    let ledger = replica.board.cancellations
    let (kept, anew) = (replica.board.notes[note]?.text, fresh.notes[note]?.text)
    #expect(kept?.elements(ledger) == anew?.elements(ledger))
    let (shown, read) = (kept?.string(ledger) ?? "", anew?.string(ledger) ?? "")
    #expect(shown.unicodeScalars.elementsEqual(read.unicodeScalars))
  }
}
