import TestSupport
import Testing

@testable import BoardCore

/// The table of notes is a dictionary, however notes come and go.
@Suite struct NoteTables {
  @Test(arguments: Seeds.first(20))
  func `a table holds what a dictionary holds`(seed: UInt64) {
    var random = SeededGenerator(seed)
    var table = NoteTable()
    var model: [NoteID: AuthorID] = [:]
    // Few names, so that notes come back and searches run through what was taken out.
    let names = (1...UInt64(random.number(in: 3...200))).map { Dot(ReplicaID($0 % 3), $0) }
    for step in 0..<2_000 {
      let note = random.one(of: names)
      switch random.number(in: 0...3) {
      case 0:
        #expect((table.remove(note) != nil) == (model.removeValue(forKey: note) != nil))
      case 1:
        let author = AuthorID(UInt128(step))
        if table.find(note) == nil { table.append(NoteRecord(author: author), as: note) }
        model[note] = model[note] ?? author
      case 2: #expect(table.find(note).map { table.keys[$0] } == (model[note] == nil ? nil : note))
      default: #expect(table[note]?.author == model[note])
      }
      #expect(table.count == model.count)
    }
    for note in names { #expect(table[note]?.author == model[note]) }
    #expect(table.ascending.map { table.keys[$0] } == model.keys.sorted())
  }

  @Test func `the order in which notes came makes no difference`() {
    let names = (1...100).map { Dot(ReplicaID(1), $0) }
    var (forward, backward) = (NoteTable(), NoteTable())
    for note in names { forward.append(NoteRecord(author: AuthorID(1)), as: note) }
    for note in names.reversed() { backward.append(NoteRecord(author: AuthorID(1)), as: note) }
    #expect(forward == backward)
    backward.append(NoteRecord(author: AuthorID(2)), as: Dot(ReplicaID(2), 1))
    #expect(forward != backward)
    _ = backward.remove(Dot(ReplicaID(2), 1))
    #expect(forward == backward)
  }

  @Test func `a copy of a record changes alone`() {
    let dot = Dot(ReplicaID(1), 1)
    let first = Origin(dot: dot, group: Cancellations.never)
    let second = Origin(dot: Dot(ReplicaID(1), 2), group: 2)
    var record = NoteRecord(author: AuthorID(1))
    record.write(.size(.standard), stamp: 1, origin: first)
    record.write(.color(.first), stamp: 1, origin: first)
    record.text = NoteText(ExactText("text"), note: dot)
    let kept = record
    record.write(.color(NoteColor.all[3]), stamp: 2, origin: second)
    record.hide(second)
    #expect(kept.color.writes.map(\.value) == [.first] && kept.tokens.isEmpty)
    #expect(record.color.writes.map(\.value) == [.first, NoteColor.all[3]])
    #expect(record.size == kept.size && record.text == kept.text && record != kept)
    record.color = kept.color
    record.tokens = []
    #expect(record == kept, "what came and went leaves no trace")
  }
}
