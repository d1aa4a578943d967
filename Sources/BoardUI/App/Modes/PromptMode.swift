/// Typing the address of somebody to invite.
package struct PromptMode: Equatable, Sendable {
  package var editor = TextEditor("", byteLimit: 255, isSingleLine: true)
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
    mode = .browsing
    return address.isEmpty ? [] : [.invite(address)]
  }

  /// Without the spaces at both ends.
  private static func trimmed(_ text: String) -> String {
    let rest = text.drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}
