import Glibc
import OpenGroupActivities

/// An invitation link as a person pastes it or another program pipes it in.
///
/// Not an argument: those can be seen by every user of the machine, and shells keep them.
enum PastedLink {
  /// What links of this program begin with.
  static let scheme = "corkboard"
  /// More than any link, with whatever a chat puts between its lines.
  private static let limit = 4_096

  /// Whether a word of the command line should not have been one.
  static func isLink(_ word: String) -> Bool { word.lowercased().hasPrefix(scheme + ":") }

  /// Reads line by line until the link is whole; at a terminal it asks for it and shows nothing.
  ///
  /// - Throws: `UsageError` that says what is wrong with what came.
  static func read() throws(UsageError) -> String {
    let isTerminal = isatty(0) == 1
    if isTerminal { Surroundings.writeError("Paste the invitation link (it is not shown):") }
    let silence = isTerminal ? Silence() : nil
    defer { silence?.end() }
    var text: [UInt8] = []
    while true {
      let line = try nextLine()
      text += line
      let problem = People.problem(ofLink: String(decoding: text, as: UTF8.self), scheme: scheme)
      guard let problem else { return String(decoding: text, as: UTF8.self) }
      guard problem == .incomplete, line.last == 0x0A, text.count < limit else {
        throw UsageError("\(InvitationError.malformedLink(problem))")
      }
    }
  }

  /// Byte by byte, so that what follows the link stays for whoever reads next.
  ///
  /// - Throws: when the person gave up with Ctrl-C.
  private static func nextLine() throws(UsageError) -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < limit {
      let count = Glibc.read(0, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != 0x04 else { break }
      switch byte {
      case 0x03: throw UsageError("no link was pasted")
      case 0x08, 0x7F: _ = line.popLast()
      case _: line.append(byte)
      }
      if byte == 0x0A { break }
    }
    return line
  }

  /// The terminal shows nothing of what is typed until this ends.
  private struct Silence {
    private var before = termios()

    init?() {
      guard tcgetattr(0, &before) == 0 else { return nil }
      var quiet = before
      // Ctrl-C comes as a byte: ended by its signal, the program would leave a silent terminal.
      quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
      guard tcsetattr(0, TCSAFLUSH, &quiet) == 0 else { return nil }
    }

    func end() {
      var before = before
      tcsetattr(0, TCSANOW, &before)
    }
  }
}
