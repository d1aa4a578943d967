/// Why the screen can not be shown.
///
/// The program ends with status 2 and the one line of `message`.
enum TerminalFailure: Error, Equatable {
  /// Neither standard input and output nor `/dev/tty` are a terminal.
  case noTerminal
  /// `TERM` is unset or empty.
  case typeUnset
  /// `TERM` names a terminal that can not move its cursor.
  case typeDumb(String)
  /// Neither the type nor any of the fallbacks has an entry on this system.
  case typeUnknown(String)

  /// One line for a person: what is wrong and what to do.
  var message: String {
    switch self {
    case .noTerminal:
      "corkboard: no terminal here; start it in a terminal window"
    case .typeUnset:
      "corkboard: TERM is not set; try: TERM=xterm-256color corkboard"
    case .typeDumb(let type):
      "corkboard: a '\(type)' terminal can not show a board; try: TERM=xterm-256color corkboard"
    case .typeUnknown(let type):
      "corkboard: no terminal description for '\(type)'; install ncurses-base or set TERM"
    }
  }
}
