import BoardUI
import Foundation
import Testing

/// The README says what the code says.
struct ReadmeTests {
  private static let file = SourceTree.top.appending(path: "README.md")

  /// `UPDATE_SCREENS=1` writes the table anew, as it does with the golden screens.
  @Test func `the keys are those of the table that the program obeys`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let between = try #require(text.firstMatch(of: /<!-- keys: begin -->\n((?s).*)<!-- keys: end/))
    if ProcessInfo.processInfo.environment["UPDATE_SCREENS"] != nil {
      let new = text.replacingCharacters(
        in: between.1.startIndex..<between.1.endIndex,
        with: KeyBindings.markdown
      )
      try new.write(to: Self.file, atomically: true, encoding: .utf8)
      return
    }
    let shown = between.1.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = KeyBindings.markdown.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(shown == wanted)
  }

  @Test func `every target stands in the map of Sources`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let targets = Set(SourceTree.sources.map(\.target))
    #expect(targets.filter { !text.contains("`\($0)`") } == [])
  }

  @Test func `every picture that the README shows is there`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let pictures = text.matches(of: /\]\((screenshots\/[^)]+)\)/).map { String($0.1) }
    #expect(!pictures.isEmpty)
    let missing = pictures.filter {
      !FileManager.default.fileExists(atPath: SourceTree.top.appending(path: $0).path)
    }
    #expect(missing == [])
  }
}
