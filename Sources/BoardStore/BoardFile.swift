package import BoardCore

/// One board on disk: snapshots, operations in the order in which they were kept, and history.
///
/// For one thread at a time. What `append` returned from survives the end of the program, however
/// it comes; a power cut takes at most the last tenth of a second.
package final class BoardFile {
  package let id: BoardID
  package let path: String
  let database: Database
  /// The version of the schema that the file has.
  let version: Int64
  let isReadOnly: Bool
  private let insertOperation: Statement?
  let insertChange: Statement?
  /// Which file was opened, whatever stands at its path later.
  private let identity: FileIdentity?
  /// Made with the log that it is for, by the first write.
  private var syncer: LogSyncer?
  /// Something could not be written: nothing is written any more.
  private(set) var hasFailed = false

  /// The place of the last operation that was kept.
  ///
  /// Never goes back, also when rows are deleted.
  var lastPlace: Int64 = 0
  var sinceSnapshot = Growth()
  var sinceKeyframe = Growth()
  /// When the newest keyframe was kept; nil: there is none, and changes are not recorded.
  var keyframeMoment: UInt64?
  /// The place of the snapshot that was loaded: 0 without one.
  var loadedPlace: Int64 = 0
  /// The place of the newest state that came from others in this run.
  var newestState: Int64 = 0
  /// The newest snapshot could not be read.
  var isSnapshotBad = false
  /// A deleted past is still in the file: `forgetSome` takes it out.
  package internal(set) var isForgetting = false
  /// History was deleted, and the file still has the size that it had with it.
  var isShrinkDue = false

  /// How much a log has grown.
  struct Growth {
    var operations = 0
    var bytes = 0

    mutating func add(_ operation: [UInt8]) {
      operations += 1
      bytes += operation.count
    }
  }

  /// Opens a file that is there.
  ///
  /// - Throws: `unreadable` or `newerFormat`; the file stays untouched.
  init(opening path: String, _ access: Database.Access = .write) throws(BoardStoreError) {
    self.path = path
    isReadOnly = access != .write
    database = try Database(path: path, access)
    let application = try database.number("PRAGMA application_id")
    let found = try database.number("PRAGMA user_version") ?? 0
    guard application == BoardSchema.applicationID, found >= 1,
      let id = BoardFileName.board(of: path)
    else { throw Self.notABoard(path) }
    guard found <= BoardSchema.version else { throw Self.newer(path, found) }
    self.id = id
    identity = FileIdentity(at: path)
    if isReadOnly {
      version = found
      insertOperation = nil
      insertChange = nil
      return
    }
    _ = try database.number("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = NORMAL")
    if found < BoardSchema.version {
      let database = database
      try database.transaction { () throws(BoardStoreError) in
        try BoardSchema.migrate(database, from: found)
      }
    }
    version = BoardSchema.version
    if try !BoardSchema.hasExtras(in: database) { try BoardSchema.makeExtras(in: database) }
    insertOperation = try database.prepare(
      "INSERT INTO operations (place, bytes, checksum) VALUES (?1, ?2, ?3)"
    )
    insertChange = try database.prepare(
      "INSERT INTO changes (place, moment, bytes) VALUES (?1, ?2, ?3)"
    )
    try count()
    try goOnForgetting()
  }

  /// Makes the tables of a new board at a path where nothing is.
  static func make(
    at path: String,
    title: String,
    moment: UInt64,
    log: StoredLog = StoredLog()
  ) throws(BoardStoreError) {
    let database = try Database(path: path, .create)
    try database.transaction { () throws(BoardStoreError) in
      try BoardSchema.make(in: database)
      let moment = Int64(clamping: moment)
      try database.prepare("INSERT INTO facts (one, title, made, used) VALUES (1, ?1, ?2, ?2)")
        .run(.bytes(Array(title.utf8)), .number(moment))
      if let snapshot = log.snapshot {
        try insert(Deflated(snapshot), at: log.place, into: database)
      }
      let insert = try database.prepare(
        "INSERT INTO operations (place, bytes, checksum) VALUES (?1, ?2, ?3)"
      )
      for (place, operation) in zip((log.place + 1)..., log.operations) {
        let checksum = Int64(Deflated.checksum(of: operation))
        try insert.run(.number(place), .bytes(operation), .number(checksum))
      }
    }
  }

  /// Keeps encoded operations: all of them or, when it throws, none.
  ///
  /// `moment` is in milliseconds since 1970. After an error nothing can be kept any more.
  package func append(
    _ operations: [[UInt8]],
    at moment: UInt64
  ) throws(BoardStoreError) {
    guard !operations.isEmpty else { return }
    try write { () throws(BoardStoreError) in
      var place = lastPlace
      for operation in operations {
        place += 1
        let checksum = Int64(Deflated.checksum(of: operation))
        try insertOperation?.run(.number(place), .bytes(operation), .number(checksum))
        guard keyframeMoment != nil else { continue }
        let moment = Int64(clamping: moment)
        try insertChange?.run(.number(place), .number(moment), .bytes(operation))
      }
    }
    lastPlace += Int64(operations.count)
    for operation in operations {
      sinceSnapshot.add(operation)
      sinceKeyframe.add(operation)
    }
  }

  /// Does all of `body` or nothing; a failure is the last thing that this file does.
  func write(_ body: () throws(BoardStoreError) -> Void) throws(BoardStoreError) {
    guard !isReadOnly, !hasFailed else {
      throw BoardStoreError(
        .closed,
        path: path,
        failure: "is not written any more",
        advice: "start again once the disk is well"
      )
    }
    do throws(BoardStoreError) {
      // What is written into a file that nobody can open any more is lost without a word.
      guard FileIdentity(at: path) == identity else { throw Self.gone(path) }
      try transact(body)
    } catch {
      hasFailed = true
      throw error
    }
    if syncer == nil { syncer = LogSyncer(database: path) }
    syncer?.touch()
  }

  /// Does it once more where only tables were missing that may be deleted: they are made again.
  private func transact(_ body: () throws(BoardStoreError) -> Void) throws(BoardStoreError) {
    do {
      try database.transaction(body)
    } catch {
      guard (try? restoreExtras()) == true else { throw error }
      try database.transaction(body)
    }
  }

  /// Makes the tables that may be deleted where some are gone: history begins again.
  ///
  /// Returns whether that was so.
  func restoreExtras() throws(BoardStoreError) -> Bool {
    guard try !BoardSchema.hasExtras(in: database) else { return false }
    try BoardSchema.makeExtras(in: database)
    beginHistory()
    return true
  }

  /// A keyframe is wanted next; until then no change is recorded.
  func beginHistory() {
    keyframeMoment = nil
    sinceKeyframe = Growth()
  }

  /// How many times the medium was waited for in the background.
  package var syncCount: Int { syncer?.roundCount ?? 0 }

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
    try write { () throws(BoardStoreError) in
      try database.prepare("UPDATE facts SET title = ?1").run(.bytes(Array(title.utf8)))
    }
  }

  /// Notes that the board is used now, in milliseconds since 1970.
  package func use(at moment: UInt64) throws(BoardStoreError) {
    try write { () throws(BoardStoreError) in
      try database.prepare("UPDATE facts SET used = ?1").run(.number(Int64(clamping: moment)))
    }
  }
}
