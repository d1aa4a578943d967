import Glibc
import SessionCore

/// One TCP connection: bytes in, bytes out.
///
/// Decides nothing about them.
///
/// What is written waits in the outbox until the socket takes it. `write`, `push` and `read` are the
/// only ways for bytes, so that encryption can be put between the outbox and the socket.
final class Link {
  /// What reading gave.
  enum ReadOutcome: Equatable {
    case bytes(Int)
    case nothing
    case ended
  }

  /// A link with more than this waiting is broken off: the core cuts a slow peer long before.
  static let mostWaiting = 48 << 20
  /// Kept for the next message once the outbox is empty.
  private static let keptCapacity = 1 << 16

  let id: LinkID
  let descriptor: Int32
  let endpoint: Endpoint?
  let isDialled: Bool
  var isConnecting: Bool
  /// Closes once the outbox is empty.
  var isClosing = false
  var isDirty = false
  /// The core has answered: no stranger any more.
  var isKnown: Bool
  var interest: Readiness
  private var outbox: [UInt8] = []
  private var start = 0

  /// Takes over a descriptor and closes it at its end.
  init(_ id: LinkID, _ descriptor: Int32, to endpoint: Endpoint?, isDialled: Bool) {
    self.id = id
    self.descriptor = descriptor
    self.endpoint = endpoint
    self.isDialled = isDialled
    isConnecting = isDialled
    isKnown = isDialled
    interest = isDialled ? .write : .read
  }

  deinit { close(descriptor) }

  /// Bytes that wait for the socket.
  var waiting: Int { outbox.count - start }

  /// False when too much waits already.
  func write(_ bytes: [UInt8]) -> Bool {
    guard waiting + bytes.count <= Self.mostWaiting else { return false }
    outbox.append(contentsOf: bytes)
    return true
  }

  /// Gives the socket what it takes; true when it took something.
  func push() -> Bool {
    let before = start
    while start < outbox.count {
      let sent = outbox.withUnsafeBytes {
        Sockets.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      // Full, or broken: then reading says so.
      guard let sent, sent > 0 else { break }
      start += sent
    }
    let hasMoved = start > before
    if start == outbox.count {
      outbox.removeAll(keepingCapacity: outbox.capacity <= Self.keptCapacity)
      start = 0
    } else if start > Self.keptCapacity, start > outbox.count / 2 {
      outbox.removeFirst(start)
      start = 0
    }
    return hasMoved
  }

  /// Takes what has arrived.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .ended
    }
  }

  /// Says that nothing more comes, and takes what still waits, so that closing resets nothing.
  func finish(_ buffer: UnsafeMutableRawBufferPointer) {
    shutdown(descriptor, Int32(SHUT_WR))
    for _ in 0..<16 {
      guard case .bytes = read(into: buffer) else { return }
    }
  }
}
