import Foundation

/// Somebody's shell: runs corkboard's commands to their end in a person's folders.
final class Shell: Sendable {
  let folders: ProgramFolders
  private let environment: [String: String]

  struct Result {
    let status: Int32
    let output: String
    let error: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var line: String { lines.first ?? "" }
    /// Lines of `ls --json`: the id, and all that follows.
    var notes: [(id: String, rest: String)] {
      lines.map { line in
        let end = line.firstRange(of: ",\"text\"")?.lowerBound ?? line.endIndex
        let author = line.firstRange(of: ",\"author\"")?.lowerBound ?? line.endIndex
        return (String(line[..<end]), String(line[min(end, author)..<author]))
      }
    }
  }

  init(
    _ folders: ProgramFolders = ProgramFolders(),
    without variable: String? = nil,
    adding variables: [String: String] = [:]
  ) {
    self.folders = folders
    var environment = folders.environment
    environment["CORKBOARD_NAME"] = "Ada"
    if let variable { environment[variable] = nil }
    environment.merge(variables) { $1 }
    self.environment = environment
  }

  func run(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: input)
  }

  func run(
    _ arguments: [String],
    input: String = "",
    on host: TestNetwork.Host? = nil
  ) throws -> Result {
    // Files and no pipes: whatever is written is there once the program has ended.
    let files = try [input, "", ""].map { try Self.file($0) }
    defer { for file in files { close(file) } }
    let child = try ChildProcess(
      (host?.launcher ?? []) + [ProgramPath.find()] + arguments,
      environment: environment,
      streams: files.map { .same($0) }
    )
    let ending = try child.waitForEnd()
    let status: Int32 = if case .exited(let status) = ending { status } else { -1 }
    return Result(status: status, output: Self.text(files[1]), error: Self.text(files[2]))
  }

  private static func file(_ content: String) throws -> Int32 {
    let path = "/tmp/corkboard-test-\(UInt64.random(in: .min ... .max))"
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Missing(description: "can not write \(path)") }
    unlink(path)
    let bytes = Array(content.utf8)
    write(file, bytes, bytes.count)
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func text(_ file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END))))
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// A client of a local socket that does not play by the rules.
enum LocalSocket {
  static func connect(_ path: String) throws -> Int32 {
    let descriptor = socket(
      AF_UNIX,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
      0
    )
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array(path.utf8).prefix(107))
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Missing(description: "nobody listens at \(path)") }
    return descriptor
  }

  static func send(_ descriptor: Int32, _ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
