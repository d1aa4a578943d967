import BoardCore

/// Keys on the board, with nothing in hand.
extension AppState {
  mutating func browse(_ key: Key) -> [AppCommand] {
    if showsBanner, case .banner(let answer)? = KeyBindings.action(of: key, in: .banner) {
      return answerVisitor(answer)
    }
    guard case .board(let action)? = KeyBindings.action(of: key, in: .board) else { return [] }
    // What cannot be seen is not changed.
    guard !isTooSmall || action == .leave else { return [] }
    return perform(action)
  }

  private mutating func perform(_ action: BoardAction) -> [AppCommand] {
    switch action {
    case .focus(let direction): return moveFocus(direction)
    case .focusNext: return moveFocus(by: 1)
    case .focusPrevious: return moveFocus(by: -1)
    case .newNote: return makeNote()
    case .edit: return withFocus { $0.startEditing($1) }
    case .lift: return withFocus { $0.lift($1) }
    case .nudge(let direction): return withFocus { $0.nudge($1, direction) }
    case .recolor(let color): return withFocus { $0.recolor($1, color) }
    case .lower: return withFocus { [.edit(.lower($1.id))] }
    case .raise: return withFocus { [.edit(.raise($1.id))] }
    case .vote: return withFocus { [.edit(.vote($1.id))] }
    case .delete: return withFocus { $0.delete($1) }
    case .askClear: return askClear()
    case .undo:
      followsOwnChange = true
      return [.edit(.undo)]
    case .redo:
      followsOwnChange = true
      return [.edit(.redo)]
    case .takeBack: return takeBack()
    case .invite: return openPrompt()
    case .makeLink: return open(.link(LinkMode()))
    case .people: return open(.people(PeopleMode()))
    case .help: return open(.help(PanelScroll()))
    case .cancelRequest: return request == nil ? [] : [.cancelRequest]
    case .leave: return [.leave]
    case .askEnd: return open(.endQuestion)
    }
  }

  private mutating func open(_ mode: Mode) -> [AppCommand] {
    self.mode = mode
    return []
  }

  /// Does something to the focused note, or says that there is none.
  private mutating func withFocus(
    _ act: (inout AppState, NotePicture) -> [AppCommand]
  ) -> [AppCommand] {
    guard let note = focusedNote else {
      return say("There is no note yet: o makes one.")
    }
    reveal(BoardFrame(note))
    return act(&self, note)
  }

  private mutating func nudge(_ note: NotePicture, _ direction: Direction) -> [AppCommand] {
    let step = direction.step
    let place = BoardPoint(
      clampingX: Int(note.position.x) + step.x,
      y: Int(note.position.y) + step.y
    )
    guard place != note.position else { return [] }
    let frame = BoardFrame(place, note.size)
    focusFrame = frame
    reveal(frame)
    return [.edit(.nudge(note.id, to: place))]
  }

  private mutating func recolor(_ note: NotePicture, _ color: NoteColor) -> [AppCommand] {
    nextColor = color
    return note.color == color ? [] : [.edit(.recolor(note.id, color))]
  }

  /// Deletes a note; the focus goes to the nearest of the others.
  private mutating func delete(_ note: NotePicture) -> [AppCommand] {
    let rest = board.notes.filter { $0.id != note.id }
    setFocus(nearest(to: BoardFrame(note), among: rest))
    return [.edit(.delete(note.id))]
  }

  private mutating func askClear() -> [AppCommand] {
    guard !board.notes.isEmpty else { return say("There is nothing to clear.") }
    mode = .clearQuestion
    return []
  }

  /// Leaves the program with whatever is under way kept.
  mutating func leaveSafely() -> [AppCommand] { keepWhatIsInHand() + [.leave] }

  /// Ends what is under way as if this person had: text is kept, a lifted note set down.
  mutating func keepWhatIsInHand() -> [AppCommand] {
    switch mode {
    case .editing: return finishEditing()
    case .moving:
      mode = .browsing
      return [.edit(.drop)]
    case .browsing, .prompt, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help,
      .people, .link, .removeQuestion:
      return []
    }
  }
}
