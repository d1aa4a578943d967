import Foundation

/// The files of this checkout, read once.
struct SourceTree {
  struct File {
    /// From the top of the checkout, with `/`.
    let path: String
    let lines: [String]

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// `Sources/BoardCore/Board.swift` is of target `BoardCore`.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    var isSwift: Bool { path.hasSuffix(".swift") }
    var text: String { lines.joined(separator: "\n") }
  }

  static let top = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let files: [File] = ["Sources", "Tests"].flatMap(read)

  static var sources: [File] { files.filter { $0.path.hasPrefix("Sources/") } }
  static func files(withEndings endings: [String]) -> [File] {
    files.filter { file in endings.contains { file.path.hasSuffix($0) } }
  }

  private static func read(_ folder: String) -> [File] {
    let root = top.appending(path: folder)
    let keys: [URLResourceKey] = [.isRegularFileKey]
    guard let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: keys)
    else { return [] }
    let endings: Set<String> = ["swift", "c", "h", "py", "sh", "md", "modulemap"]
    let found = walk.compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }
    return found.sorted { $0.path < $1.path }.compactMap { url in
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      let path = String(url.path.dropFirst(top.path.count)).drop { $0 == "/" }
      return File(path: String(path), lines: text.components(separatedBy: "\n"))
    }
  }
}
