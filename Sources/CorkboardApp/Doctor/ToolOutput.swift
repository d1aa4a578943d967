import Glibc

/// What a small program of the system prints, or a small file holds.
enum ToolOutput {
  private static let limit = 1 << 20
  private static let folders = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"]

  /// Runs a program to its end; nil when it is not there or fails.
  static func of(_ words: [String]) -> String? {
    let path = Surroundings.variable("PATH")?.split(separator: ":").map(String.init) ?? []
    let places = (path + folders).filter { $0.hasPrefix("/") }.map { "\($0)/\(words[0])" }
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var child = pid_t()
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    let result = posix_spawn(&child, program, &actions, nil, arguments + [nil], environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard result == 0 else { return nil }
    let text = all(of: ends[0])
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status == 0 ? text : nil
  }

  /// A file's text; nil when it cannot be read.
  static func file(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return all(of: descriptor)
  }

  private static func all(of descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      // To its end, so that the program does, too.
      bytes += buffer[..<count].prefix(max(0, limit - bytes.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
