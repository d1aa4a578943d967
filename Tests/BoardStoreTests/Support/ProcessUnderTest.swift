import Foundation

/// A program that was built beside the tests, with pipes to its input and output.
final class ProcessUnderTest {
  struct Missing: Error {
    var what: String
  }

  let identifier: pid_t
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []
  private var hasEnded = false

  init(_ name: String, _ arguments: [String]) throws {
    let path = try Self.path(of: name)
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw Missing(what: "pipes") }
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    let texts = ([path] + arguments).map { strdup($0) }
    defer { for text in texts { free(text) } }
    var started = pid_t()
    let code = posix_spawn(&started, path, &actions, nil, texts + [nil], environ)
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { throw Missing(what: path) }
    identifier = started
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    if !hasEnded { end(SIGKILL) }
    close(input)
    close(output)
  }

  /// Waits for at least `count` more lines and returns all that came; fewer when it has ended.
  func lines(_ count: Int) -> [String] {
    var lines: [String] = []
    while lines.count < count, receive() { lines += takeLines() }
    return lines
  }

  /// Ends it with a signal, or waits for its own end, and returns what it still said.
  @discardableResult
  func end(_ signal: Int32?) -> [String] {
    if let signal { kill(identifier, signal) }
    while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
    hasEnded = true
    // A process started by another test meanwhile may hold the other end: it is not waited for.
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    while receive() {}
    return takeLines()
  }

  func send(_ byte: UInt8) {
    var byte = byte
    _ = write(input, &byte, 1)
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer, buffer.count)
    guard count > 0 else { return false }
    unread += buffer[..<count]
    return true
  }

  private func takeLines() -> [String] {
    guard let last = unread.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let text = String(decoding: unread[..<last], as: UTF8.self)
    unread.removeFirst(last + 1)
    return text.split(separator: "\n").map(String.init)
  }

  private static func path(of name: String) throws -> String {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let near = ([test] + CommandLine.arguments).compactMap { path -> String? in
      path.lastIndex(of: "/").map { path[..<$0] + "/\(name)" }
    }
    let parents = near.map { $0.replacing(/\/[^\/]*PackageTests.xctest\/.*$/, with: "/\(name)") }
    let found = (near + parents).first { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    guard let found else { throw Missing(what: "no \(name) beside the tests: swift build") }
    return found
  }
}
