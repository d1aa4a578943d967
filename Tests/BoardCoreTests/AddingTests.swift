import BoardCore
import Testing

/// Notes that come from a file: also those that only several people together can make.
struct AddingTests {
  private func add(_ text: String, to room: inout Room) -> NoteID? {
    var made: NoteID?
    room.call(0) { replicator, now, effects in
      made = replicator.add(
        text: text,
        place: BoardPoint(x: 0, y: 0),
        size: .standard,
        color: .first,
        at: now,
        into: &effects
      )
    }
    return made
  }

  @Test(arguments: [16_384, 16_385, 100_000, 524_288])
  func `a text above what one person writes is made in parts, and undone as one`(bytes: Int) throws
  {
    var room = Room(2)
    room.connectAll()
    let pattern = "añ🚀\n"
    var text = String(repeating: pattern, count: bytes / pattern.utf8.count)
    while text.utf8.count < bytes { text += "x" }
    let note = try #require(add(text, to: &room))
    #expect(room.note(note, at: 1)?.text.utf8.elementsEqual(text.utf8) == true)
    #expect(room.notes[0] == room.notes[1])
    #expect(room.kept[0].allSatisfy { $0.count <= BoardLimits.operationBytes })
    room.edit(0, .undo)
    #expect(room.notes == [[], []])
    room.edit(0, .redo)
    #expect(room.note(note, at: 1)?.text.utf8.count == bytes)
    #expect(room.effects == [[], []])
  }

  @Test func `a text above what 32 people write makes no note`() {
    var room = Room(1)
    #expect(add(String(repeating: "x", count: 524_289), to: &room) == nil)
    #expect(room.kept == [[]])
    #expect(room.effects == [[.notice(.textTooLong(limitBytes: BoardLimits.textBytes))]])
  }
}
