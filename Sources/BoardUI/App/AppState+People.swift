import BoardCore

/// People, their cursors, and what else the program tells.
extension AppState {
  mutating func show(_ people: [Person]) -> [AppCommand] {
    self.people = people
    for person in people {
      guard let replica = person.replica, knownNames[replica] != person.name else { continue }
      // More than ever take part: only somebody who draws new ones all the time comes here.
      if knownNames.count >= Self.mostKnownNames { knownNames.removeAll() }
      knownNames[replica] = person.name
    }
    return []
  }

  private static let mostKnownNames = 1_024

  mutating func show(_ cursor: PeerCursor?, of peer: PeerKey) -> [AppCommand] {
    cursors[peer] = cursor
    return []
  }

  mutating func show(_ request: RequestPicture?) -> [AppCommand] {
    // What was said of the last one would be taken for an answer to this one.
    if self.request == nil, request != nil { notices = [] }
    self.request = request
    return []
  }

  mutating func show(_ sync: SyncPicture) -> [AppCommand] {
    self.sync = sync
    if sync.obstacle != nil { endWhatWrites() }
    return []
  }

  mutating func show(_ identity: IdentityPicture) -> [AppCommand] {
    self.identity = identity
    return []
  }

  /// The name of whoever has a replica, or had it when they were here; nil when nobody has said that
  /// it is theirs.
  func name(of replica: ReplicaID) -> String? {
    person(of: replica)?.name ?? knownNames[replica]
  }

  func person(of replica: ReplicaID) -> Person? {
    people.first { $0.replica == replica }
      ?? people.first { cursors[$0.peer]?.replica == replica }
  }

  /// The name of whoever took a note away that this person had in hand or wrote in.
  func nameOfTaker(of note: NoteID?) -> String? {
    guard let goneNote, goneNote.note == note else { return nil }
    return goneNote.by.flatMap(name)
  }

  mutating func show(_ notice: ReplicaNotice) -> [AppCommand] {
    switch notice {
    case .editedNoteGone(let note, let by):
      goneNote = GoneNote(note: note, by: by)
      return []
    case .liftedNoteGone(let note, let by):
      goneNote = GoneNote(note: note, by: by)
      return say("\(by.flatMap(name) ?? "Somebody") deleted the note in your hand.")
    case .changedNotesGone(let notes, let by): return showLost(notes, by: by)
    case .textTooLong(let limit):
      return say(
        "The text is longer than \(limit / 1024) KiB: shorten it, or split it into two notes.",
        isError: true
      )
    case .boardFull(let limit):
      giveUpNewNote()
      return say("The board is full at \(limit) notes: delete some first.", isError: true)
    case .noteWrittenFull:
      return say(
        "Too much was written in this note over time: go on in a new one.",
        isError: true
      )
    case .cleared(let count, let by):
      let notes = count == 1 ? "1 note" : "\(count) notes"
      return say("\(name(of: by) ?? "Somebody") cleared \(notes).")
    case .nothingToUndo:
      followsOwnChange = false
      return say("There is nothing to undo.")
    case .nothingToRedo:
      followsOwnChange = false
      return say("There is nothing to redo.")
    case .newerProgram:
      return say(WritingObstacle.newer.words, isError: true)
    case .healed(let by):
      return say("This board and \(name(of: by) ?? "somebody")’s differed: both were joined.")
    case .conflict(let note, let kind, let by, let isMineShown):
      return showConflict(over: kind, of: note, with: by, isMineShown: isMineShown)
    }
  }

  /// No note came of the one that was asked for: its text, if any, is kept to be tried again.
  private mutating func giveUpNewNote() {
    expectation = .nothing
    guard case .editing(let editing) = mode, editing.note == nil else { return }
    mode = .browsing
    guard !editing.editor.text.isEmpty else { return }
    mode = .keepQuestion(
      KeepQuestion(
        text: editing.editor.text,
        position: placeForNote(of: .standard),
        size: .standard,
        color: colorOfNewNotes,
        editor: editing.editor
      )
    )
  }

  /// Says where this person is, whenever that is another place than the others know.
  mutating func tellCursor() -> [AppCommand] {
    let told = cursorToTell
    guard told != toldCursor else { return [] }
    toldCursor = told
    return [.showCursor(told.place, note: told.note, isEditing: told.isEditing)]
  }

  private var cursorToTell: ToldCursor {
    switch mode {
    case .editing(let editing):
      return ToldCursor(place: caretPlace(of: editing), note: editing.note, isEditing: true)
    case .moving(let moving):
      return ToldCursor(place: moving.position, note: moving.note, isEditing: false)
    case .browsing, .prompt, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help,
      .people, .link, .removeQuestion:
      let place =
        focusedNote?.position
        ?? BoardPoint(
          clampingX: view.x + view.width / 2,
          y: view.y + view.height / 2
        )
      return ToldCursor(place: place, note: focus, isEditing: false)
    }
  }
}
