package import BoardCore
import Glibc

/// Opening a board whatever the state of its file.
extension BoardStore {
  /// Opens a board to work on it, or makes it.
  ///
  /// A damaged file is set aside under another name, never overwritten; what can be read of it begins
  /// a new file, under a new replica id. Where nothing can be written, what can be read is shown, and
  /// the work goes on in memory. `moment` is in milliseconds since 1970.
  package func open(
    _ id: BoardID,
    title: String,
    at moment: UInt64,
    random: () -> UInt64
  ) -> BoardOpening {
    do {
      guard let name = try fileName(of: id) else {
        return try begin(makeBoard(id, title: title, at: moment), at: moment, random: random)
      }
      let path = "\(boardsFolder.path)/\(name)"
      if let refusal { return look(path, because: refusal, random: random) }
      return open(path, id, title: title, at: moment, random: random)
    } catch {
      return memory(StoredLog(), because: error, random: random)
    }
  }

  private func open(
    _ path: String,
    _ id: BoardID,
    title: String,
    at moment: UInt64,
    random: () -> UInt64
  ) -> BoardOpening {
    var left = Salvage()
    do {
      let opening = try begin(BoardFile(opening: path), at: moment, random: random)
      guard opening.log.damage?.kind == .unreadable else { return opening }
      left = Salvage(log: opening.log, title: salvage(path).title)
    } catch {
      guard error.kind == .unreadable else {
        return look(path, because: error, random: random)
      }
      left = salvage(path)
    }
    // Here no connection to the file is open any more: it can be moved.
    let name = left.title ?? BoardFileName.title(of: path) ?? title
    return replace(path, id, by: left.log, title: name, at: moment, random: random)
  }

  /// Takes a file into use: what cannot be recorded now could not be kept later either.
  private func begin(
    _ file: BoardFile,
    at moment: UInt64,
    random: () -> UInt64
  ) throws(BoardStoreError) -> BoardOpening {
    let log = file.load()
    if let damage = log.damage {
      return memory(log, because: damage, random: random)
    }
    do {
      let run = try file.beginRun(random: random)
      try file.use(at: moment)
      return BoardOpening(file: file, log: log, run: run)
    } catch {
      return memory(log, because: error, random: random)
    }
  }

  /// What can be read of a file that cannot be written.
  private func look(
    _ path: String,
    because error: BoardStoreError,
    random: () -> UInt64
  ) -> BoardOpening {
    let log = (try? readable(path))?.load()
    return memory(log ?? StoredLog(), because: error, random: random)
  }

  private func memory(
    _ log: StoredLog,
    because error: BoardStoreError,
    random: () -> UInt64
  ) -> BoardOpening {
    let run = BoardFile.Run(replica: ReplicaID(random()), undo: nil)
    var opening = BoardOpening(log: log, run: run, words: "nothing is kept: \(error)")
    opening.brief = error.brief
    opening.cause = error
    if case .newerFormat = error.kind { opening.isNewer = true }
    return opening
  }

  // MARK: Damage

  private func replace(
    _ path: String,
    _ id: BoardID,
    by log: StoredLog,
    title: String,
    at moment: UInt64,
    random: () -> UInt64
  ) -> BoardOpening {
    let count = log.operations.count
    let read = log.snapshot == nil && count == 0 ? "nothing" : "only a part"
    do {
      let aside = try setAside(path, in: boardsFolder, at: moment)
      let file = try makeBoard(id, title: title, at: moment, from: log)
      var opening = try begin(file, at: moment, random: random)
      if opening.file != nil {
        opening.words =
          "the board's file was damaged and \(read) of it could be read; it is kept as"
        opening.path = aside
      }
      return opening
    } catch {
      return memory(log, because: error, random: random)
    }
  }

  /// Renames a damaged file of a folder and what belongs to it; returns the new path.
  func setAside(
    _ path: String,
    in folder: StoreFolder,
    at moment: UInt64
  ) throws(BoardStoreError) -> String {
    let base = "\(path).damaged-\(Self.date(moment))"
    var aside = base
    var number = 1
    while access(aside, F_OK) == 0 {
      number += 1
      aside = "\(base)-\(number)"
    }
    guard rename(path, aside) == 0 else {
      throw StoreFolder.failure(path, "is damaged and cannot be set aside", errno)
    }
    for suffix in ["-wal", "-shm"] { rename(path + suffix, aside + suffix) }
    folder.synchronize()
    return aside
  }

  /// Date and time in UTC, as a file name has them: 20260131-235959.
  static func date(_ moment: UInt64) -> String {
    var seconds = time_t(clamping: moment / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day =
      digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
    return "\(day)-\(digits(parts.tm_hour, 2))\(digits(parts.tm_min, 2))\(digits(parts.tm_sec, 2))"
  }
}
