/// A path in less room than it takes: what is in its middle is left out first.
enum ShortPath {
  /// The whole, then less and less of it: first and last folders, the name alone, a part of that.
  static func forms(of path: String) -> [String] {
    let parts = path.split(separator: "/").map(String.init)
    guard let first = parts.first, let name = parts.last else { return [path] }
    let head = (path.hasPrefix("/") ? "/" : "") + first
    var forms = [path]
    for count in stride(from: min(mostFolders, parts.count - 2), to: 0, by: -1) {
      forms.append("\(head)/…/\(parts.suffix(count).joined(separator: "/"))")
    }
    for length in shortNames where name.count > length {
      let start = name.prefix((length - 1) / 2)
      forms.append("…/\(start)…\(name.suffix(length - 1 - start.count))")
    }
    return forms
  }

  /// So many of the last parts are tried.
  private static let mostFolders = 4
  /// Characters that are left of a long name.
  private static let shortNames = [32, 20]
}

extension NoticeView {
  /// A notice is at most so many rows high.
  static let mostRows = 3
  static let mostColumns = 400

  /// The columns of a notice's text on a screen.
  static func columns(onScreen columns: Int) -> Int { max(1, columns - 4) }

  /// A notice with as much of its path behind it as there is room for; none rather than a piece.
  init(_ notice: Notice, onScreen columns: Int) {
    let forms = notice.path.map(ShortPath.forms) ?? []
    let room = Self.columns(onScreen: columns)
    let fitting = forms.lazy.map { "\(notice.text) \($0)" }.first { Self.fits($0, room) }
    self.init(text: fitting ?? notice.text, isError: notice.isError)
  }

  private static func fits(_ text: String, _ columns: Int) -> Bool {
    let line = CellRun.safeLine(text, columns: mostColumns + 1)
    return line.columns <= mostColumns
      && !TextWrapping(line.plainText, columns: columns, limit: mostRows).isCut
  }
}
