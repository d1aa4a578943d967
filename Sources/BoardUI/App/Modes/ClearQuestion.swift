import BoardCore

/// "Clear 12 notes for everyone?": one letter clears, Esc does not, nothing else counts.
extension AppState {
  mutating func answerClear(_ key: Key) -> [AppCommand] {
    guard case .question(let answer)? = KeyBindings.action(of: key, in: .clear) else { return [] }
    mode = .browsing
    switch answer {
    case .yes: return board.notes.isEmpty ? [] : [.edit(.clear)]
    case .no: return []
    }
  }
}
