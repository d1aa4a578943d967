import Glibc

/// The socket on which a program takes commands, for as long as it has the folder.
///
/// Only its user may connect. For one thread at a time.
struct CommandListener {
  let descriptor: Int32
  /// What to remove in the end.
  private let paths: [String]

  /// Listens for a data folder that this program has locked: what lies there of earlier runs is
  /// replaced.
  ///
  /// - Throws: why commands will not reach this program.
  static func open(for folder: String) throws(CommandFailure) -> CommandListener {
    guard let runtime = CommandSocket.runtimeFolder(), let name = CommandSocket.name(for: folder)
    else {
      let descriptor = try bind(folder, CommandSocket.name)
      return CommandListener(
        descriptor: descriptor,
        paths: ["\(folder)/\(CommandSocket.name)"]
      )
    }
    let descriptor = try bind(runtime, name)
    let target = "\(runtime)/\(name)"
    let link = "\(folder)/\(CommandSocket.name)"
    let new = "\(folder)/.\(CommandSocket.name).new"
    unlink(new)
    guard symlink(target, new) == 0, isFree(link), rename(new, link) == 0 else {
      let code = errno
      unlink(new)
      // A folder that takes no link: commands with the same runtime folder arrive all the same.
      if [EROFS, EACCES, EPERM, ENOSPC, EDQUOT].contains(code) {
        return CommandListener(descriptor: descriptor, paths: [target])
      }
      close(descriptor)
      unlink(target)
      throw CommandFailure("\(link) cannot be made: \(String(cString: strerror(code)))")
    }
    return CommandListener(descriptor: descriptor, paths: [link, target])
  }

  func end() {
    // The lock is still held: nobody else has put anything there.
    for path in paths { unlink(path) }
    close(descriptor)
  }

  /// Binds under a hidden name first, so that the name always leads to a socket that listens.
  private static func bind(_ folder: String, _ name: String) throws(CommandFailure) -> Int32 {
    let path = "\(folder)/\(name)"
    let new = ".\(name).new"
    unlink("\(folder)/\(new)")
    let descriptor = CommandSocket.make(isBlocking: false)
    // Linux gives the file the rights that the socket has when it is bound.
    let isReady =
      descriptor >= 0 && fchmod(descriptor, 0o600) == 0
      && CommandSocket.withAddress(folder, new) { Glibc.bind(descriptor, $0, $1) } == 0
      && chmod("\(folder)/\(new)", 0o600) == 0
      && listen(descriptor, 16) == 0
      && isFree(path)
      && rename("\(folder)/\(new)", path) == 0
    guard isReady else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      unlink("\(folder)/\(new)")
      throw CommandFailure("\(path) cannot be made: \(reason)")
    }
    return descriptor
  }

  /// Whether nothing is there but what an earlier run left.
  private static func isFree(_ path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return errno == ENOENT }
    let kind = facts.st_mode & S_IFMT
    guard kind != S_IFSOCK, kind != S_IFLNK else { return true }
    errno = EEXIST
    return false
  }
}
