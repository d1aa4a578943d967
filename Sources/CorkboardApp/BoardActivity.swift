import BoardCore
import FoundationEssentials
import OpenGroupActivities

/// What people do together here: one board.
struct BoardActivity: GroupActivity, Sendable {
  /// Two halves, since JSON has no 128-bit numbers.
  var boardHigh: UInt64
  var boardLow: UInt64
  var title: String
  var noteCount: Int

  static let activityIdentifier = "corkboard.board"
  /// How corkboards find each other on a network.
  static let serviceType = "_corkboard._tcp"

  init(board: BoardID, title: String, noteCount: Int) {
    boardHigh = UInt64(truncatingIfNeeded: board.rawValue >> 64)
    boardLow = UInt64(truncatingIfNeeded: board.rawValue)
    self.title = title
    self.noteCount = noteCount
  }

  var board: BoardID { BoardID(UInt128(boardHigh) << 64 | UInt128(boardLow)) }

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.type = .createTogether
    metadata.title = title
    metadata.subtitle = noteCount == 1 ? "1 note" : "\(noteCount) notes"
    return metadata
  }
}
