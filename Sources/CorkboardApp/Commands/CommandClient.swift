import BoardUI
import Glibc

/// A command's connection to the program that has the folder.
final class CommandClient {
  private let descriptor: Int32

  /// Nil when no program listens; `patience` is how many seconds it may be silent.
  init?(folder: String, patience: Int = 10) {
    guard let descriptor = CommandSocket.connect(to: folder, patience: patience) else {
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Asks and waits for the answer.
  ///
  /// - Throws: when there is none in time. Whether the request was carried out is open then.
  func answer(_ request: CommandRequest) throws -> CommandReply {
    let bytes = request.encoded
    guard bytes.count <= CommandSocket.limit else {
      throw CommandFailure("this is too large for one request to the program; end it and try again")
    }
    try write(CommandSocket.frame(bytes))
    let length = CommandSocket.length(try read(4)) ?? 0
    guard length <= CommandSocket.answerLimit else { throw Self.silence }
    return try CommandReply(encoded: read(length))
  }

  private static let silence = CommandFailure(
    "the corkboard that has the boards open does not answer;"
      + " if it is suspended, fg lets it do what was asked; else end it and try again"
  )

  private func write(_ bytes: [UInt8]) throws(CommandFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.silence }
      rest = rest.dropFirst(count)
    }
  }

  private func read(_ count: Int) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < count {
      let got = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw Self.silence }
      bytes += buffer[..<got]
    }
    return bytes
  }
}
