import BoardUI

/// What can be done to boards without a screen.
enum BoardCommand: Equatable {
  case boards(isJSON: Bool)
  case list(isJSON: Bool, board: String?)
  /// A nil text is read from standard input.
  case add(text: String?, board: String?)
  /// `at` is a moment of the history: its number or a time.
  case export(BoardExport.Format, at: String?, board: String?)
  case importFile(String, into: String?)
  case history(isJSON: Bool, board: String?)
  case deleteHistory(board: String?)
}

/// Why a command came to nothing: one line that says what to do.
struct CommandFailure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
