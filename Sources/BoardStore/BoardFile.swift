package import BoardCore

/// One board on disk: its operations in the order in which they were kept, and a few facts.
///
/// For one thread at a time. What `append` returned from survives the end of the program, however
/// it comes; a power cut may take the last moments.
package final class BoardFile {
  package let id: BoardID
  package let path: String
  private let database: Database
  private let insert: Statement

  /// 'CKBD': what the file is, in its own header.
  static let applicationID: Int64 = 0x434B_4244
  /// The version of the schema that this program reads and writes.
  static let schema: Int64 = 1

  /// Opens a file that is there.
  ///
  /// - Throws: `unreadable` or `newerFormat`; the file stays untouched.
  init(opening path: String) throws(BoardStoreError) {
    self.path = path
    database = try Database(path: path, isNew: false)
    let application = try database.number("PRAGMA application_id")
    let version = try database.number("PRAGMA user_version") ?? 0
    guard application == Self.applicationID, version >= 1 else {
      throw Self.notABoard(path)
    }
    guard version <= Self.schema else {
      throw BoardStoreError(
        .newerFormat(version),
        path: path,
        failure: "was made by a newer corkboard",
        advice: "open it with that one; the file was left as it is"
      )
    }
    guard let id = BoardFileName.board(of: path) else { throw Self.notABoard(path) }
    self.id = id
    _ = try database.number("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = NORMAL")
    insert = try database.prepare("INSERT INTO operations (bytes) VALUES (?1)")
  }

  /// Makes the tables of a new board at a path where nothing is.
  static func make(at path: String, title: String, moment: UInt64) throws(BoardStoreError) {
    let database = try Database(path: path, isNew: true)
    try database.transaction { () throws(BoardStoreError) in
      try database.run(
        """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(schema);
        CREATE TABLE operations (place INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
        CREATE TABLE facts (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          title BLOB NOT NULL, made INTEGER NOT NULL, used INTEGER NOT NULL
        ) STRICT;
        """
      )
      let facts = try database.prepare(
        "INSERT INTO facts (one, title, made, used) VALUES (1, ?1, ?2, ?2)"
      )
      facts.bind(Int64(clamping: moment), to: 2)
      try facts.run(Array(title.utf8))
    }
  }

  /// Keeps encoded operations: all of them or, when it throws, none.
  package func append(_ operations: [[UInt8]]) throws(BoardStoreError) {
    guard !operations.isEmpty else { return }
    try database.transaction { () throws(BoardStoreError) in
      for operation in operations { try insert.run(operation) }
    }
  }

  /// All operations in the order in which they were kept.
  package func operations() throws(BoardStoreError) -> [[UInt8]] {
    let rows = try database.prepare("SELECT bytes FROM operations ORDER BY place")
    var operations: [[UInt8]] = []
    while try rows.step() { operations.append(rows.bytes(0)) }
    return operations
  }

  /// What the list of boards says of this one.
  package func facts() throws(BoardStoreError) -> StoredBoard {
    let row = try database.prepare("SELECT title, made, used FROM facts")
    guard try row.step() else { throw Self.notABoard(path) }
    return StoredBoard(
      id: id,
      title: String(decoding: row.bytes(0), as: UTF8.self),
      made: UInt64(clamping: row.number(1)),
      used: UInt64(clamping: row.number(2)),
      path: path
    )
  }

  /// The title as the list of boards shows it.
  package func setTitle(_ title: String) throws(BoardStoreError) {
    try database.prepare("UPDATE facts SET title = ?1").run(Array(title.utf8))
  }

  /// Notes that the board is used now, in milliseconds since 1970.
  package func use(at moment: UInt64) throws(BoardStoreError) {
    let update = try database.prepare("UPDATE facts SET used = ?1")
    update.bind(Int64(clamping: moment), to: 1)
    _ = try update.step()
  }

  private static func notABoard(_ path: String) -> BoardStoreError {
    BoardStoreError(
      .unreadable,
      path: path,
      failure: "is not a board",
      advice: "the file was left as it is: move it away, or open another board"
    )
  }
}
