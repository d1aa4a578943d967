import CSQLite

/// The database engine itself, to bring files into states that the store must withstand.
enum TestDatabase {
  struct Refused: Error {
    var code: Int32
  }

  static func run(_ sql: String, on path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    var code = sqlite3_open(path, &handle)
    if code == SQLITE_OK { code = sqlite3_exec(handle, sql, nil, nil, nil) }
    guard code == SQLITE_OK else { throw Refused(code: code) }
  }
}
