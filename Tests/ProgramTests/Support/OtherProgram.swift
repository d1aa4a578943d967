import Foundation
import SessionCore

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

  private static func answer(_ link: Int32, _ parts: [[UInt8]]) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for part in parts {
      guard recv(link, &buffer, buffer.count, 0) > 0 else { return }
      send(link, part, part.count, Int32(MSG_NOSIGNAL))
    }
    // Until the other side has had enough.
    while recv(link, &buffer, buffer.count, 0) > 0 {}
  }

  /// The first word of a program that speaks another version.
  static func hello(version: UInt16) -> [UInt8] {
    Frame.foreignHello(version: version).encoded()
  }

  /// The first word of a corkboard of this version.
  static var hello: [UInt8] {
    let hello = Hello(
      device: DeviceID(77),
      name: "Zed",
      deviceName: "den",
      port: 9,
      datagramToken: 5,
      activityIdentifier: "corkboard.board"
    )
    return Frame.hello(hello).encoded()
  }
}
