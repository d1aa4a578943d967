package import BoardCore

/// Under which replica id a program writes: the one of the last run, when that run is continued.
///
/// A sequence number of a replica must never name two operations. An id goes on only when the last
/// run ended cleanly, in this file, in this folder, on this machine, and nothing was brought back
/// from elsewhere since.
extension BoardFile {
  /// What a run begins with.
  package struct Run: Equatable, Sendable {
    package var replica: ReplicaID
    /// The last run's undo history; nil when the id is new.
    package var undo: [UInt8]?

    package init(replica: ReplicaID, undo: [UInt8]?) {
      self.replica = replica
      self.undo = undo
    }
  }

  /// Begins to write: from here on, only `endRun` lets the next run have this id.
  ///
  /// - Throws: what could not be recorded; the file is not to be written then.
  package func beginRun(random: () -> UInt64) throws(BoardStoreError) -> Run {
    let seal = try RunSeal(board: path).take()
    var run = Run(replica: ReplicaID(random()), undo: nil)
    let row = try database.prepare("SELECT replica, clean, seal, undo FROM runs")
    if try row.step(), let seal, row.number(1) == 1, row.bytes(2) == seal {
      let replica = ReplicaID(UInt64(bitPattern: row.number(0)))
      run = Run(replica: replica, undo: row.bytes(3))
    }
    row.reset()
    try record(run.replica, seal: nil, undo: [])
    return run
  }

  /// Gives the run another id, when somebody knows operations of this one that are not kept here.
  package func renewRun(random: () -> UInt64) throws(BoardStoreError) -> Run {
    let run = Run(replica: ReplicaID(random()), undo: nil)
    try record(run.replica, seal: nil, undo: [])
    return run
  }

  /// Ends cleanly: everything is on disk, and the next run goes on under the same id.
  ///
  /// After a failure of the disk it does nothing but say so: that id is never used again.
  package func endRun(
    of replica: ReplicaID,
    undo: [UInt8],
    random: () -> UInt64
  ) throws(BoardStoreError) {
    try write { () throws(BoardStoreError) in }
    try forgetAll()
    shrink()
    let print = try RunSeal(board: path).make(stamp: random())
    try record(replica, seal: print, undo: undo)
  }

  /// The ids under which this device wrote here, of which others may lack something.
  package func ownRuns() throws(BoardStoreError) -> [OwnRun] {
    let rows = try database.prepare("SELECT replica, shared FROM own_runs ORDER BY rowid")
    var runs: [OwnRun] = []
    while try rows.step() {
      let replica = ReplicaID(UInt64(bitPattern: rows.number(0)))
      runs.append(OwnRun(replica: replica, shared: UInt64(clamping: rows.number(1))))
    }
    return runs
  }

  /// Keeps these in place of those that were kept before.
  ///
  /// What another program wrote beside one that stays is still there.
  package func keep(_ runs: [OwnRun]) throws(BoardStoreError) {
    try write { () throws(BoardStoreError) in
      let numbers = runs.map { String(Int64(bitPattern: $0.replica.rawValue)) }
      try database.run(
        "DELETE FROM own_runs WHERE replica NOT IN (\(numbers.joined(separator: ", ")))"
      )
      let insert = try database.prepare(
        """
        INSERT INTO own_runs (replica, shared) VALUES (?1, ?2)
        ON CONFLICT (replica) DO UPDATE SET shared = ?2
        """
      )
      for run in runs {
        let replica = Int64(bitPattern: run.replica.rawValue)
        try insert.run(.number(replica), .number(Int64(clamping: run.shared)))
      }
    }
  }

  /// On disk when it returns, also after a power cut, with everything that was kept before.
  private func record(
    _ replica: ReplicaID,
    seal: [UInt8]?,
    undo: [UInt8]
  ) throws(BoardStoreError) {
    try database.run("PRAGMA synchronous = FULL")
    try write { () throws(BoardStoreError) in
      // Columns that are not known here keep what they hold.
      try database.prepare(
        """
        INSERT INTO runs (one, replica, clean, seal, undo) VALUES (1, ?1, ?2, ?3, ?4)
        ON CONFLICT (one) DO UPDATE SET replica = ?1, clean = ?2, seal = ?3, undo = ?4
        """
      ).run(
        .number(Int64(bitPattern: replica.rawValue)),
        .number(seal == nil ? 0 : 1),
        .bytes(seal ?? []),
        .bytes(undo)
      )
      try database.prepare("INSERT OR IGNORE INTO own_runs (replica, shared) VALUES (?1, 0)")
        .run(.number(Int64(bitPattern: replica.rawValue)))
    }
    try database.run("PRAGMA synchronous = NORMAL")
  }
}
