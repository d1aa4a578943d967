import Testing

/// What can be computed is a value and imports nothing.
struct PurityTests {
  private static let allowedImports: [String: Set<String>] = [
    "SessionCore": [],
    "SessionSimulator": ["SessionCore"],
    "BoardCore": [],
    "BoardSimulator": ["BoardCore", "SessionSimulator"],
    "BoardUI": ["BoardCore"],
  ]

  @Test(arguments: allowedImports.keys.sorted())
  func `a pure target imports nothing but its arrows`(target: String) {
    let files = SourceTree.sources.filter { $0.target == target && $0.isSwift }
    #expect(!files.isEmpty)
    let allowed = Self.allowedImports[target] ?? []
    let wrong = files.flatMap { file in
      file.imports.filter { !allowed.contains($0) }.map { "\(file.path): \($0)" }
    }
    #expect(wrong == [])
  }

  @Test(arguments: allowedImports.keys.sorted())
  func `a pure target has no clock and no randomness of its own`(target: String) {
    let words = [
      ".random(", ".shuffled(", ".shuffle(", ".randomElement(", "UUID()", "Date()", "Clock()",
      "SystemRandomNumberGenerator", ".now", "hashValue", "Task {", "@_silgen_name",
    ]
    expectNone(of: words, in: SourceTree.sources.filter { $0.target == target })
  }

  @Test func `only the store knows SQL and zlib`() {
    let importers = SourceTree.sources.filter {
      !$0.imports.isDisjoint(with: ["CSQLite", "CZlib"])
    }
    #expect(Set(importers.map(\.target)).isSubset(of: ["BoardStore"]))
    let words = ["SELECT ", "INSERT ", "PRAGMA ", "CREATE TABLE"]
    expectNone(of: words, in: SourceTree.sources.filter { $0.target != "BoardStore" })
  }

  @Test func `the headers of the shims include none of the library's own`() {
    let own = ["CTerminal", "CSecure", "CSystem"]
    let headers = SourceTree.sources.filter { own.contains($0.target) && $0.path.hasSuffix(".h") }
    #expect(headers.count >= own.count)
    let included = headers.flatMap { file in
      file.lines.filter { $0.hasPrefix("#include <") }.map { "\(file.path): \($0)" }
    }
    let plain = ["<stdbool.h>", "<stddef.h>", "<stdint.h>"]
    #expect(included.filter { line in !plain.contains { line.hasSuffix($0) } } == [])
  }

  @Test func `the library never needs full Foundation`() {
    let importers = SourceTree.sources.filter { $0.imports.contains("Foundation") }
    #expect(importers.map(\.path) == [])
  }

  @Test func `the board knows no session and the session no board`() {
    let sessionSide = ["SessionCore", "SessionSimulator", "OpenGroupActivities"]
    let boardSide = ["BoardCore", "BoardUI", "BoardStore"]
    let wrong = SourceTree.sources.filter { file in
      sessionSide.contains(file.target) && !file.imports.isDisjoint(with: boardSide)
        || boardSide.contains(file.target) && !file.imports.isDisjoint(with: sessionSide)
    }
    #expect(wrong.map(\.path) == [])
  }
}

extension SourceTree.File {
  var imports: Set<String> {
    guard isSwift else { return [] }
    return Set(
      lines.compactMap { line in
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"), at <= 2, words.count > at + 1,
          words[..<at].allSatisfy({ ["package", "public", "@testable", "internal"].contains($0) })
        else { return nil }
        return words.dropFirst(at + 1).last.map(String.init)
      }
    )
  }
}

/// Fails with file and line of each word that stands outside a comment.
func expectNone(
  of words: [String],
  in files: [SourceTree.File],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let found = files.flatMap { file in
    file.lines.enumerated().flatMap { number, line -> [String] in
      guard !line.trimmed.hasPrefix("//") else { return [] }
      return words.filter(line.contains).map { "\(file.path):\(number + 1): \($0)" }
    }
  }
  #expect(found == [], sourceLocation: sourceLocation)
}

extension String {
  var trimmed: Substring { drop { $0 == " " } }
}
