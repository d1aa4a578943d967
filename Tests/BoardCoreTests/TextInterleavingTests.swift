import BoardCore
import Testing

/// What two people type at one place stays together: no letters of one between those of the other.
@Suite struct `Text typed at one place` {
  /// Two people apart, each typing letter by letter with a commit each, then they meet.
  private func meet(
    _ start: String,
    _ first: (inout Writer) -> Void,
    _ second: (inout Writer) -> Void
  ) -> String {
    var room = Room(2)
    room.connectAll()
    let note = room.create(0, start)
    room.disconnect(0, 1)
    var writer = Writer(room: room, index: 0, note: note)
    first(&writer)
    var other = Writer(room: writer.room, index: 1, note: note)
    second(&other)
    room = other.room
    room.connect(0, 1)
    #expect(room.notes[0] == room.notes[1])
    return room.note(note, at: 0)?.text ?? "gone"
  }

  struct Writer {
    var room: Room
    var index: Int
    var note: NoteID

    mutating func type(_ letters: String, at place: Int, backward: Bool = false) {
      var place = place
      for letter in letters {
        var text = Array(room.note(note, at: index)?.text ?? "")
        let seen = String(text)
        text.insert(letter, at: place)
        room.edit(index, .editText(note, from: seen, to: String(text)))
        place += backward ? 0 : 1
      }
    }
  }

  private func expectTogether(_ text: String, _ runs: String...) {
    for run in runs { #expect(text.contains(run), "\(text) has \(run) in pieces") }
  }

  @Test func `forward by both`() {
    let text = meet("ab", { $0.type("123456", at: 1) }, { $0.type("UVWXYZ", at: 1) })
    expectTogether(text, "123456", "UVWXYZ")
    #expect(text.count == 14 && text.first == "a" && text.last == "b")
  }

  @Test func `backward by both`() {
    let text = meet(
      "ab",
      { $0.type("654321", at: 1, backward: true) },
      { $0.type("ZYXWVU", at: 1, backward: true) }
    )
    expectTogether(text, "123456", "UVWXYZ")
  }

  @Test func `forward by one, backward by the other`() {
    let text = meet(
      "ab",
      { $0.type("123456", at: 1) },
      { $0.type("ZYXWVU", at: 1, backward: true) }
    )
    expectTogether(text, "123456", "UVWXYZ")
  }

  @Test func `in a note that was empty, in either way`() {
    for isBackward in [false, true] {
      let text = meet(
        "",
        { $0.type("123456", at: 0, backward: isBackward) },
        { $0.type("UVWXYZ", at: 0, backward: isBackward) }
      )
      let (first, second) = isBackward ? ("654321", "ZYXWVU") : ("123456", "UVWXYZ")
      #expect([first + second, second + first].contains(text))
    }
  }

  @Test func `with a jump back to the beginning of what was typed`() {
    let text = meet(
      "ab",
      {
        $0.type("456", at: 1)
        $0.type("123", at: 1)
      },
      {
        $0.type("XYZ", at: 1)
        $0.type("UVW", at: 1)
      }
    )
    expectTogether(text, "123456", "UVWXYZ")
  }

  @Test func `at the end, where both go on`() {
    let text = meet("list", { $0.type(" milk", at: 4) }, { $0.type(" eggs", at: 4) })
    #expect(["list milk eggs", "list eggs milk"].contains(text))
  }

  @Test func `where somebody erases around it`() {
    let text = meet("abcdef", { $0.type("123", at: 3) }) {
      $0.room.edit(1, .editText($0.note, from: "abcdef", to: "af"))
    }
    #expect(text == "a123f")
  }
}
