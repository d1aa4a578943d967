import BoardCore
import BoardUI
import Glibc

/// What a command prints for others to read.
enum StandardOutput {
  static var isTerminal: Bool { isatty(1) == 1 }

  /// - Throws: when not all of it could be written.
  static func write(_ text: String) throws(CommandFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw CommandFailure("the output cannot be written: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// What a command reads.
enum StandardInput {
  /// The most that an import looks at.
  private static let limit = 256 << 20

  /// The text of one note, without the newline that ends what most programs print.
  static func note() throws(CommandFailure) -> String {
    var bytes = try read(0, limit: BoardLimits.textBytes + 2, "standard input")
    if bytes.last == 0x0A { bytes.removeLast() }
    guard bytes.count <= BoardLimits.textBytes else {
      throw CommandFailure(
        "a note holds \(BoardLimits.textBytes) bytes of text, and this is more;"
          + " make several notes of it"
      )
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("standard input is not UTF-8 text; nothing was added")
    }
    return text
  }

  /// All of a file, or of standard input when the path is `-`.
  static func file(_ path: String) throws(CommandFailure) -> [UInt8] {
    guard path != "-" else { return try read(0, limit: limit, "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    let bytes = try read(descriptor, limit: limit, path)
    guard bytes.count < limit else {
      throw CommandFailure("\(path.visible) is larger than any board; nothing was imported")
    }
    return bytes
  }

  /// At most `limit` bytes.
  private static func read(
    _ descriptor: Int32,
    limit: Int,
    _ path: String
  ) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("\(path.visible) cannot be read: \(String(cString: strerror(errno)))")
  }
}

extension String {
  /// For a person at a terminal: line ends are plain, and nothing else is obeyed.
  var visibleOnTerminal: String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\n", previous == "\r" { text.removeLast() }
      text.append(scalar)
      previous = scalar
    }
    return String(text).visibleLines
  }
}
