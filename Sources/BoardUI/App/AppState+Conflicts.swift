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
    let property = LostProperty(note: note, kind: kind)
    lost.removeAll { $0 == property }
    lost.append(property)
    if lost.count > Self.mostLost { lost.removeFirst() }
    let all = lost.count > 1 ? " (the last of \(lost.count))" : ""
    return say("\(change), and theirs shows: U takes yours back\(all).")
  }

  /// What a person can be told and take back, not a history.
  private static let mostLost = 100

  mutating func takeBack() -> [AppCommand] {
    // What is gone cannot be another way.
    lost = lost.filter { $0.note.map { note($0) != nil } ?? true }
    guard let property = lost.popLast() else {
      return say("Nobody changed anything of yours at the same time.")
    }
    followsOwnChange = true
    if !lost.isEmpty { say("U again: \(lost.count) more.") }
    return [.edit(.takeBack(property.note, property.kind))]
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
