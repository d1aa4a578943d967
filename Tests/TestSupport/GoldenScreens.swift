import Foundation

/// Screens kept as text files beside the tests.
package struct GoldenScreens {
  let folder: URL

  /// The folder `Screens` beside a test file.
  package init(beside file: String) {
    folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(
      "Screens"
    )
  }

  /// The rows kept under a name; with `UPDATE_SCREENS=1` the given ones are kept first.
  package func rows(_ name: String, now rows: [String]) -> [String] {
    let file = folder.appendingPathComponent(name + ".txt")
    if ProcessInfo.processInfo.environment["UPDATE_SCREENS"] == "1" {
      try? (rows.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      return ["no such screen yet: run the tests once with UPDATE_SCREENS=1"]
    }
    return Array(text.components(separatedBy: "\n").dropLast())
  }
}
