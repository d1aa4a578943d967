/// Notes that somebody takes away without knowing what this person has just done to them.
///
/// Whoever wrote in one or moved it is told, and has it as it was, to make it again.
extension BoardReplicator {
  /// Such notes among those that an operation that is about to be applied covers, as they show.
  mutating func notesLost(to operation: BoardOperation) -> [NotePicture] {
    guard operation.dot.replica != replicaID, operation.action.mayHide else { return [] }
    let unknown = ownOperations(unknownTo: operation.dot.replica)
    guard !unknown.isEmpty || !nudges.isEmpty else { return [] }
    return notes(coveredBy: operation).compactMap { workedOn($0, by: unknown) }
  }

  /// Such notes that another state does not show, as they show here, before it is joined.
  ///
  /// `heard` is what was known there before the two met.
  mutating func notesLost(in other: Board, knowing heard: VersionVector) -> [NotePicture] {
    let unknown = ownOperations(after: heard, isEarlierKnown: true)
    guard !unknown.isEmpty || !nudges.isEmpty else { return [] }
    return board.notes.keys.filter { other.vector.contains($0) && !other.isVisible($0) }
      .sorted().compactMap { workedOn($0, by: unknown) }
  }

  /// Tells of those that do not show any more.
  func tellLost(
    _ notes: [NotePicture],
    by replica: ReplicaID?,
    into effects: inout [ReplicaEffect]
  ) {
    let lost = notes.filter { !board.isVisible($0.id) }
    if !lost.isEmpty { effects.append(.notice(.changedNotesGone(lost, by: replica))) }
  }

  private func notes(coveredBy operation: BoardOperation) -> [NoteID] {
    let author = operation.dot.replica
    switch operation.action {
    case .delete(let note): return [note]
    case .clear(let seen, let hidden):
      let hidden = Set(hidden)
      return board.notes.keys.filter { seen.contains($0) && !hidden.contains($0) }.sorted()
    case .toggle(let group, _):
      let taken = board.notes.names { record in
        record.tokens.contains { $0.dot.replica == author && $0.group == group }
      }
      return taken.sorted()
    case .create, .set, .text, .attach, .detach, .noop: return []
    }
  }

  /// A note that shows with words of this person in it, or where they put it, by these operations.
  ///
  /// Not what is in hand or written in now: of that they are asked.
  private mutating func workedOn(_ note: NoteID, by own: OwnOperations) -> NotePicture? {
    guard note != drag?.note, note != editedNote, var picture = board.picture(of: note) else {
      return nil
    }
    if let nudge = nudges.first(where: { $0.note == note }) {
      picture.position = nudge.point
      return picture
    }
    if board.top(.place, of: note, among: own) != nil { return picture }
    let isWritten = board.notes[note]?.text.contains {
      own.contains($0.dot) && board.cancellations.isActive($0)
    }
    return isWritten ?? false ? picture : nil
  }
}

extension BoardAction {
  /// Whether notes may no longer show after it.
  fileprivate var mayHide: Bool {
    switch self {
    case .delete, .clear, .toggle: true
    case .create, .set, .text, .attach, .detach, .noop: false
    }
  }
}
