/// The tables of a board's file, and how older files get to them.
///
/// Statements name their columns, so that columns and tables that this program does not know
/// survive what it writes.
enum BoardSchema {
  /// 'CKBD': what the file is, in its own header.
  static let applicationID: Int64 = 0x434B_4244
  /// The version that this program writes; every earlier one is brought to it.
  ///
  /// 1: operations and facts. 2: checksums, snapshots, runs and history.
  static let version: Int64 = 2

  static func make(in database: Database) throws(BoardStoreError) {
    try database.run(
      """
      PRAGMA application_id = \(applicationID);
      CREATE TABLE operations (place INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
      CREATE TABLE facts (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        title BLOB NOT NULL, made INTEGER NOT NULL, used INTEGER NOT NULL
      ) STRICT;
      """
    )
    try migrate(database, from: 1)
  }

  /// Brings an older file to this version, or leaves it as it was.
  static func migrate(_ database: Database, from old: Int64) throws(BoardStoreError) {
    if old < 2 {
      try database.run(
        """
        ALTER TABLE operations ADD COLUMN checksum INTEGER;
        CREATE TABLE snapshots (
          place INTEGER PRIMARY KEY, size INTEGER NOT NULL, checksum INTEGER NOT NULL,
          bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE runs (
          one INTEGER PRIMARY KEY CHECK (one = 1), replica INTEGER NOT NULL,
          clean INTEGER NOT NULL, seal BLOB NOT NULL, undo BLOB NOT NULL
        ) STRICT;
        """
      )
      try makeExtras(in: database)
    }
    try database.run("PRAGMA user_version = \(version)")
  }

  /// Whether all tables are there that `makeExtras` makes.
  static func hasExtras(in database: Database) throws(BoardStoreError) -> Bool {
    let extras =
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('changes', 'keyframes', 'own_runs')"
    return try database.number(extras) == 3
  }

  /// The tables that may be deleted at any time: history, and which ids are own.
  static func makeExtras(in database: Database) throws(BoardStoreError) {
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS keyframes (
        place INTEGER PRIMARY KEY, moment INTEGER NOT NULL, size INTEGER NOT NULL,
        checksum INTEGER NOT NULL, bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS changes (
        place INTEGER PRIMARY KEY, moment INTEGER NOT NULL, bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS own_runs (
        replica INTEGER PRIMARY KEY, shared INTEGER NOT NULL
      ) STRICT;
      """
    )
  }
}
