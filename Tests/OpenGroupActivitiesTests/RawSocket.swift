import Glibc
import SessionCore

@testable import OpenGroupActivities

/// A stranger's socket: blocking calls on a plain descriptor, closed with its owner.
final class RawSocket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private static func address(_ port: UInt16) -> SocketAddress? {
    SocketAddress(Endpoint(address: [127, 0, 0, 1], port: port), onIPv6Socket: false)
  }

  /// A connection to a port of this machine; nil when it is refused.
  static func connect(to port: UInt16) -> RawSocket? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0, let address = address(port) else { return nil }
    let raw = RawSocket(descriptor)
    return address.withPointer { Glibc.connect(descriptor, $0, $1) } == 0 ? raw : nil
  }

  /// A listener or a datagram socket that takes a port.
  static func take(_ port: UInt16, _ kind: __socket_type) -> RawSocket? {
    let descriptor = socket(AF_INET, Int32(kind.rawValue), 0)
    guard descriptor >= 0, let address = address(port) else { return nil }
    let raw = RawSocket(descriptor)
    // A port whose last connections are hardly over can be listened on again.
    if kind == SOCK_STREAM { Sockets.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1) }
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else { return nil }
    if kind == SOCK_STREAM, listen(descriptor, 1) != 0 { return nil }
    return raw
  }

  static func sendDatagram(_ bytes: [UInt8], to port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0, let address = address(port) else { return }
    Sockets.sendDatagram(descriptor, bytes, address)
    close(descriptor)
  }

  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Begins to connect and does not wait; nil when the system refuses at once.
  static func dial(_ port: UInt16) -> RawSocket? {
    Sockets.dial(Endpoint(address: [127, 0, 0, 1], port: port)).map { RawSocket($0) }
  }

  /// Waits for the end of the connection; false when it stays open for 10 s.
  func isClosedByOther() async -> Bool { await bytesUntilEnd() != nil }

  /// What the other side says until it closes; nil when the connection stays open for 10 s.
  func bytesUntilEnd() async -> [UInt8]? {
    let answer = OneAnswer<[UInt8]?>()
    // On a thread of its own: the call blocks, and the tests share few threads.
    guard DetachedThread.start({ answer.give(self.readToEnd()) }) else { return nil }
    return await answer.wait()
  }

  private func readToEnd() -> [UInt8]? {
    var heard: [UInt8] = []
    while let bytes = receive() {
      guard !bytes.isEmpty else { return heard }
      heard += bytes
    }
    // Also a connection that was reset is over.
    return errno == EAGAIN ? nil : heard
  }

  /// What comes next, nothing at the end; nil after 10 s or when the connection broke.
  func receive() -> [UInt8]? {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count >= 0 ? Array(buffer[..<count]) : nil
  }

  /// The next who dials a listener; nil when there is none any more.
  func accept() -> RawSocket? {
    let accepted = Glibc.accept(descriptor, nil, nil)
    return accepted >= 0 ? RawSocket(accepted) : nil
  }

  /// Ends both directions, also for a thread that waits for something.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
