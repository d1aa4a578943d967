import BoardCore

/// Makes the parts of a scene out of a state.
struct SceneBuilder {
  let state: AppState
  let moment: Duration

  init(state: AppState, moment: Duration) {
    self.state = state
    self.moment = moment
  }

  /// From the board to the screen.
  func rect(_ frame: BoardFrame) -> Rect {
    Rect(
      left: frame.x - state.view.x,
      top: frame.y - state.view.y,
      width: frame.width,
      height: frame.height
    )
  }

  func point(_ place: BoardPoint) -> ScreenPoint {
    ScreenPoint(column: Int(place.x) - state.view.x, row: Int(place.y) - state.view.y)
  }

  var ghost: GhostView? {
    guard case .moving(let moving) = state.mode, moving.position != moving.origin,
      let note = state.note(moving.note)
    else { return nil }
    return GhostView(frame: rect(BoardFrame(moving.origin, moving.size)), color: note.color)
  }

  /// The visible notes; the one in hand lies on top.
  var notes: [NoteView] {
    var views: [NoteView] = []
    var inHand: NoteView?
    let visitors = visitorsByNote
    for index in shownNotes {
      let note = state.board.notes[index]
      var view = view(of: note)
      // Said once: whoever moves a note is at it, too.
      view.visitors = (visitors[note.id] ?? []).filter { $0.tint != view.mover?.tint }
      if view.look == .lifted || view.editor != nil {
        inHand = view
      } else if isVisible(view.frame) {
        views.append(view)
      }
    }
    if let view = inHand ?? noteToCome { views.append(view) }
    return views
  }

  /// Places of the notes that may be seen: those in view, and the one in hand wherever it was.
  private var shownNotes: [Int] {
    var shown = state.board.notes.indices(within: state.view)
    let inHand: NoteID? =
      switch state.mode {
      case .moving(let moving): moving.note
      case .editing(let editing): editing.note
      case .browsing, .prompt, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help,
        .people, .link, .removeQuestion:
        nil
      }
    if let inHand, let index = state.board.notes.index(of: inHand), !shown.contains(index) {
      shown.append(index)
    }
    return shown
  }

  private func isVisible(_ rect: Rect) -> Bool {
    rect.left < state.view.width && rect.right > 0 && rect.top < state.view.height
      && rect.bottom > 0
  }

  private func view(of note: NotePicture) -> NoteView {
    var view = NoteView(
      frame: rect(BoardFrame(note)),
      text: note.text,
      color: note.color,
      look: note.id == state.focus ? .focused : .plain
    )
    view.votes = note.votes
    view.hasOwnVote = note.hasOwnVote
    switch state.mode {
    case .moving(let moving) where moving.note == note.id:
      view.frame = rect(BoardFrame(moving.position, moving.size))
      view.look = .lifted
    case .editing(let editing) where editing.note == note.id:
      view.frame = rect(state.editorFrame(of: editing))
      view.editor = editing.editor
      view.look = .focused
    case .browsing, .editing, .moving, .prompt, .clearQuestion, .endQuestion, .keepQuestion,
      .bringQuestion,
      .help, .people, .link, .removeQuestion:
      break
    }
    if view.look != .lifted, let mover = note.mover, let person = state.person(of: mover) {
      view.mover = TagView(name: person.name, tint: tint(of: person.peer))
      if view.look == .plain { view.look = .carried }
    }
    return view
  }

  /// The new note in whose editor this person writes already.
  private var noteToCome: NoteView? {
    guard case .editing(let editing) = state.mode, editing.note == nil else { return nil }
    return NoteView(
      frame: rect(state.editorFrame(of: editing)),
      text: "",
      color: state.colorOfNewNotes,
      look: .focused,
      editor: editing.editor
    )
  }

  var wakes: [WakeView] {
    state.wakes.flatMap { wake in
      wake.cells.map { cell in
        WakeView(
          place: ScreenPoint(column: cell.x - state.view.x, row: cell.y - state.view.y),
          fading: Wake.fading(of: cell, at: moment),
          tint: wake.mover.flatMap { state.person(of: $0) }.map { tint(of: $0.peer) } ?? .own
        )
      }
    }
  }

  var notices: [NoticeView] {
    state.notices.filter { $0.waitsForKey || $0.until > moment }
      .map { NoticeView($0, onScreen: state.columns) }
  }
}

/// People on the board.
extension SceneBuilder {
  /// One of eight tints for each person: by their key, the next free one where two would share it.
  func tint(of peer: PeerKey) -> PersonTint {
    var taken: Set<Int> = []
    for key in state.people.map(\.peer).sorted() {
      var tint = Int(truncatingIfNeeded: key.rawValue & 7)
      while taken.contains(tint), taken.count < 8 { tint = (tint + 1) % 8 }
      taken.insert(tint)
      if key == peer { return .other(tint) }
    }
    return .other(Int(truncatingIfNeeded: peer.rawValue & 7))
  }

  private var cursorsInOrder: [(person: Person, cursor: PeerCursor)] {
    state.people.sorted { $0.peer < $1.peer }
      .compactMap { person in
        guard person.presence != .gone, let cursor = state.cursors[person.peer] else { return nil }
        return (person, cursor)
      }
  }

  private var visitorsByNote: [NoteID: [TagView]] {
    var tags: [NoteID: [TagView]] = [:]
    for (person, cursor) in cursorsInOrder {
      guard let note = cursor.note else { continue }
      tags[note, default: []].append(tag(of: person, cursor))
    }
    return tags
  }

  /// Those who are at no note that this board has, where their cursor is.
  var tags: [TagView] {
    cursorsInOrder.filter { $0.cursor.note == nil || state.note($0.cursor.note) == nil }
      .map { person, cursor in
        var tag = tag(of: person, cursor)
        tag.place = point(cursor.place)
        return tag
      }
  }

  private func tag(of person: Person, _ cursor: PeerCursor) -> TagView {
    TagView(name: person.name, tint: tint(of: person.peer), isEditing: cursor.isEditing)
  }
}
