import BoardCore
import Testing

/// Whoever changed a note that somebody deletes without knowing of it is told, and nobody else is.
@Suite struct `A note that somebody takes away` {
  private func apart(logBytes: Int = BoardLimits.logBytes) -> (room: Room, note: NoteID) {
    var room = Room(3, logBytes: logBytes)
    room.connectAll()
    let note = room.create(0, "text")
    room.create(1, "another")
    for index in [1, 2] { room.disconnect(0, index) }
    return (room, note)
  }

  private func meet(_ room: inout Room) {
    for index in [1, 2] { room.connect(0, index) }
    room.pass(.seconds(3))
  }

  private func move(_ room: inout Room, _ index: Int, _ note: NoteID) {
    room.edit(index, .lift(note))
    room.edit(index, .dragTo(BoardPoint(x: 30, y: 3), trail: []))
    room.edit(index, .drop)
  }

  /// What was said of changed notes: their texts, and who took them.
  private func told(_ room: Room, _ index: Int) -> [String] {
    room.effects[index].compactMap { effect in
      guard case .notice(.changedNotesGone(let notes, let by)) = effect else { return nil }
      let words = notes.map { "\($0.text) at \($0.position.x)" }.joined(separator: ", ")
      return "\(words) by \(by?.rawValue ?? 0)"
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `is told of to who wrote in it, or moved it, unseen`(isClear: Bool, isState: Bool) {
    for isMove in [false, true] {
      var (room, note) = apart(logBytes: isState ? 300 : BoardLimits.logBytes)
      if isMove { move(&room, 0, note) } else { room.edit(0, .setText(note, "text and more")) }
      let before = room.note(note, at: 0)
      room.edit(1, isClear ? .clear : .delete(note))
      for number in 0..<(isState ? 20 : 0) { room.edit(1, .setTitle("title \(number)")) }
      meet(&room)
      #expect((room.snapshots[0] != nil) == isState)
      #expect(room.note(note, at: 0) == nil)
      let text = isMove ? "text at 30 by 2" : "text and more at 0 by 2"
      #expect(told(room, 0) == [text])
      #expect(told(room, 1) == [] && told(room, 2) == [])
      #expect(before?.text == (isMove ? "text" : "text and more"))
    }
  }

  @Test func `is told of also while its nudge has not come to rest`() {
    var (room, note) = apart()
    room.connect(0, 1)
    room.heldMessages = []
    room.edit(1, .delete(note))
    room.edit(0, .nudge(note, to: BoardPoint(x: 1, y: 0)))
    let messages = room.heldMessages ?? []
    room.heldMessages = nil
    for message in messages where message.to == 0 { room.deliver(message) }
    #expect(told(room, 0) == ["text at 1 by 2"])
  }

  @Test func `is nothing to tell when whoever took it had seen the edit`() {
    var (room, note) = apart()
    meet(&room)
    room.edit(0, .setText(note, "text and more"))
    move(&room, 0, note)
    room.edit(1, .delete(note))
    #expect(told(room, 0) == [])
  }

  @Test func `is nothing to tell when the edit was on another note, or another's, or taken back`() {
    var (room, note) = apart()
    let other = room.create(0, "mine")
    room.edit(0, .setText(other, "still mine"))
    room.edit(0, .recolor(note, NoteColor.all[4]))
    room.edit(0, .setText(note, "typed"))
    room.edit(0, .undo)
    room.edit(1, .delete(note))
    meet(&room)
    #expect(told(room, 0) == [])
    #expect(room.note(other, at: 2) != nil)
  }

  @Test func `is told of again when a deletion is done once more, and with all others of a clear`()
  {
    var (room, note) = apart()
    room.edit(1, .delete(note))
    meet(&room)
    room.edit(1, .undo)
    let second = room.create(2, "second")
    for index in [1, 2] { room.disconnect(0, index) }
    room.edit(0, .setText(note, "new words"))
    room.edit(0, .setText(second, "second, too"))
    room.edit(1, .redo)
    room.edit(2, .clear)
    meet(&room)
    #expect(told(room, 0).contains("new words at 0 by 2"))
    #expect(told(room, 0).contains { $0.contains("second, too at 0") && $0.hasSuffix("by 3") })
    #expect(room.notes[0] == room.notes[1])
  }

  @Test func `by what was undone later is not told of as gone`() {
    var (room, note) = apart()
    room.edit(0, .setText(note, "text and more"))
    room.edit(1, .delete(note))
    room.edit(1, .undo)
    meet(&room)
    #expect(room.note(note, at: 0)?.text == "text and more")
  }
}
