import BoardCore

/// "Bring your 12 notes?": asked of whoever comes to another board from one with notes on it.
package struct BringQuestion: Equatable, Sendable {
  /// The notes of the board that was left, the lowest first.
  package var notes: [PortableNote]
  package var askedAt: Duration = .zero

  /// The key that accepted the invitation may still be on its way.
  static let readingTime: Duration = .milliseconds(200)
}

extension AppState {
  /// Another board is open now; unless this person says so, nothing of the last one comes along.
  mutating func ask(toBring notes: [PortableNote]) -> [AppCommand] {
    guard !notes.isEmpty, mode == .browsing, sync.obstacle == nil else { return [] }
    mode = .bringQuestion(BringQuestion(notes: notes, askedAt: moment))
    return []
  }

  mutating func answerBring(_ key: Key, _ question: BringQuestion) -> [AppCommand] {
    guard case .question(let answer)? = KeyBindings.action(of: key, in: .bring) else { return [] }
    guard moment >= question.askedAt + BringQuestion.readingTime else { return [] }
    mode = .browsing
    guard answer == .yes else { return [] }
    guard board.notes.count + question.notes.count <= BoardLimits.notes else {
      return say("The board would be full at \(BoardLimits.notes) notes: nothing came along.")
    }
    followsOwnChange = true
    return [.bring(copies(of: question.notes))]
  }

  /// Copies beside everything that is here, where they lay among each other: one step of undo.
  private func copies(of notes: [PortableNote]) -> [PortableNote] {
    let frames = notes.map { BoardFrame($0.position, $0.size) }
    let here = board.notes.map { BoardFrame($0) }
    let x = here.isEmpty ? 0 : (here.map(\.right).max() ?? 0) + 4 - (frames.map(\.x).min() ?? 0)
    let y = here.isEmpty ? 0 : (here.map(\.y).min() ?? 0) - (frames.map(\.y).min() ?? 0)
    return notes.map { note in
      var copy = note
      copy.position = BoardPoint(clampingX: Int(note.position.x) + x, y: Int(note.position.y) + y)
      return copy
    }
  }
}
