import CSQLite

/// A prepared statement: bound, stepped and reset, as often as wanted.
final class Statement {
  /// What a parameter is bound to.
  enum Value {
    case number(Int64)
    case bytes([UInt8])
  }

  private let handle: OpaquePointer
  private let database: Database

  /// Tells the database engine to copy what it is given at once.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds all parameters, the first first, and runs to the end.
  func run(_ values: Value...) throws(BoardStoreError) {
    bind(values)
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    guard code == SQLITE_DONE else { throw database.failure(code) }
  }

  func bind(_ values: [Value]) {
    for (index, value) in zip(1..., values) {
      switch value {
      case .number(let number): sqlite3_bind_int64(handle, Int32(index), number)
      case .bytes(let bytes):
        bytes.withUnsafeBytes { buffer in
          if let base = buffer.baseAddress {
            let count = UInt64(buffer.count)
            sqlite3_bind_blob64(handle, Int32(index), base, count, Self.copied)
          } else {
            sqlite3_bind_zeroblob(handle, Int32(index), 0)
          }
        }
      }
    }
  }

  /// Moves to the next row; false at the end.
  func step() throws(BoardStoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw database.failure(code)
    }
  }

  /// Ends a reading early: what it has of the file is given back.
  func reset() { sqlite3_reset(handle) }

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func bytes(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
