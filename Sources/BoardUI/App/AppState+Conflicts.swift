package import BoardCore

/// Two people who changed the same thing at the same time.
extension AppState {
  mutating func showConflict(
    over kind: RegisterKind,
    of note: NoteID?,
    with replica: ReplicaID,
    isMineShown: Bool
  ) -> [AppCommand] {
    let change = "\(name(of: replica) ?? "Somebody") \(kind.deed) at the same time"
    guard !isMineShown else { return say("\(change): yours shows.") }
    lost = LostProperty(note: note, kind: kind)
    return say("\(change), and theirs shows: U takes yours back.")
  }

  mutating func takeBack() -> [AppCommand] {
    guard let lost else { return say("Nobody changed anything of yours at the same time.") }
    self.lost = nil
    return [.edit(.takeBack(lost.note, lost.kind))]
  }
}

/// A property whose other value shows; the board's when there is no note.
package struct LostProperty: Equatable, Sendable {
  package var note: NoteID?
  package var kind: RegisterKind
}

extension RegisterKind {
  fileprivate var deed: String {
    switch self {
    case .place: "moved the note"
    case .size: "resized the note"
    case .color: "colored the note"
    case .stacking: "restacked the note"
    case .title: "renamed the board"
    }
  }
}
