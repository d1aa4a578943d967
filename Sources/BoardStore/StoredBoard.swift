package import BoardCore

/// One line of the list of boards.
package struct StoredBoard: Equatable, Sendable {
  package var id: BoardID
  package var title: String
  /// When it was made and last used, in milliseconds since 1970.
  package var made: UInt64
  package var used: UInt64
  package var path: String

  package init(id: BoardID, title: String, made: UInt64, used: UInt64, path: String) {
    self.id = id
    self.title = title
    self.made = made
    self.used = used
    self.path = path
  }
}

/// The boards of a folder, the last used first, and the files that could not be read.
package struct StoredBoards: Equatable, Sendable {
  package var boards: [StoredBoard] = []
  package var unreadable: [BoardStoreError] = []

  package init() {}
}
