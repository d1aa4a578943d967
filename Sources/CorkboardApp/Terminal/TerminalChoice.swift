/// Which terminfo entries to try, decided from the environment alone.
struct TerminalChoice: Equatable {
  /// Entries to try, best first.
  ///
  /// Those that start with `corkboard` are our own.
  let types: [String]
  /// `NO_COLOR` is set and not empty.
  let wantsNoColor: Bool
  /// Whether the terminal ignores the marks of a synchronized update if it does not know them.
  let takesMarks: Bool

  /// Decides.
  ///
  /// - Throws: `typeUnset` and `typeDumb`.
  init(environment: [String: String]) throws(TerminalFailure) {
    let type = TerminalChoice.printable(environment["TERM"] ?? "")
    if type.isEmpty { throw .typeUnset }
    if type == "dumb" || type == "unknown" { throw .typeDumb(type) }
    wantsNoColor = !(environment["NO_COLOR"] ?? "").isEmpty
    takesMarks = !TerminalChoice.plainTypes.contains { type.hasPrefix($0) }
    var types: [String] = []
    if let own = TerminalChoice.ownEntry(type: type, environment: environment) {
      types.append(own)
    }
    types += [type, "xterm-256color", "xterm", "vt100", "ansi"]
    self.types = types
  }

  /// Terminals that are not like xterm, or whose reading of private modes is not known.
  private static let plainTypes = [
    "linux", "vt", "ansi", "cons", "screen", "sun", "cygwin", "wsvt",
  ]

  private static let likeXterm = [
    "xterm", "alacritty", "foot", "kitty", "ghostty", "rxvt-unicode", "st-", "konsole", "vte",
    "gnome", "contour", "wezterm", "iterm", "mintty", "corkboard",
  ]

  /// Terminals with 24-bit colour, which a login elsewhere does not tell in `COLORTERM`.
  private static let alwaysDirect = [
    "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "kitty", "ghostty", "contour", "wezterm",
  ]

  private static func ownEntry(type: String, environment: [String: String]) -> String? {
    let isInTmux = !(environment["TMUX"] ?? "").isEmpty
    let isScreenLike = type.hasPrefix("screen") || type.hasPrefix("tmux")
    if isScreenLike {
      // GNU screen misreads 24-bit colours; tmux converts them to what its own terminal has.
      let isScreen = !(environment["STY"] ?? "").isEmpty
      return isInTmux && !isScreen ? "corkboard-tmux-direct" : nil
    }
    guard likeXterm.contains(where: { type.hasPrefix($0) }) else { return nil }
    let isApple = environment["TERM_PROGRAM"] == "Apple_Terminal"
    let color = environment["COLORTERM"] ?? ""
    let isKnown = alwaysDirect.contains { type.hasPrefix($0) }
    let saysDirect =
      isKnown || color == "truecolor" || color == "24bit" || type.hasSuffix("-direct")
    if saysDirect && !isApple { return "corkboard-direct" }
    return type.hasSuffix("-256color") || saysDirect ? "corkboard-256color" : nil
  }

  /// A name that may go into a message: no control characters, not endless.
  private static func printable(_ type: String) -> String {
    String(
      String.UnicodeScalarView(
        type.unicodeScalars.prefix(64).filter {
          $0.value > 0x20 && $0.value < 0x7F
        }
      )
    )
  }
}
