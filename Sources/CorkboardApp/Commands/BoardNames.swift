import BoardCore
import BoardStore
import BoardUI

extension StoredBoards {
  /// The board that a person means by a name; nil is the board used last.
  ///
  /// - Throws: that there is none, or cannot be read, or which ones it could be.
  func board(named name: String?) throws(CommandFailure) -> StoredBoard {
    guard let name else {
      guard let last = boards.first else {
        throw CommandFailure(problem ?? "there is no board yet; corkboard add TEXT makes one")
      }
      return last
    }
    if let found = try board(meantBy: name) { return found }
    let unread = problem.map { " (\($0))" } ?? ""
    throw CommandFailure("no board is called \(name.visible); corkboard boards lists all\(unread)")
  }

  /// By its exact title, else by the beginning of one title, else by the beginning of its id; nil
  /// when there is none.
  ///
  /// - Throws: which ones it could be, or which file is likely to be the one and cannot be read.
  func board(meantBy name: String) throws(CommandFailure) -> StoredBoard? {
    switch try find(name) {
    case .board(let board): return board
    case .file(_, let error):
      throw CommandFailure("\(name.visible) may be a board that cannot be read: \(error)".visible)
    case .nothing: return nil
    }
  }

  /// What a name may mean.
  enum Meaning {
    case board(StoredBoard)
    /// A file that cannot be read, by what its name says.
    case file(BoardID, BoardStoreError)
    case nothing
  }

  /// - Throws: which ones it could be.
  func find(_ name: String) throws(CommandFailure) -> Meaning {
    let mayBeID = name.utf8.count >= Self.fewestDigits
    typealias Way = (board: (StoredBoard) -> Bool, file: (String) -> Bool)
    let ways: [Way] = [
      (
        { $0.title.utf8.elementsEqual(name.utf8) },
        { BoardFileName.mayBe($0, titled: name, isPrefix: false) }
      ),
      (
        { $0.title.utf8.starts(with: name.utf8) },
        { BoardFileName.mayBe($0, titled: name, isPrefix: true) }
      ),
      (
        { mayBeID && $0.id.text.utf8.starts(with: name.utf8) },
        { mayBeID && BoardFileName.board(of: $0)?.text.utf8.starts(with: name.utf8) ?? false }
      ),
    ]
    for way in ways where !name.isEmpty {
      let found = boards.filter(way.board)
      if found.count == 1 { return .board(found[0]) }
      guard found.isEmpty else { throw Self.ambiguous(name, found) }
      let files = unreadable.filter { way.file($0.fileName) }
      guard let file = files.first, let id = BoardFileName.board(of: file.fileName) else {
        continue
      }
      guard files.count == 1 else {
        throw CommandFailure(
          "\(name.visible) may be one of \(files.count) boards that cannot be read;".visible
            + " give the beginning of its id: corkboard boards names them"
        )
      }
      return .file(id, file)
    }
    return .nothing
  }

  /// Fewer digits of an id are more likely to be a word.
  private static let fewestDigits = 4

  /// What could not be read, for a person; nil when all could.
  var problem: String? {
    guard let first = unreadable.first else { return nil }
    let more = unreadable.count - 1
    return "\(first)".visible + (more > 0 ? " (and \(more) more)" : "")
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

extension BoardStoreError {
  /// The last part of the path.
  fileprivate var fileName: String { path.split(separator: "/").last.map(String.init) ?? "" }
}
