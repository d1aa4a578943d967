import BoardCore
import BoardStore
import BoardUI

/// What a board was.
extension CommandRunner {
  /// The moments that are kept, the oldest first: a number for `--at`, and the time.
  func printHistory(_ isJSON: Bool, _ name: String?) throws {
    let moments = try file(of: stored().board(named: name)).history()
    guard !moments.isEmpty else {
      throw CommandFailure("nothing is kept of this board's past yet; it begins with its next edit")
    }
    let lines = moments.map { moment in
      let time = CalendarTime(milliseconds: moment.time).text
      guard isJSON else { return "\(moment.place)  \(time)" }
      return JSONValue.object([
        .init("moment", JSONValue(moment.place)), .init("time", .string(time)),
      ]).text
    }
    try StandardOutput.write(lines.map { "\($0)\n" }.joined())
  }

  /// Deletes the past of a board and says what it did.
  ///
  /// The board as it is, what others have of it and what can be undone stay.
  func deleteHistory(_ name: String?) throws {
    let board = try stored().board(named: name)
    let count = try file(of: board).history().count
    _ = try writer().answer(.forget(board: board.id))
    let what =
      count == 0
      ? "nothing was" : count == 1 ? "1 moment is no longer" : "\(count) moments are no longer"
    Surroundings.writeError(
      "corkboard: \(what) kept of \(board.title.visible)'s past; the board itself stays as it is"
    )
  }

  /// The board at a moment of its history: the last one that is kept up to then.
  func past(_ board: StoredBoard, at text: String) throws -> BoardPicture {
    let file = try file(of: board)
    let moments = try file.history()
    let found =
      if let place = Int64(text) {
        moments.last { $0.place == place }
      } else {
        CalendarTime(text).flatMap { time in moments.last { $0.time <= time.milliseconds + 999 } }
      }
    guard let found, let log = try file.log(at: found.place) else {
      throw CommandFailure("nothing is kept of that moment; corkboard history lists what is")
    }
    if let time = CalendarTime(text), time.milliseconds > Surroundings.wallMilliseconds {
      let kept = CalendarTime(milliseconds: found.time).text
      Surroundings.writeError(
        "corkboard: \(time.text) is still to come; this is the last moment that is kept:"
          + " \(found.place), of \(kept)"
      )
    }
    return try BoardReplicator(reading: log, of: board).picture
  }
}
