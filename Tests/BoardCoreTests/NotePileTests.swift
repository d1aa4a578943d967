import TestSupport
import Testing

@testable import BoardCore

/// A pile is an array that is cheaper to change.
@Suite struct NotePileTests {
  @Test(arguments: Seeds.first(20))
  func `a pile does what an array does, whatever comes and goes`(seed: UInt64) {
    var random = SeededGenerator(seed)
    var array: [NotePicture] = []
    var pile = NotePile()
    var number: UInt64 = 0
    for _ in 0..<150 {
      let first = random.number(in: 0...array.count)
      let last = min(array.count, first + random.number(in: 0...random.one(of: [1, 1, 40, 600])))
      let new = (0..<random.number(in: 0...random.one(of: [1, 1, 40, 700]))).map { _ in
        number += 1
        return note(number)
      }
      let older = pile
      let olderArray = array
      array.replaceSubrange(first..<last, with: new)
      pile.replaceSubrange(first..<last, with: new)
      if !array.isEmpty {
        let index = random.number(in: 0...array.count - 1)
        array[index].position.x += 1
        pile[index].position.x += 1
        #expect(pile.index(of: array[index].id) == index)
      }
      #expect(pile.count == array.count && Array(pile) == array && pile == NotePile(array))
      #expect(pile.indices.allSatisfy { pile[$0] == array[$0] })
      #expect(Array(older) == olderArray)
      #expect(pile.parts.allSatisfy { (1...256).contains($0.count) })
    }
    #expect(number > 1_000)
  }

  @Test func `piles of the same notes are equal however they came about, and others are not`() {
    let notes = (1...600).map { note($0) }
    var grown = NotePile()
    for note in notes { grown.append(note) }
    #expect(grown == NotePile(notes) && grown.parts.count > 2)
    for index in [0, 255, 599] {
      var other = grown
      other[index].votes = 1
      #expect(other != grown && other.parts.count == grown.parts.count)
    }
    #expect(NotePile(notes.dropLast()) != grown)
  }

  private func note(_ number: UInt64) -> NotePicture {
    NotePicture(
      id: NoteID(ReplicaID(1), number),
      text: "note \(number)",
      position: BoardPoint(x: 0, y: 0)
    )
  }
}
