import Foundation
import Testing

/// The tables of the proof say what is there.
@Suite struct ProofTests {
  @Test func `every reported mistake has a test, or a reason to have none`() throws {
    let table = try #require(
      SourceTree.files.first { $0.path == "Tests/BoardStoryTests/Scenarios.md" }
    )
    let tests = SourceTree.files.filter { $0.path.hasPrefix("Tests/") && $0.isSwift }
    let names = Set(tests.flatMap { $0.text.matches(of: /func `([^`]+)`/).map { String($0.1) } })
    var rows: [String] = []
    for line in table.lines {
      guard let row = line.firstMatch(of: /^\| ([A-Z]\d+) \| (.+) \|$/) else { continue }
      rows.append(String(row.1))
      let named = row.2.matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(row.2.hasPrefix("none: ") || !named.isEmpty, "\(line)")
      for name in named { #expect(names.contains(name), "\(row.1) names no test: \(name)") }
    }
    let families: [(String, [Int])] = [
      ("A", [1, 2, 3, 5, 6, 7, 8, 9, 11, 12]), ("B", [1, 3]), ("C", [1, 2, 3, 4, 5, 8]),
      ("D", [1, 3, 4]), ("E", [1, 2, 4, 5, 6, 8]), ("F", [1, 2, 4, 5]), ("G", [1, 2, 3, 4]),
      ("H", [2, 3, 4]), ("L", Array(1...24) + [26]), ("U", Array(28...32)),
      ("N", [33, 34, 35, 37, 38, 39, 40, 42, 43, 44]),
    ]
    #expect(rows == families.flatMap { family, numbers in numbers.map { "\(family)\($0)" } })
  }

  @Test func `every mistake on networks that has a row has a test of that name`() throws {
    #expect(try rows(of: "Tests/NetworkMistakes.md") >= 51)
  }

  @Test func `every fault of networks and every invariant has a test of that name`() throws {
    #expect(try rows(of: "Tests/NetworkMatrix.md") >= 40)
  }

  /// How many rows a table has; the last cell of each must name what is there, or say why nothing.
  private func rows(of path: String) throws -> Int {
    let table = try #require(SourceTree.files.first { $0.path == path })
    let tests = SourceTree.files.filter { $0.path.hasPrefix("Tests/") && $0.isSwift }
    let lab = SourceTree.files.filter { $0.path.hasPrefix("Tests/Lab/") }
    let fuzzers = try #require(SourceTree.files.first { $0.path == "Tests/Fuzzers/fuzz.sh" })
    var names = Set(tests.flatMap { $0.text.matches(of: /func `([^`]+)`/).map { String($0.1) } })
    for file in lab {
      names.formUnion(file.text.matches(of: /@row\("([^"]+)"/).map { "lab: \($0.1)" })
    }
    names.formUnion(fuzzers.text.matches(of: #/fuzz (\w+) /#).map { "fuzz: \($0.1)" })
    let lines = table.lines.compactMap { $0.firstMatch(of: /^\| (.+) \| (.+) \|$/) }
    let rows = lines.filter { row in
      row.2 != "tests" && row.2 != "shown by" && !row.2.hasPrefix("---")
    }
    for row in rows where !row.2.hasPrefix("none: ") {
      let named = row.2.matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(!named.isEmpty, "\(row.1)")
      for name in named { #expect(names.contains(name), "\(row.1) names no test: \(name)") }
    }
    return rows.count
  }

  @Test func `every broken rule still has its place in the sources`() throws {
    let path = "Tests/BoardStoryTests/Mutants/mutants.toml"
    let text = try String(contentsOf: SourceTree.top.appending(path: path), encoding: .utf8)
    var mutants = 0
    for entry in text.components(separatedBy: "[[mutant]]").dropFirst() {
      let name = try #require(entry.firstMatch(of: /name = "(.+)"/)).1
      let file = try #require(entry.firstMatch(of: /file = "(.+)"/)).1
      let target = entry.firstMatch(of: /target = "(.+)"/)?.1 ?? "BoardCore"
      let found = entry.firstMatch(of: /within = ["'](.+)["']\n/)
      let place = try #require(found ?? entry.firstMatch(of: /find = ["'](.+)["']\n/)).1
      let find = place.replacing("\\n", with: "\n")
      let source = SourceTree.sources.first { $0.path == "Sources/\(target)/\(file)" }
      let count = (source?.text.components(separatedBy: find).count ?? 1) - 1
      #expect(count == 1, "\(name) stands \(count) times in \(file): \(find)")
      mutants += 1
    }
    #expect(mutants >= 100)
  }

  @Test func `every file that reads bytes from outside is fuzzed`() throws {
    let table = try #require(
      SourceTree.files.first { $0.path == "Tests/Fuzzers/Decoders.md" }
    )
    let rows = table.lines.compactMap { $0.firstMatch(of: /^\| `(.+)` \| (\w+) \|$/) }
    let listed = rows.map { String($0.1) }
    let decoders = SourceTree.sources.filter { file in
      file.target != "BoardSimulator" && Self.decoders.contains { file.text.contains($0) }
    }
    let found = decoders.map { String($0.path.dropFirst("Sources/".count)) }
    #expect(listed.sorted() == found.sorted())
    let script = try #require(SourceTree.files.first { $0.path == "Tests/Fuzzers/fuzz.sh" }).text
    for row in rows {
      #expect(script.contains("fuzz \(row.2) "), "no fuzzer is called \(row.2)")
      let fuzzer = SourceTree.files.first { $0.path == "Tests/Fuzzers/\(row.2)Fuzzer.swift" }
      let hasSeeds = fuzzer?.text.contains("func seeds() -> [[UInt8]]") ?? false
      #expect(hasSeeds, "\(row.2) begins with nothing that an encoder made")
    }
  }

  /// How everything that turns bytes into something else begins.
  private static let decoders = [
    "ByteReader", "init(encoded bytes: [UInt8]", "init(file bytes: [UInt8]",
    "init?(_ bytes: [UInt8]",
    "func feed(_ bytes:", "func take(_ piece:", "var inflated:", "of bytes: [UInt8]) throws",
    "func unwrap(_ bytes:",
  ]
}
