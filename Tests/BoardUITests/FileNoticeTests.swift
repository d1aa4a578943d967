import BoardUI
import TestSupport
import Testing

/// Lines about a file: what to do is always in sight, of the path what there is room for.
@Suite struct `A line about a file` {
  private let folder = "/data/somebody/a folder with a long name/corkboard/profiles/spare/boards"
  private let file = "retrospective-0123456789abcdef0123456789abcdef.sqlite"
  private let words =
    "nothing is kept: its folder or file is read-only. Make the file and its folder writable for you;"
    + " it is tried again every 5 s."

  /// As much of the line as its three rows show.
  private func shown(_ columns: Int, _ words: String, _ path: String?) -> String {
    var world = AppWorld(columns: columns, rows: 24)
    world.send(.fileNotice(words, path: path))
    let text = Scene(world.state, at: world.now).notices.first?.text ?? ""
    let rows = TextWrapping(text, columns: columns - 4, limit: 3).rows
    return String(Array(text)[..<(rows.last?.range.upperBound ?? 0)])
  }

  @Test func `has all of the path where there is room`() {
    let short = shown(80, words, "/data/somebody/boards/x.sqlite")
    #expect(short.contains("\(words) /data/somebody/boards/x.sqlite"))
    let wide = shown(160, words, "\(folder)/\(file)")
    #expect(wide.contains("\(words) \(folder)/\(file)"))
  }

  @Test func `leaves out the middle of the path at 80 columns, and nothing else`() {
    let line = shown(80, words, "\(folder)/\(file)")
    #expect(line.contains("\(words) /data/…/spare/boards/\(file)"), "\(line)")
  }

  @Test func `says what to do at 40 columns, whatever becomes of the path`() {
    let line = shown(40, words, "\(folder)/\(file)")
    #expect(line.contains("Make the file and its folder writable for you"), "\(line)")
    #expect(!line.contains("sqlite"))
    let brief = "nothing is kept: the disk is full. Free some space."
    let rest = shown(40, brief, "\(folder)/\(file)")
    #expect(rest.contains("\(brief) …/retrospective-0…789abcdef.sqlite"), "\(rest)")
  }

  @Test func `never has a piece of a path, however narrow it is`() {
    for columns in 24...200 {
      let line = shown(columns, "It is kept as", "/a/b/c/d/e/f/\(file)")
      #expect(line.hasPrefix("It is kept as"))
      #expect(line.contains(".sqlite") == line.contains("/"), "\(columns): \(line)")
    }
  }
}
