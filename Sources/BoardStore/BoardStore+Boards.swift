package import BoardCore
import Glibc

extension BoardStore {
  /// Every board of the folder, the last used first.
  package func boards() throws(BoardStoreError) -> StoredBoards {
    var list = StoredBoards()
    for name in try boardsFolder.names() where BoardFileName.board(of: name) != nil {
      do {
        list.boards.append(try readable("\(boardsFolder.path)/\(name)").facts())
      } catch {
        list.unreadable.append(error)
      }
    }
    list.boards.sort { ($1.used, $0.id) < ($0.used, $1.id) }
    return list
  }

  /// Makes a board and opens it.
  ///
  /// `moment` is in milliseconds since 1970. A board with this id must not be there yet; the
  /// error says what the system or the database refused. `log` is what it begins with.
  package func makeBoard(
    _ id: BoardID,
    title: String,
    at moment: UInt64,
    from log: StoredLog = StoredLog()
  ) throws(BoardStoreError) -> BoardFile {
    if let refusal { throw refusal }
    let name = BoardFileName.name(title: title, id: id)
    let final = "\(boardsFolder.path)/\(name)"
    guard try fileName(of: id) == nil else {
      throw StoreFolder.failure(final, "cannot be made", EEXIST)
    }
    // Complete or not at all: it gets its name last.
    let new = "\(boardsFolder.path)/.\(name).new"
    unlink(new)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = Glibc.open(new, flags, 0o600)
    guard descriptor >= 0 else { throw StoreFolder.failure(new, "cannot be made", errno) }
    close(descriptor)
    do {
      try BoardFile.make(at: new, title: title, moment: moment, log: log)
    } catch {
      unlink(new)
      throw error
    }
    guard rename(new, final) == 0 else {
      throw StoreFolder.failure(final, "cannot be made", errno)
    }
    boardsFolder.synchronize()
    return try BoardFile(opening: final)
  }

  /// Opens a board of this folder to write; nil when there is none with this id.
  package func openBoard(_ id: BoardID) throws(BoardStoreError) -> BoardFile? {
    guard let name = try fileName(of: id) else { return nil }
    if let refusal { throw refusal }
    return try BoardFile(opening: "\(boardsFolder.path)/\(name)")
  }

  /// Opens a board to read, also while a program writes it; nil when there is none with this id.
  package func readBoard(_ id: BoardID) throws(BoardStoreError) -> BoardFile? {
    try fileName(of: id).map { (name) throws(BoardStoreError) in
      try readable("\(boardsFolder.path)/\(name)")
    }
  }

  /// Opens a file in the first way that gives its content.
  ///
  /// Where nothing can be made beside it, the database engine must be told not to try.
  func readable(_ path: String) throws(BoardStoreError) -> BoardFile {
    do {
      return try BoardFile(opening: path, .read)
    } catch {
      guard case .database = error.kind else { throw error }
      let other = try? BoardFile(opening: path, .exclusive)
      if let other = other ?? (try? BoardFile(opening: path, .immutable)) { return other }
      throw error
    }
  }

  /// A board by its id, whatever title its file was named after.
  func fileName(of id: BoardID) throws(BoardStoreError) -> String? {
    try boardsFolder.names().first { BoardFileName.board(of: $0) == id }
  }
}
