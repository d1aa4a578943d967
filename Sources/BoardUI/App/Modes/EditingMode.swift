package import BoardCore

/// Writing in a note.
package struct EditingMode: Equatable, Sendable {
  /// Nil until the new note that this text is for is there.
  package var note: NoteID?
  package var editor: TextEditor
  /// The text as the board had it when this person last committed or met somebody's edit.
  package var committed: String
  /// The letters of `committed`, where the board has told them.
  package var elements: [TextElement]?
  /// The room of a note that is not there yet.
  package var newFrame: BoardFrame?
  /// When the text was last changed.
  package var typedAt: Duration = .zero

  /// Since when there is text that the others have not seen.
  package var waitsSince: Duration?

  /// Text is shown to the others once nothing was typed for so long.
  static let commitDelay: Duration = .milliseconds(300)
  /// Whoever types without a pause is seen, too, and loses at most this much to a crash.
  static let longestWait: Duration = .seconds(1)

  init(_ note: NotePicture) {
    self.note = note.id
    editor = TextEditor(note.text)
    committed = note.text
  }

  /// For a note that was asked for and is not there yet.
  init(newNoteWith editor: TextEditor, in frame: BoardFrame) {
    self.editor = editor
    newFrame = frame
    committed = editor.text
  }

  /// The text is another one than the board's.
  ///
  /// Compares bytes: replicas do.
  package var isUncommitted: Bool {
    !editor.text.utf8.elementsEqual(committed.utf8)
  }
}

extension AppState {
  mutating func startEditing(_ note: NotePicture) -> [AppCommand] {
    mode = .editing(EditingMode(note))
    return []
  }

  mutating func write(_ key: Key, in editing: EditingMode) -> [AppCommand] {
    if case .text(.leave)? = KeyBindings.action(of: key, in: .edit) { return finishEditing() }
    return type(.key(key), in: editing)
  }

  mutating func type(_ input: TerminalInput, in editing: EditingMode) -> [AppCommand] {
    var editing = editing
    let columns = editorColumns(of: editing)
    switch editing.editor.take(input, columns: columns) {
    case .changed:
      editing.typedAt = moment
      editing.waitsSince = editing.waitsSince ?? moment
    case .moved, .ignored: break
    case .refused: say("A note holds 16 KiB of text: nothing was added.", isError: true)
    }
    mode = .editing(editing)
    return []
  }

  /// Shows the others the text as it is now.
  mutating func commitText() -> [AppCommand] {
    guard case .editing(var editing) = mode, editing.isUncommitted, let note = editing.note else {
      return []
    }
    let text = editing.editor.text
    let seen = editing.committed
    editing.committed = text
    editing.elements = nil
    editing.waitsSince = nil
    mode = .editing(editing)
    return [.edit(.editText(note, from: seen, to: text))]
  }

  /// Leaves the editor; the text is kept, also when its note is still on its way.
  mutating func finishEditing() -> [AppCommand] {
    let commands = commitText()
    guard case .editing(let editing) = mode else { return commands }
    mode = .browsing
    if editing.note == nil { expectation = .text(editing.editor.text) }
    return commands
  }

  /// Somebody else changed the note: the editor shows both texts together, the caret stays at its
  /// letter.
  ///
  /// What this person typed meanwhile is committed at once, against the text that they saw.
  mutating func followText(_ editing: EditingMode, _ old: BoardPicture) -> [AppCommand] {
    guard let id = editing.note else { return [] }
    var editing = editing
    guard let note = note(id) else {
      askToKeep(editing, old)
      return []
    }
    focus = id
    focusFrame = BoardFrame(note)
    let elements = board.edited.flatMap { $0.note == id ? $0.elements : nil }
    guard !note.text.utf8.elementsEqual(editing.committed.utf8) else {
      editing.elements = elements
      mode = .editing(editing)
      return []
    }
    let seen = editing.committed
    let mine = editing.editor.text
    let isUncommitted = editing.isUncommitted
    let merge = TextMerge(
      base: seen,
      mine: mine,
      theirs: note.text,
      baseElements: editing.elements,
      theirElements: elements
    )
    editing.editor.follow(merge)
    editing.committed = isUncommitted ? editing.editor.text : note.text
    editing.elements = isUncommitted ? nil : elements
    editing.waitsSince = nil
    mode = .editing(editing)
    return isUncommitted ? [.edit(.editText(id, from: seen, to: mine))] : []
  }

  private mutating func askToKeep(_ editing: EditingMode, _ old: BoardPicture) {
    guard let lost = old.notes.first(where: { $0.id == editing.note }), !editing.editor.isEmpty
    else {
      mode = .browsing
      say("\(nameOfTaker(of: editing.note) ?? "Somebody") deleted the note.")
      return
    }
    mode = .keepQuestion(
      KeepQuestion(
        text: editing.editor.text,
        position: lost.position,
        size: lost.size,
        color: lost.color,
        editor: editing.editor,
        takenBy: nameOfTaker(of: lost.id),
        askedAt: moment
      )
    )
  }
}

/// Where the editor is and what of its text is seen.
extension AppState {
  /// The columns at which the text of the note is wrapped.
  func editorColumns(of editing: EditingMode) -> Int {
    NoteLayout(editorFrame(of: editing)).columns
  }

  /// The room of the editor: that of its note, and as many rows more as the text needs and the
  /// screen has.
  func editorFrame(of editing: EditingMode) -> BoardFrame {
    var frame = focusFrame
    if let note = note(editing.note) {
      frame = BoardFrame(note)
    } else if let new = editing.newFrame {
      frame = new
    }
    let columns = NoteLayout(frame).columns
    let most = max(frame.height, view.height - 2)
    let rows = TextWrapping(editing.editor.characters, columns: columns, limit: most).rows.count
    frame.height = min(most, max(frame.height, rows + 2))
    let below = frame.bottom - view.bottom
    if below > 0, frame.y >= view.y { frame.y = max(view.y, frame.y - below) }
    return frame
  }

  /// The place of the caret on the board, as others are told.
  func caretPlace(of editing: EditingMode) -> BoardPoint {
    let frame = editorFrame(of: editing)
    let layout = NoteLayout(frame)
    let wrapping = TextWrapping(editing.editor.characters, columns: layout.columns)
    let place = wrapping.place(of: editing.editor.caret, in: editing.editor.characters)
    let row = min(place.row, layout.rows - 1)
    return BoardPoint(
      clampingX: frame.x + layout.left + place.column,
      y: frame.y + layout.top + row
    )
  }
}
