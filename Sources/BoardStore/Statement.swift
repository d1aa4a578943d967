import CSQLite

/// A prepared statement: bound, stepped and reset, as often as wanted.
final class Statement {
  private let handle: OpaquePointer
  private let database: Database

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds one block as the first parameter and runs to the end.
  func run(_ bytes: [UInt8]) throws(BoardStoreError) {
    let code = bytes.withUnsafeBytes { buffer in
      // The bytes stay where they are until the statement has run: no copy.
      if let base = buffer.baseAddress {
        sqlite3_bind_blob64(handle, 1, base, UInt64(buffer.count), nil)
      } else {
        sqlite3_bind_zeroblob(handle, 1, 0)
      }
      let code = sqlite3_step(handle)
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      return code
    }
    guard code == SQLITE_DONE else { throw database.failure(code) }
  }

  func bind(_ number: Int64, to index: Int32) { sqlite3_bind_int64(handle, index, number) }

  /// Moves to the next row; false at the end.
  func step() throws(BoardStoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw database.failure(code)
    }
  }

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func bytes(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
