package import BoardCore
import Glibc

/// The folder that holds one person's boards and identity: `boards/NAME-ID.sqlite`, `identity`.
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
  let folder: StoreFolder
  let boardsFolder: StoreFolder
  private let lock: Int32

  private init(path: String, lock: Int32) {
    self.path = path
    self.lock = lock
    folder = StoreFolder(path: path)
    boardsFolder = StoreFolder(path: "\(path)/boards")
  }

  deinit { close(lock) }

  /// Opens the folder, making what is missing of it.
  ///
  /// - Throws: what the system refused, with what to do about it.
  package static func open(_ path: String) throws(BoardStoreError) -> Opening {
    try StoreFolder.make(path)
    let file = "\(path)/lock"
    let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFolder.failure(file, "cannot be opened", errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      if code == EWOULDBLOCK { return .inUse }
      throw StoreFolder.failure(file, "cannot be locked", code)
    }
    let store = BoardStore(path: path, lock: descriptor)
    try StoreFolder.make(store.boardsFolder.path)
    return .opened(store)
  }

  /// Who this device is: the same in every run.
  ///
  /// `random` gives 128 random bits and is asked on the first run only. A file that holds something
  /// else is an error and stays as it is.
  package func identity(random: () -> UInt128) throws(BoardStoreError) -> AuthorID {
    if let bytes = try folder.read("identity") {
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasSuffix("\n"), let value = BoardFileName.number(String(text.dropLast())) else {
        throw BoardStoreError(
          .unreadable,
          path: "\(path)/identity",
          failure: "does not hold an identity",
          advice: "move it away to become a new device"
        )
      }
      return AuthorID(value)
    }
    let value = random()
    try folder.create("identity", with: Array("\(BoardFileName.hexadecimal(value))\n".utf8))
    return AuthorID(value)
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
