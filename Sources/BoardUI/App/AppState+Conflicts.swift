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
    let property = LostProperty(note: note, kind: kind)
    guard !isMineShown else { return say("\(change): yours shows.", about: property) }
    lost.removeAll { $0 == property }
    lost.append(property)
    if lost.count > Self.mostLost { lost.removeFirst() }
    let all = lost.count > 1 ? " (the last of \(lost.count))" : ""
    return say("\(change), and theirs shows: U takes yours back\(all).", about: property)
  }

  /// A line about what shows goes once that is another way.
  mutating func dropConflicts(from old: BoardPicture) {
    notices.removeAll { notice in
      guard let property = notice.property else { return false }
      return property.differs(from: old, to: board)
    }
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

  func differs(from old: BoardPicture, to new: BoardPicture) -> Bool {
    if old.id != new.id { return true }
    guard let note else { return !old.title.utf8.elementsEqual(new.title.utf8) }
    guard let before = old.notes.first(where: { $0.id == note }),
      let now = new.notes.first(where: { $0.id == note })
    else { return true }
    return switch kind {
    case .place: before.position != now.position
    case .size: before.size != now.size
    case .color: before.color != now.color
    case .stacking: Self.below(note, in: old, of: new) != Self.below(note, in: new, of: old)
    case .title: false
    }
  }

  /// The notes below one, as far as another picture has them, too.
  private static func below(
    _ note: NoteID,
    in board: BoardPicture,
    of other: BoardPicture
  ) -> Set<NoteID> {
    let known = Set(other.notes.map(\.id))
    return known.intersection(board.notes.prefix { $0.id != note }.map(\.id))
  }
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
