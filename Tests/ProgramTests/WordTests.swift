import SessionCore
import Testing

/// The four words that two people compare.
@Suite(.timeLimit(.minutes(2)))
struct WordTests {
  /// The four words on a screen; nil while there are none.
  private static func words(in lines: [String]) -> [String]? {
    for line in lines {
      for part in line.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0 == " ") }) {
        let words = part.split(separator: " ").map(String.init)
        guard words.count >= 4 else { continue }
        for start in 0...(words.count - 4) {
          let four = Array(words[start..<start + 4])
          if four.allSatisfy({ listed.contains($0) }) { return four }
        }
      }
    }
    return nil
  }

  private static let listed = Set(FourWords.list)

  private func words(_ person: Person) async throws -> [String] {
    let lines = try await person.program.wait(for: "four words") { Self.words(in: $0) != nil }
    return Self.words(in: lines) ?? []
  }

  @Test func `an invitation shows the same four words to both, also afterwards`() async throws {
    let (ada, bo) = (try Person("Ada"), try Person("Bo"))
    try await ada.invite("127.0.0.1:\(try await bo.port())")
    let shown = try await words(ada)
    #expect(try await words(bo) == shown)
    try await bo.accept()
    try await ada.sees(bo)
    try await bo.sees(ada)
    try ada.program.type("P")
    try bo.program.type("P")
    #expect(try await words(ada) == shown)
    #expect(try await words(bo) == shown)
  }

  @Test func `a knock shows the same four words to both`() async throws {
    let ada = try Person("Ada")
    let bo = try Person("Bo", ["join", "127.0.0.1:\(try await ada.port())"])
    #expect(try await words(ada) == words(bo))
    try await ada.accept()
    try await bo.sees(ada)
  }
}
