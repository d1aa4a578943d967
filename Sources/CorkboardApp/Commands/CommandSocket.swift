import CSystem
import Glibc

/// Where the program that has a folder listens for commands.
///
/// The socket is in the runtime folder, and a link in the data folder leads to it: a command needs
/// only the data folder, whatever its own environment says. Without a runtime folder the socket
/// itself is there.
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
    let result = withAddress(folder, name) { Glibc.connect(descriptor, $0, $1) }
    guard result == 0, isOwn(descriptor) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  static func frame(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(clamping: bytes.count).bigEndian) { Array($0) } + bytes
  }

  /// The length that the first four bytes say; nil before they are there.
  static func length(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
