/// What is said when somebody is put out of a session.
package enum RemovalWords {
  /// Which board is on the screen of the one who was put out.
  package enum Board: Equatable, Sendable {
    /// The same: it was their own.
    case same
    /// Their own; a copy of the other is kept under its title.
    case own(keeping: String)
    /// Their own; nothing is kept of the other.
    case ownAlone
  }

  private static let columns = 24

  /// For those who stay; a nil `remover` is this person.
  package static func others(name: String, remover: String?) -> String {
    "\(remover.map { safe($0) } ?? "You") removed \(safe(name))."
  }

  /// For the one who goes: by whom, what is on the screen now, and what to do.
  package static func own(remover: String?, board: Board) -> String {
    let now =
      switch board {
      case .same: "You go on alone with your copy."
      case .own(let title): "This is your own board; your copy of “\(safe(title))” is kept."
      case .ownAlone: "This is your own board."
      }
    let who = safe(remover ?? "")
    return "\(who) removed you from this board’s session. \(now) To come back, ask to be invited."
  }

  private static func safe(_ name: String) -> String {
    name.isEmpty ? "Somebody" : CellRun.safeLine(name, columns: columns).plainText
  }
}
