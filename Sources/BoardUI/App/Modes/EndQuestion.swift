/// "End the session for everyone?": one letter ends it, Esc does not, nothing else counts.
extension AppState {
  mutating func answerEnd(_ key: Key) -> [AppCommand] {
    guard case .question(let answer)? = KeyBindings.action(of: key, in: .end) else { return [] }
    mode = .browsing
    switch answer {
    case .yes: return [.endForAll]
    case .no: return []
    }
  }
}
