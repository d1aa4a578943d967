import BoardCore
import BoardStore
import BoardUI

extension StoredBoards {
  /// The board that a person means.
  ///
  /// By its exact title, else by the beginning of one title, else by the beginning of its id; nil is
  /// the board used last.
  ///
  /// - Throws: that there is none, or which ones it could be.
  func board(named name: String?) throws(CommandFailure) -> StoredBoard {
    guard let name else {
      guard let last = boards.first else {
        throw CommandFailure("there is no board yet; corkboard add TEXT makes one")
      }
      return last
    }
    let ways: [(StoredBoard) -> Bool] = [
      { $0.title.utf8.elementsEqual(name.utf8) },
      { $0.title.utf8.starts(with: name.utf8) },
      { $0.id.text.utf8.starts(with: name.utf8) },
    ]
    for matches in ways where !name.isEmpty {
      let found = boards.filter(matches)
      if found.count == 1 { return found[0] }
      guard found.isEmpty else { throw Self.ambiguous(name, found) }
    }
    throw CommandFailure("no board is called \(name.visible); corkboard boards lists all")
  }

  private static func ambiguous(_ name: String, _ found: [StoredBoard]) -> CommandFailure {
    let shown = found.prefix(5).map { "\($0.title.visible) (\($0.id.text.prefix(8)))" }
    let more = found.count > shown.count ? " and \(found.count - shown.count) more" : ""
    return CommandFailure(
      "\(name.visible) could be \(shown.joined(separator: ", "))\(more);"
        + " give more of the title, or the beginning of the id"
    )
  }
}
