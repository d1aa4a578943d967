import Glibc

/// A file beside a board that is there from a clean end to the next start, and what it is known by.
///
/// The board records what the file looked like. A board or a folder that was copied, restored from a
/// backup or moved to another machine does not have that very file beside it: the system sets the
/// time of a file's last change itself, and no copying brings it back.
struct RunSeal {
  /// The folder of the boards.
  let folder: StoreFolder
  /// The file's name in it.
  let name: String

  init(board path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    folder = StoreFolder(path: parts.dropLast().joined(separator: "/"))
    name = ".\(parts.last ?? "").clean"
  }

  /// Makes the file and returns what it is known by.
  func make(stamp: UInt64) throws(BoardStoreError) -> [UInt8] {
    try folder.replace(name, with: Array("\(stamp)\n".utf8))
    guard let print = try fingerprint() else {
      throw StoreFolder.failure("\(folder.path)/\(name)", "cannot be read", ENOENT)
    }
    return print
  }

  /// What the file is known by, after it was removed for good; nil when there is none.
  func take() throws(BoardStoreError) -> [UInt8]? {
    guard let print = try fingerprint() else { return nil }
    try folder.remove(name)
    // A power cut must not bring it back.
    folder.synchronize()
    return print
  }

  /// Machine, inode, time of last change and content.
  private func fingerprint() throws(BoardStoreError) -> [UInt8]? {
    guard let content = try folder.read(name) else { return nil }
    var status = stat()
    guard lstat("\(folder.path)/\(name)", &status) == 0 else { return nil }
    let change = status.st_ctim
    let place = "\(status.st_ino) \(change.tv_sec) \(change.tv_nsec) "
    return Self.machine + Array(place.utf8) + content
  }

  /// The system's own name of this machine; empty where it has none.
  static var machine: [UInt8] {
    (try? StoreFolder(path: "/etc").read("machine-id")) ?? []
  }
}
