import Foundation

extension ProgramFolders {
  var boards: String { home + "/data/corkboard/boards" }

  /// The files of all boards, by name.
  var boardNames: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: boards)) ?? []
    return names.filter { $0.contains(".sqlite") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
      .sorted()
  }

  /// The path of the only board.
  func boardFile() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: boards)
    guard let name = names.first(where: { $0.hasSuffix(".sqlite") && !$0.hasPrefix(".") }) else {
      throw Missing(description: "no board in \(boards): \(names)")
    }
    return "\(boards)/\(name)"
  }

  /// What stands before a program that is to be subject to the rights of files, root or not.
  static let plainRights: [String] =
    getuid() != 0
    ? [] : ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"]

  /// Why such a program cannot be started here; nil when it can.
  static var rightsObstacle: String? {
    let tool = plainRights.first
    return tool.map { access($0, X_OK) == 0 } ?? true ? nil : "needs setpriv: util-linux"
  }
}

/// A small file system in memory in place of a person's data folder.
///
/// Needs root; gone at the end.
final class SmallDisk {
  private let path: String
  private let ballast: String

  static var obstacle: String? { getuid() == 0 ? nil : "mounting takes root" }

  /// - Throws: `Missing` with what the system refused.
  init(in folders: ProgramFolders, kilobytes: Int) throws {
    path = folders.home + "/data"
    ballast = path + "/ballast"
    try SmallDisk.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=700", "tmpfs", path)
  }

  deinit { try? SmallDisk.run("umount", "-l", path) }

  /// Writes until nothing more fits.
  func fill() {
    let file = open(ballast, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = [UInt8](repeating: 0, count: 4_096)
    while write(file, bytes, bytes.count) > 0 {}
  }

  func makeRoom() { unlink(ballast) }

  /// From now on nothing can be written there.
  func makeReadOnly() throws { try SmallDisk.run("mount", "-o", "remount,ro", path) }

  private static func run(_ words: String...) throws {
    let result = try output(of: ["/usr/bin/env"] + words, environment: ["PATH": "/usr/bin:/bin"])
    guard case .exited(0) = result.status else { throw Missing(description: result.text) }
  }
}
