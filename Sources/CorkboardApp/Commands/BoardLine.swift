import BoardCore
import BoardStore
import BoardUI

/// One board in the list of boards.
struct BoardLine {
  private let board: StoredBoard
  private let title: String
  private let notes: Int
  /// When a note was last written, by the clock of whoever did; milliseconds since 1970.
  private let modified: UInt64

  init(_ board: StoredBoard, _ replicator: BoardReplicator) {
    self.board = board
    title = replicator.picture.title
    notes = replicator.picture.notes.count
    modified = max(board.made, replicator.lastWrite)
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
    return "\(board.id.text.prefix(8))  \(title.visible)  (\(count), \(moment))"
  }
}

extension BoardReplicator {
  /// The newest stamp of a write that shows.
  fileprivate var lastWrite: UInt64 {
    board.notes.values.reduce(board.title.highestStamp) { newest, note in
      max(
        newest,
        note.placement.highestStamp,
        note.size.highestStamp,
        note.color.highestStamp,
        note.stacking.highestStamp,
        note.text.highestStamp
      )
    }
  }
}
