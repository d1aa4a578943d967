import BoardStore
import Foundation

/// A folder of its own for one test, removed afterwards.
final class TemporaryFolder {
  let path: String

  init() {
    let base = FileManager.default.temporaryDirectory.path
    path = "\(base)/board-store-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func mode(_ name: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  func bytes(_ file: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file).map { Array($0) }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  struct Refused: Error {}

  /// The folder as the program that owns it has it.
  func store() throws -> BoardStore { try Self.store(at: path) }

  static func store(at path: String) throws -> BoardStore {
    // A process that another test starts has the lock as well until it becomes another program.
    for _ in 0..<500 {
      if case .opened(let store) = try BoardStore.open(path) { return store }
      usleep(2_000)
    }
    throw Refused()
  }

  /// The names in a folder of it, sorted.
  func names(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")) ?? []).sorted()
  }
}
