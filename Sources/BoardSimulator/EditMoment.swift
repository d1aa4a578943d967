import BoardCore

/// What the checks of an edit ask of the board as it was before it.
///
/// Not the board itself: it would have to be copied for every edit.
struct EditMoment {
  let replica: ReplicaID
  let vector: VersionVector
  /// What this person has in hand, as it showed.
  let hand: NotePicture?
  /// The note that the edit is about, as it showed; nil when it names none that shows.
  private(set) var note: NotePicture?
  /// Where that note lay in the pile.
  private(set) var place = 0
  /// The notes that showed, the lowest first, for edits of several notes.
  private(set) var visible: [NoteID] = []
  /// The board, before what was done is taken back or put in force again.
  private(set) var board: Board?

  init?(_ edit: BoardEdit, _ machine: BoardMachine) {
    guard let replicator = machine.replicator else { return nil }
    let notes = replicator.picture.notes
    replica = replicator.replicaID
    vector = replicator.board.vector
    hand = machine.hand.flatMap { held in notes.first { $0.id == held } }
    if let id = edit.note, let index = notes.firstIndex(where: { $0.id == id }) {
      note = notes[index]
      place = index
    }
    switch edit {
    case .clear, .toFront, .toBack, .group: visible = notes.map(\.id)
    case .undo, .redo: board = replicator.board
    case .create, .editText, .setText, .resize, .recolor, .raise, .lower, .delete, .setTitle,
      .lift, .dragTo, .drop, .putBack, .nudge, .takeBack, .vote, .attach, .detach:
      break
    }
  }
}

extension BoardEdit {
  /// The one note that it names.
  var note: NoteID? {
    switch self {
    case .editText(let note, _, _), .setText(let note, _), .resize(let note, _),
      .recolor(let note, _), .raise(let note), .lower(let note), .delete(let note),
      .vote(let note), .attach(let note, _), .detach(let note, _), .lift(let note),
      .nudge(let note, _):
      note
    case .takeBack(let note, _): note
    case .create, .clear, .setTitle, .toFront, .toBack, .group, .undo, .redo, .dragTo, .drop,
      .putBack:
      nil
    }
  }
}
