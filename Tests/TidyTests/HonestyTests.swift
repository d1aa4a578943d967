import Foundation
import Testing

/// Words that have no place in the tree.
struct HonestyTests {
  /// This file names what it forbids.
  private let files = SourceTree.files.filter { $0.name != "HonestyTests.swift" }

  @Test func `no open end is left in the code`() {
    let marks = ["TODO", "FIXME", "XXX", "HACK", "fatalError(\"not", "fatalError(\"unimpl"]
    expectNowhere(marks)
  }

  @Test func `no path of one machine stands in the tree`() {
    let path = #/(^|[^A-Za-z0-9._/-])/(work|farm|root)//#
    let found = files.flatMap { file in
      file.lines.enumerated().filter { $0.element.contains(path) }
        .map { "\(file.path):\($0.offset + 1)" }
    }
    #expect(found == [])
  }

  @Test func `nothing is forced and nothing escapes the compiler's checks`() {
    let swift = files.filter { $0.isSwift && $0.path.hasPrefix("Sources/") }
    expectNone(of: ["try!", "as!", "nonisolated(unsafe)", "@preconcurrency"], in: swift)
    let unchecked = swift.filter { file in
      file.lines.contains { !$0.trimmed.hasPrefix("//") && $0.contains("@unchecked") }
    }
    // The second one is compiled for the thread sanitizer alone, and is a lock.
    let known: Set<String> = ["GroupSessionMessenger.swift", "SeenMutex.swift"]
    #expect(unchecked.filter { !known.contains($0.name) }.map(\.path) == [])
  }

  @Test func `no file opens with an essay on its licence`() {
    let marked = files.filter { $0.lines.prefix(3).contains { $0.contains("Copyright") } }
    #expect(marked.map(\.path) == [])
  }

  @Test func `the first sentence of a doc comment has at most 150 characters`() {
    let long = files.filter { $0.isSwift && $0.path.hasPrefix("Sources/") }.flatMap { file in
      file.summaries.filter { $0.text.count > 150 }.map { "\(file.path):\($0.line)" }
    }
    #expect(long == [])
  }

  @Test func `every type is named in more than its own file`() {
    let all = SourceTree.files.filter(\.isSwift)
    let texts = all.map { (path: $0.path, text: $0.text) }
    let lonely = all.filter { $0.path.hasPrefix("Sources/") }.flatMap { file in
      file.typeNames.filter { name in
        !texts.contains { $0.path != file.path && $0.text.contains(name) }
          && !file.lines.contains { $0.contains("@main") }
          && file.text.components(separatedBy: name).count < 3
      }.map { "\(file.path): \($0)" }
    }
    #expect(lonely == [])
  }

  private func expectNowhere(_ words: [String]) {
    let found = files.flatMap { file in
      file.lines.enumerated().filter { line in words.contains { line.element.contains($0) } }
        .map { "\(file.path):\($0.offset + 1)" }
    }
    #expect(found == [])
  }
}

extension SourceTree.File {
  /// The first sentence of each doc comment, with the line where it begins.
  var summaries: [(line: Int, text: String)] {
    var found: [(line: Int, text: String)] = []
    for (number, line) in lines.enumerated() where line.trimmed.hasPrefix("///") {
      if number > 0, lines[number - 1].trimmed.hasPrefix("///") { continue }
      let block = lines[number...].prefix { $0.trimmed.hasPrefix("///") }
      let text = block.map { $0.trimmed.dropFirst(3).drop { $0 == " " } }.joined(separator: " ")
      let end = text.range(of: ". ")?.lowerBound ?? text.range(of: "  ")?.lowerBound
      found.append((number + 1, String(text[..<(end ?? text.endIndex)])))
    }
    return found
  }

  var typeNames: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ").filter { $0 != "final" && $0 != "indirect" }
      let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol"]
      guard let at = words.firstIndex(where: kinds.contains), at <= 1, words.count > at + 1 else {
        return nil
      }
      return String(words[at + 1].prefix { $0.isLetter || $0.isNumber })
    }
  }
}
