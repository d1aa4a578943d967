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
}
