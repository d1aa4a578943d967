import BoardCore
import BoardStore
import BoardUI
import Glibc

/// One board in the list of boards.
struct BoardLine {
  private let board: StoredBoard
  private let title: String
  private let notes: Int
  /// In milliseconds since 1970.
  private let modified: UInt64

  init(_ board: StoredBoard, _ replicator: BoardReplicator) {
    self.board = board
    title = replicator.picture.title
    notes = replicator.picture.notes.count
    modified = board.lastChange
  }

  var json: String {
    JSONValue.object([
      .init("id", .string(board.id.text)),
      .init("title", .string(title)),
      .init("notes", JSONValue(notes)),
      .init("modified", .string(CalendarTime(milliseconds: modified).text)),
      .init("path", .string(board.path)),
    ]).text
  }

  var plain: String {
    let count = notes == 1 ? "1 note" : "\(notes) notes"
    let moment = CalendarTime(milliseconds: modified).text
    return "\(board.id.text.prefix(8))  \(title.visibleLine)  (\(count), \(moment))"
  }
}

extension StoredBoard {
  /// When its file last changed: the log of what is written lies beside it until it is folded in.
  fileprivate var lastChange: UInt64 {
    ["", "-wal"].reduce(made) { newest, suffix in
      var facts = stat()
      // An empty log holds nothing yet.
      guard stat(path + suffix, &facts) == 0, facts.st_size > 0 else { return newest }
      return max(newest, UInt64(max(0, facts.st_mtim.tv_sec)) * 1_000)
    }
  }
}
