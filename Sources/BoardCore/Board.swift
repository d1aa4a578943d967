/// The board: a replicated value that becomes the same wherever the same operations arrive.
///
/// Operations are applied in causal order (`isReady`), states are joined, never replaced. A note
/// exists when its dot is known and it is in `notes`; known and absent means deleted for ever.
package struct Board: Equatable, Sendable {
  package internal(set) var vector = VersionVector()
  package internal(set) var cancellations = Cancellations()
  package internal(set) var notes = NoteTable()
  package internal(set) var title = Register<ExactText>()
  /// The sum of what the notes add to `stateHash`, but for those that have changed since.
  var notesHash = Derived<UInt64>(0)
  /// The notes whose share of the hash is to be worked out again: each once.
  var unhashed = Derived<[NoteID]>([])
  /// The notes that may hold more than what shows: each once.
  var unsettled = Derived<[NoteID]>([])
  /// Fields of a newer program's snapshots, kept as they are.
  var extra: [UInt8] = []
  /// Fields of newer programs' operations on no note that is held.
  package internal(set) var fields = ForeignFields()

  package init() {}

  package func isVisible(_ note: NoteID) -> Bool {
    notes[note]?.isVisible(cancellations) ?? false
  }

  /// The notes that show, ascending by dot.
  package var visibleNotes: [NoteID] {
    notes.names { $0.isVisible(cancellations) }.sorted()
  }

  /// The notes that are held but do not show, ascending by dot.
  package var hiddenNotes: [NoteID] {
    notes.names { !$0.isVisible(cancellations) }.sorted()
  }

  /// One note as its registers stand, without live moves; nil when it does not show.
  ///
  /// `author` is whose vote is marked.
  package func picture(of note: NoteID, for author: AuthorID? = nil) -> NotePicture? {
    notes[note]?.picture(of: note, cancellations, for: author)
  }
}

extension NoteRecord {
  /// The note as its registers stand; nil when it does not show.
  func picture(
    of note: NoteID,
    _ ledger: Cancellations,
    for viewer: AuthorID?
  ) -> NotePicture? {
    guard isVisible(ledger), let placement = placement.top(ledger) else { return nil }
    var picture = NotePicture(
      id: note,
      text: string(ledger),
      position: placement.value.point,
      size: size.top(ledger)?.value ?? .standard,
      color: color.top(ledger)?.value ?? .first,
      author: author
    )
    guard !isPlain else { return picture }
    picture.votes = votes.count(ledger)
    picture.hasOwnVote = viewer.map { votes.isCast(by: $0, ledger) } ?? false
    picture.attachments = attachments.shown(ledger).map {
      NoteAttachment(id: $0.id, file: $0.file)
    }
    return picture
  }
}
