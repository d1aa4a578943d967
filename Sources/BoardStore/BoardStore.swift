package import BoardCore
import Glibc

/// The folder that holds one person's boards and key: `boards/NAME-ID.sqlite`, `device.key`.
///
/// One program at a time owns it, for as long as this lives. For one thread at a time.
package final class BoardStore {
  /// What came of opening a folder.
  package enum Opening {
    case opened(BoardStore)
    /// Another program has it: this one writes nothing there and is a guest.
    case inUse
  }

  package let path: String
  /// Why nothing can be written here; nil when it can.
  package let refusal: BoardStoreError?
  let folder: StoreFolder
  let boardsFolder: StoreFolder
  private let lock: Int32

  private init(path: String, lock: Int32, refusal: BoardStoreError?) {
    self.path = path
    self.lock = lock
    self.refusal = refusal
    folder = StoreFolder(path: path)
    boardsFolder = StoreFolder(path: "\(path)/boards")
  }

  deinit { if lock >= 0 { close(lock) } }

  /// Opens the folder, making what is missing of it.
  ///
  /// A folder in which nothing can be written is opened for reading: `refusal` says why.
  ///
  /// - Throws: what the system refused, with what to do about it.
  package static func open(_ path: String) throws(BoardStoreError) -> Opening {
    try StoreFolder.make(path)
    let file = "\(path)/lock"
    let flags = O_NOFOLLOW | O_CLOEXEC
    var refusal: BoardStoreError?
    var descriptor = Glibc.open(file, O_RDWR | O_CREAT | flags, 0o600)
    if descriptor < 0 {
      let failure = StoreFolder.failure(file, "cannot be opened", errno)
      guard refuses(errno) else { throw failure }
      refusal = failure
      descriptor = Glibc.open(file, O_RDONLY | flags)
    }
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      close(descriptor)
      if code == EWOULDBLOCK { return .inUse }
      throw StoreFolder.failure(file, "cannot be locked", code)
    }
    if refusal == nil {
      do {
        try StoreFolder.make("\(path)/boards")
      } catch {
        refusal = error
      }
    }
    return .opened(BoardStore(path: path, lock: descriptor, refusal: refusal))
  }

  /// The folder for reading alone, whether or not a program has it: nothing is made or locked.
  package static func reading(_ path: String) -> BoardStore {
    let refusal = BoardStoreError(
      .closed,
      path: path,
      failure: "is open for reading only",
      advice: "let the program that has it open write"
    )
    return BoardStore(path: path, lock: -1, refusal: refusal)
  }

  private static func refuses(_ code: Int32) -> Bool {
    [EACCES, EPERM, EROFS, ENOSPC, EDQUOT].contains(code)
  }

  /// The board that opens when none is named.
  package func homeBoard() throws(BoardStoreError) -> BoardID? {
    guard let bytes = try folder.read("home") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return BoardFileName.number(String(text.dropLast())).map(BoardID.init)
  }

  package func setHomeBoard(_ board: BoardID) throws(BoardStoreError) {
    try folder.replace("home", with: Array("\(BoardFileName.hexadecimal(board.rawValue))\n".utf8))
  }

  /// What the session wants back in the next run; nil when nothing was kept.
  package func sessionRecord() throws(BoardStoreError) -> [UInt8]? {
    try folder.read("session")
  }

  /// Replaces it in one step; nil removes it.
  package func setSessionRecord(_ record: [UInt8]?) throws(BoardStoreError) {
    guard let record else { return try folder.remove("session") }
    try folder.replace("session", with: record)
  }
}
