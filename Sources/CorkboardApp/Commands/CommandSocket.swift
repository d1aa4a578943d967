import CSystem
import Glibc

/// Where the program that has a folder listens for commands.
///
/// The socket is in the runtime folder, and a link in the data folder leads to it: a command needs
/// only the data folder, whatever its own environment says. Where the data folder takes no link, a
/// command looks in its own runtime folder. Without a runtime folder the socket itself is in the data
/// folder.
enum CommandSocket {
  static let name = "commands.socket"

  /// The most bytes of one request, after the four bytes that say how many there are: the
  /// longest text of a note, with each byte escaped.
  static let limit = 4 << 20

  /// The most bytes of an answer: the ids of as many notes as an import may bring.
  static let answerLimit = 64 << 20

  /// Calls `body` with the address of a path, which may be longer than a socket's address is.
  ///
  /// Nil when the folder cannot be opened.
  static func withAddress<Result>(
    _ folder: String,
    _ name: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    let path = "\(folder)/\(name)"
    if let result = withAddress(path, body) { return result }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withAddress("/proc/self/fd/\(descriptor)/\(name)", body)
  }

  private static func withAddress<Result>(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// A new local socket, closed on exec.
  static func make(isBlocking: Bool) -> Int32 {
    let flags = Int32(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
  }

  /// Whether the other end belongs to the same user.
  static func isOwn(_ descriptor: Int32) -> Bool { cs_peer_user(descriptor) == Int64(getuid()) }

  /// Whether a program answers for this folder.
  static func isAnswered(in folder: String) -> Bool {
    guard let descriptor = connect(to: folder) else { return false }
    close(descriptor)
    return true
  }

  /// A connection to the program that has the folder, which gives up after `patience` seconds
  /// without progress.
  ///
  /// Nil when none listens.
  static func connect(to folder: String, patience: Int = 10) -> Int32? {
    let descriptor = make(isBlocking: true)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    func isReached(_ folder: String, _ name: String) -> Bool {
      withAddress(folder, name) { Glibc.connect(descriptor, $0, $1) } == 0
    }
    func isReachedByItsName() -> Bool {
      guard let runtime = runtimeFolder(), let name = name(for: folder) else { return false }
      return isReached(runtime, name)
    }
    guard isReached(folder, name) || isReachedByItsName(), isOwn(descriptor) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  // MARK: The runtime folder

  /// `$XDG_RUNTIME_DIR/corkboard`, made if it is missing; nil unless it is this user's alone.
  static func runtimeFolder() -> String? {
    guard let base = Surroundings.variable("XDG_RUNTIME_DIR"), base.hasPrefix("/") else {
      return nil
    }
    let folder = "\(base)/corkboard"
    mkdir(folder, 0o700)
    var facts = stat()
    guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
      facts.st_uid == getuid(), facts.st_mode & 0o077 == 0
    else { return nil }
    return folder
  }

  /// A name that is the same for one data folder, whatever path leads to it.
  static func name(for folder: String) -> String? {
    var facts = stat()
    guard stat(folder, &facts) == 0 else { return nil }
    return "\(String(facts.st_dev, radix: 16))-\(String(facts.st_ino, radix: 16)).socket"
  }

  // MARK: Frames

  static func frame(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(clamping: bytes.count).bigEndian) { Array($0) } + bytes
  }

  /// The length that the first four bytes say; nil before they are there.
  static func length(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
