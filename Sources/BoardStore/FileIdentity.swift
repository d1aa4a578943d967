import Glibc

/// Which file stands at a path: another one after it was deleted, moved away or replaced.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil when no file is there.
  init?(at path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt64(facts.st_dev)
    number = UInt64(facts.st_ino)
  }
}

extension BoardFile {
  static func gone(_ path: String) -> BoardStoreError {
    BoardStoreError(
      .system(code: ENOENT),
      path: path,
      failure: "was deleted, moved or replaced while it was open",
      advice: "all of the board is kept anew at the next attempt"
    )
  }
}
