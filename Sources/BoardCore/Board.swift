/// The board: a replicated value that becomes the same wherever the same operations arrive.
///
/// Operations are applied in causal order (`isReady`), states are joined, never replaced. A note
/// exists when its dot is known and it is in `notes`; known and absent means deleted for ever.
package struct Board: Equatable, Sendable {
  package internal(set) var vector = VersionVector()
  package internal(set) var cancellations = Cancellations()
  package internal(set) var notes: [NoteID: NoteRecord] = [:]
  package internal(set) var title = Register<ExactText>()
  /// The sum of what the notes add to `stateHash`, but for those that have changed since.
  var notesHash = Derived<UInt64>(0)
  /// The notes whose share of the hash is to be worked out again.
  var unhashed = Derived<Set<NoteID>>([])
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
    notes.filter { $0.value.isVisible(cancellations) }.map(\.key).sorted()
  }

  /// The notes that are held but do not show, ascending by dot.
  package var hiddenNotes: [NoteID] {
    notes.filter { !$0.value.isVisible(cancellations) }.map(\.key).sorted()
  }

  /// One note as its registers stand, without live moves; nil when it does not show.
  ///
  /// `author` is whose vote is marked.
  package func picture(of note: NoteID, for author: AuthorID? = nil) -> NotePicture? {
    guard let record = notes[note], record.isVisible(cancellations),
      let placement = record.placement.top(cancellations)
    else { return nil }
    var picture = NotePicture(
      id: note,
      text: record.text.string(cancellations),
      position: placement.value.point,
      size: record.size.top(cancellations)?.value ?? .standard,
      color: record.color.top(cancellations)?.value ?? .first,
      author: record.author
    )
    guard !record.votes.isEmpty || !record.attachments.isEmpty else { return picture }
    picture.votes = record.votes.count(cancellations)
    picture.hasOwnVote = author.map { record.votes.isCast(by: $0, cancellations) } ?? false
    picture.attachments = record.attachments.shown(cancellations).map {
      NoteAttachment(id: $0.id, file: $0.file)
    }
    return picture
  }
}
