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
    guard !isMineShown else {
      return say("\(change): yours shows.", about: property, untilKey: true)
    }
    lose(.property(property))
    let words = "\(change), and theirs shows: U takes yours back\(place)."
    return say(words, about: property, untilKey: true)
  }

  /// Somebody deleted notes and did not know what this person had just done to them.
  mutating func showLost(_ notes: [NotePicture], by replica: ReplicaID?) -> [AppCommand] {
    for note in notes { lose(.note(note)) }
    let name = replica.flatMap(name) ?? "Somebody"
    let what = notes.count == 1 ? "a note" : "\(notes.count) notes"
    let making = notes.count == 1 ? "U makes a new one of it" : "U makes them anew, one by one"
    let words = "\(name) deleted \(what) that you changed at the same time: \(making)\(place)."
    return say(words, untilKey: true)
  }

  private mutating func lose(_ work: LostWork) {
    lost.removeAll { $0.isSame(as: work) }
    lost.append(work)
    if lost.count > Self.mostLost { lost.removeFirst() }
  }

  private var place: String { lost.count > 1 ? " (the last of \(lost.count))" : "" }

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
    // What is gone cannot be another way, and what is back need not be made again.
    lost = lost.filter { work in
      switch work {
      case .property(let property): property.note.map { note($0) != nil } ?? true
      case .note(let gone): note(gone.id) == nil
      }
    }
    guard let work = lost.popLast() else {
      return say("Nobody changed anything of yours at the same time.")
    }
    followsOwnChange = true
    // It is answered; of what is left the next line speaks.
    notices.removeAll(where: \.waitsForKey)
    if !lost.isEmpty { say("U again: \(lost.count) more.", untilKey: true) }
    switch work {
    case .property(let property): return [.edit(.takeBack(property.note, property.kind))]
    case .note(let gone):
      expectation = .focus
      let (text, place) = (gone.text, gone.position)
      return [.edit(.create(text: text, at: place, size: gone.size, color: gone.color))]
    }
  }
}

/// What was this person's and shows no more, because somebody did otherwise at the same time.
package enum LostWork: Equatable, Sendable {
  case property(LostProperty)
  /// As it was when somebody deleted it.
  case note(NotePicture)

  fileprivate func isSame(as other: LostWork) -> Bool {
    switch (self, other) {
    case (.property(let mine), .property(let theirs)): mine == theirs
    case (.note(let mine), .note(let theirs)): mine.id == theirs.id
    case (.property, .note), (.note, .property): false
    }
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
