import CSQLite

/// One connection to an SQLite file.
///
/// For one thread at a time.
final class Database {
  let path: String
  private let handle: OpaquePointer

  /// Opens a file that is there, or makes one.
  init(path: String, isNew: Bool) throws(BoardStoreError) {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (isNew ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw Self.failure(path, code, String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    sqlite3_busy_timeout(handle, 2_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(BoardStoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  func prepare(_ sql: String) throws(BoardStoreError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &prepared,
      nil
    )
    guard code == SQLITE_OK, let prepared else { throw failure(code) }
    return Statement(prepared, of: self)
  }

  /// The number that a statement answers; nil when it gives no row.
  func number(_ sql: String) throws(BoardStoreError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.number(0) : nil
  }

  /// Does all of `body` or nothing.
  func transaction(
    _ body: () throws(BoardStoreError) -> Void
  ) throws(BoardStoreError) {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  func failure(_ code: Int32) -> BoardStoreError {
    Self.failure(path, code, String(cString: sqlite3_errmsg(handle)))
  }

  private static func failure(
    _ path: String,
    _ code: Int32,
    _ message: String
  ) -> BoardStoreError {
    let isUnreadable = code == SQLITE_NOTADB || code == SQLITE_CORRUPT
    let advice =
      switch code {
      case SQLITE_NOTADB, SQLITE_CORRUPT:
        "the file was left as it is: move it away, and the board comes back from others"
      case SQLITE_FULL: "free some space and start again"
      case SQLITE_BUSY, SQLITE_LOCKED: "close the other program that has it open"
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
        "make the file and its folder writable for you"
      default: "try again, or choose another folder"
      }
    return BoardStoreError(
      isUnreadable ? .unreadable : .database(code: code),
      path: path,
      failure: message,
      advice: advice
    )
  }
}
