/// What came of opening a board to work on it: there is always something to work on.
package struct BoardOpening {
  /// Where operations are kept; nil: nowhere, and `problem` says why.
  package var file: BoardFile?
  /// What the board begins with.
  package var log: StoredLog
  /// The id to write under and what the last run can take back.
  package var run: BoardFile.Run
  /// What a person must be told.
  package var words: String?
  /// The file that they speak of at their end, where they do not name it.
  package var path: String?
  /// The same in a few words, for a line that is always in sight.
  package var brief: String?
  /// Why nothing is kept, where that is so.
  package var cause: BoardStoreError?
  /// A newer program made the file: nothing of it can be read, and nothing may be added.
  package var isNewer = false

  /// What a person must be told, with the file that it is about.
  package var problem: String? {
    words.map { words in path.map { "\(words) \($0)" } ?? words }
  }
}
