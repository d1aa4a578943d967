/// Typing the address of somebody to invite.
package struct PromptMode: Equatable, Sendable {
  package var editor = PromptMode.line("")
  /// What was typed before names were offered for it, and the one that is shown.
  var offer: Offer?

  struct Offer: Equatable, Sendable {
    var typed: String
    var shown: NearbyPerson
  }

  static func line(_ text: String) -> TextEditor {
    TextEditor(text, byteLimit: 255, isSingleLine: true)
  }
}

extension AppState {
  mutating func openPrompt() -> [AppCommand] {
    mode = .prompt(PromptMode())
    return []
  }

  mutating func answer(_ key: Key, _ prompt: PromptMode) -> [AppCommand] {
    guard case .text(let action)? = KeyBindings.action(of: key, in: .prompt) else {
      return type(.key(key), in: prompt)
    }
    switch action {
    case .submit: return submit(prompt)
    case .complete: return complete(prompt)
    case .leave:
      mode = .browsing
      return []
    case .type: return type(.key(key), in: prompt)
    }
  }

  mutating func type(_ input: TerminalInput, in prompt: PromptMode) -> [AppCommand] {
    var prompt = prompt
    if prompt.editor.take(input, columns: 255) == .refused {
      say("That is too long for an address.", isError: true)
    }
    mode = .prompt(prompt)
    return []
  }

  private mutating func submit(_ prompt: PromptMode) -> [AppCommand] {
    let address = Self.trimmed(prompt.editor.text)
    if let offer = prompt.offer, offer.shown.name == prompt.editor.text {
      return inviteNearby(offer.shown.id)
    }
    // Whoever was heard under a name is meant by it, before the system is asked.
    let called = nearby.filter { $0.isCalled(address) }
    if called.count > 1 {
      return say("Several devices nearby are called so: P chooses one.", isError: true)
    }
    if let person = called.first { return inviteNearby(person.id) }
    mode = .browsing
    return address.isEmpty ? [] : [.invite(address)]
  }

  /// Puts the next name that was heard, and begins as what was typed, into the line.
  private mutating func complete(_ prompt: PromptMode) -> [AppCommand] {
    var prompt = prompt
    var typed = prompt.editor.text
    if let offer = prompt.offer, offer.shown.name == typed { typed = offer.typed }
    let names = nearby.filter { typed.isEmpty || $0.begins(with: typed) }
    guard !names.isEmpty else {
      return say(nearby.isEmpty ? "Nobody was heard nearby yet." : "No name nearby begins so.")
    }
    let last = prompt.offer.flatMap { offer in names.firstIndex { $0.id == offer.shown.id } }
    let next = names[last.map { ($0 + 1) % names.count } ?? 0]
    prompt.editor = PromptMode.line(next.name)
    prompt.offer = PromptMode.Offer(typed: typed, shown: next)
    mode = .prompt(prompt)
    return []
  }

  /// Without the spaces at both ends.
  private static func trimmed(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}
