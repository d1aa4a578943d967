package import BoardCore

/// What a simulated person does; notes are picked by number among those that they see.
package enum Deed: Equatable, Sendable {
  case create(BoardPoint, String)
  case lift(UInt64)
  case drag(BoardPoint)
  case drop, putBack
  case nudge(UInt64, BoardPoint)
  case retype(UInt64, String)
  /// A word typed somewhere into a note.
  case type(UInt64, place: UInt64, String)
  /// Some characters deleted somewhere in a note.
  case erase(UInt64, place: UInt64, count: Int)
  /// Opens a note in the editor, types into what the editor shows, saves that.
  case open(UInt64)
  case write(place: UInt64, String)
  case save
  case recolor(UInt64, NoteColor)
  case resize(UInt64, NoteSize)
  case raise(UInt64)
  case lower(UInt64)
  case delete(UInt64)
  case clear, undo, redo
  case title(String)
  /// Some notes, one after the other, in one step.
  case moveTogether(UInt64, count: Int, BoardPoint)
  case paste(count: Int, BoardPoint, String)
  case takeBack(UInt64, RegisterKind)
  case vote(UInt64)
  /// A file whose content is this number.
  case attach(UInt64, UInt64)
  case detach(UInt64, UInt64)
  /// Some notes to the front or the back, in their order.
  case pile(UInt64, count: Int, isFront: Bool)

  /// The edit on a board that shows these notes; nil when there is no note to do it to.
  func edit(_ notes: NotePile) -> BoardEdit? {
    func note(_ pick: UInt64) -> NotePicture? {
      notes.isEmpty ? nil : notes[Int(pick % UInt64(notes.count))]
    }
    switch self {
    case .create(let point, let text):
      let color = NoteColor.all[Int(point.x.magnitude % 8)]
      return .create(text: text, at: point, size: .standard, color: color)
    case .lift(let pick): return note(pick).map { .lift($0.id) }
    case .drag(let point): return .dragTo(point, trail: [point])
    case .drop: return .drop
    case .putBack: return .putBack
    case .nudge(let pick, let point): return note(pick).map { .nudge($0.id, to: point) }
    case .retype(let pick, let text): return note(pick).map { .setText($0.id, text) }
    case .type(let pick, let place, let word):
      return note(pick).map { .setText($0.id, Self.insert(word, at: place, into: $0.text)) }
    case .erase(let pick, let place, let count):
      return note(pick).map { .setText($0.id, Self.erase(count, at: place, from: $0.text)) }
    case .open, .write, .save: return nil
    case .recolor(let pick, let color): return note(pick).map { .recolor($0.id, color) }
    case .resize(let pick, let size): return note(pick).map { .resize($0.id, size) }
    case .raise(let pick): return note(pick).map { .raise($0.id) }
    case .lower(let pick): return note(pick).map { .lower($0.id) }
    case .delete(let pick): return note(pick).map { .delete($0.id) }
    case .clear: return .clear
    case .undo: return .undo
    case .redo: return .redo
    case .title(let title): return .setTitle(title)
    case .moveTogether(let pick, let count, let point):
      guard !notes.isEmpty else { return nil }
      let chosen = (0..<min(count, notes.count)).map { notes[(Int(pick) + $0) % notes.count] }
      return .group(chosen.flatMap { [.nudge($0.id, to: point), .raise($0.id)] })
    case .paste(let count, let point, let text):
      let note = BoardEdit.create(text: text, at: point, size: .standard, color: .first)
      return .group(Array(repeating: note, count: count))
    case .vote(let pick): return note(pick).map { .vote($0.id) }
    case .attach(let pick, let number):
      guard let note = note(pick),
        let hash = ContentHash(Array(repeating: UInt8(number % 256), count: 32)),
        let file = FileReference(hash: hash, name: "file \(number)", size: number)
      else { return nil }
      return .attach(note.id, file)
    case .detach(let pick, let which):
      guard let note = note(pick), !note.attachments.isEmpty else { return nil }
      return .detach(note.id, note.attachments[Int(which % UInt64(note.attachments.count))].id)
    case .pile(let pick, let count, let isFront):
      guard !notes.isEmpty else { return nil }
      let chosen = (0..<min(count, notes.count)).map { notes[(Int(pick) + $0) % notes.count].id }
      return isFront ? .toFront(chosen) : .toBack(chosen)
    case .takeBack(let pick, let kind):
      return kind == .title ? .takeBack(nil, kind) : note(pick).map { .takeBack($0.id, kind) }
    }
  }

  static func insert(_ word: String, at place: UInt64, into text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    scalars.insert(contentsOf: word.unicodeScalars, at: Int(place % UInt64(scalars.count + 1)))
    return string(scalars)
  }

  private static func erase(_ count: Int, at place: UInt64, from text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return text }
    let start = Int(place % UInt64(scalars.count))
    scalars.removeSubrange(start..<min(start + count, scalars.count))
    return string(scalars)
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
