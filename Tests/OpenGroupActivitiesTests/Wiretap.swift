import Glibc
import Synchronization

@testable import OpenGroupActivities

/// A port that passes everything on to another one and keeps a copy.
final class Wiretap: Sendable {
  let port: UInt16
  private let listener: RawSocket
  private let heard = Mutex<[UInt8]>([])

  /// - Throws: when no port can be had.
  init(to target: UInt16) throws {
    let free = (40_000..<60_000).lazy.map { UInt16($0) }.shuffled().lazy
      .compactMap { port in RawSocket.take(port, SOCK_STREAM).map { (port, $0) } }.first
    guard let (port, listener) = free else { throw CancellationError() }
    self.port = port
    self.listener = listener
    let heard: @Sendable ([UInt8]) -> Void = { [weak self] bytes in
      self?.heard.withLock { $0 += bytes }
    }
    let started = DetachedThread.start {
      while let near = listener.accept() {
        guard let far = RawSocket.connect(to: target) else { continue }
        Wiretap.pass(near, far, heard)
        Wiretap.pass(far, near, heard)
      }
    }
    if !started { throw CancellationError() }
  }

  deinit { listener.shutDown() }

  /// Everything that came through, both ways.
  var bytes: [UInt8] { heard.withLock { $0 } }

  private static func pass(
    _ source: RawSocket,
    _ sink: RawSocket,
    _ heard: @escaping @Sendable ([UInt8]) -> Void
  ) {
    _ = DetachedThread.start {
      while let bytes = source.receive(), !bytes.isEmpty {
        heard(bytes)
        sink.send(bytes)
      }
      sink.shutDown()
    }
  }
}
