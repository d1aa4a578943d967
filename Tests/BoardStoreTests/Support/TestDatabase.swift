import CSQLite

/// The database engine itself, to bring files into states that the store must withstand.
enum TestDatabase {
  struct Refused: Error {
    var code: Int32
  }

  static func run(_ sql: String, on path: String) throws {
    try open(path) { sqlite3_exec($0, sql, nil, nil, nil) }
  }

  /// The first column of the first row; nil when there is none.
  static func text(_ sql: String, on path: String) throws -> String? {
    var text: String?
    try open(path) { handle in
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
      guard code == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW else { return code }
      text = sqlite3_column_text(statement, 0).map { String(cString: $0) }
      return SQLITE_OK
    }
    return text
  }

  private static func open(_ path: String, _ body: (OpaquePointer?) -> Int32) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    var code = sqlite3_open(path, &handle)
    if code == SQLITE_OK { code = body(handle) }
    guard code == SQLITE_OK else { throw Refused(code: code) }
  }
}
