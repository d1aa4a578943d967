package import BoardCore

/// "Remove Bo from the session?": one letter removes, Esc does not, nothing else counts.
package struct RemoveQuestion: Equatable, Sendable {
  package var peer: PeerKey
  package var name: String
}

extension AppState {
  mutating func answerRemove(_ key: Key, _ question: RemoveQuestion) -> [AppCommand] {
    guard case .question(let answer)? = KeyBindings.action(of: key, in: .remove) else { return [] }
    mode = .browsing
    switch answer {
    case .yes: return [.remove(question.peer)] + say("\(question.name) is out of the session.")
    case .no: return []
    }
  }
}
