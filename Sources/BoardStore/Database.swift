import CSQLite
import Glibc

/// One connection to an SQLite file.
///
/// For one thread at a time.
final class Database {
  /// How a file is opened.
  enum Access: Equatable {
    case create
    case write
    /// Like `write`, alone and without the shared file beside it: for a disk without room for one.
    case exclusive
    case read
    /// Whatever lies beside it is not looked at: for a folder in which nothing can be made.
    case immutable
  }

  let path: String
  private let handle: OpaquePointer

  /// Opens a file that is there, or makes one.
  init(path: String, _ access: Access) throws(BoardStoreError) {
    self.path = path
    var opened: OpaquePointer?
    let mode =
      switch access {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .write, .exclusive: SQLITE_OPEN_READWRITE
      case .read: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = access == .immutable ? "file:\(Self.escaped(path))?immutable=1" : path
    let code = sqlite3_open_v2(name, &opened, mode | SQLITE_OPEN_NOFOLLOW, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw Self.failure(path, code, String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    sqlite3_busy_timeout(handle, 2_000)
    if access == .exclusive { try run("PRAGMA locking_mode = EXCLUSIVE") }
  }

  private static func escaped(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "?": text += "%3f"
      case "#": text += "%23"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
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

  private static func isFull(_ path: String) -> Bool {
    var facts = statvfs()
    return statvfs(path, &facts) == 0 && facts.f_blocks > 0 && facts.f_bavail == 0
  }

  private static func failure(
    _ path: String,
    _ code: Int32,
    _ message: String
  ) -> BoardStoreError {
    // Without room the engine can fail to map a file, and calls that an error of the disk.
    let code = code == SQLITE_IOERR && isFull(path) ? SQLITE_FULL : code
    let message = code == SQLITE_FULL ? "the disk is full" : message
    let isUnreadable = code == SQLITE_NOTADB || code == SQLITE_CORRUPT
    let advice =
      switch code {
      case SQLITE_NOTADB, SQLITE_CORRUPT:
        "open it in corkboard: what can be read of it goes on, and the file is kept"
      case SQLITE_FULL: "free some space"
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
