import Foundation
import SessionCore

@testable import OpenGroupActivities

/// A program at a port of this machine that says the same to everybody, whatever they want.
final class OtherProgram: Sendable {
  let port: Int
  private let listener: Int32

  /// Each part is sent once the other side has said something more.
  ///
  /// - Throws: `Missing` when there is no port.
  init(saying parts: [[UInt8]]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw Missing(description: "no port on the loopback") }
    // The calls block, and the tests share few threads.
    Thread.detachNewThread {
      while true {
        let link = accept(listener, nil, nil)
        guard link >= 0 else { return }
        Self.answer(link, parts)
        close(link)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static let key = DeviceKey()

  private static func answer(_ link: Int32, _ parts: [[UInt8]]) {
    var session = SecureSession(SecureContext(key), isDialled: false)
    while session.handshake(isWelcome: { _ in true }) == .wantsInput {
      guard exchange(link, &session) else { return }
    }
    for part in parts {
      guard hearsMore(link, &session) else { return }
      _ = part.withUnsafeBytes { session.write($0) }
    }
    // Until the other side has had enough.
    while hearsMore(link, &session) {}
  }

  /// False once the other side is gone.
  private static func hearsMore(_ link: Int32, _ session: inout SecureSession) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      switch buffer.withUnsafeMutableBytes({ session.read(into: $0) }) {
      case .done: return true
      case .wantsInput: guard exchange(link, &session) else { return false }
      case .closed, .failed: return false
      }
    }
  }

  /// Sends what waits, and lets the session hear what comes.
  private static func exchange(_ link: Int32, _ session: inout SecureSession) -> Bool {
    var wire: [UInt8] = []
    session.take(into: &wire)
    send(link, wire, wire.count, Int32(MSG_NOSIGNAL))
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(link, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    return buffer.withUnsafeBytes { session.hear(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// The first word of a program that speaks another version.
  static func hello(version: UInt16) -> [UInt8] {
    Frame.foreignHello(version: version).encoded()
  }

  /// The first word of a corkboard of this version.
  static var hello: [UInt8] {
    let hello = Hello(
      device: DeviceID(hash: key.deviceID),
      name: "Zed",
      deviceName: "den",
      port: 9,
      linkToken: 5,
      datagramIndex: 6,
      pledge: [UInt8](repeating: 8, count: WordExchange.byteCount),
      activityIdentifier: "corkboard.board"
    )
    return Frame.hello(hello).encoded()
  }
}
