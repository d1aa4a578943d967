import Testing

/// Putting somebody out of a session, at the real program.
@Suite(.timeLimit(.minutes(2)))
struct RemovalTests {
  /// Opens the panel and chooses somebody.
  private func choose(_ other: Person, at person: Person) async throws {
    try person.program.type("P")
    try await person.program.wait(forText: "x removes")
    for _ in 0..<4 {
      let before = try person.program.screen().first { $0.contains("▸ ") }
      try person.program.type("j")
      let lines = try await person.program.wait(for: "another choice") { lines in
        let chosen = lines.first { $0.contains("▸ ") }
        return chosen != nil && chosen != before
      }
      if lines.contains(where: { $0.contains("▸ \(other.name) ") }) { return }
    }
  }

  @Test func `who is removed is told by whom and is out, until somebody invites them again`()
    async throws
  {
    let (ada, bo, cy) = (try Person("Ada"), try Person("Bo"), try Person("Cy"))
    try await ada.bring(bo, at: try await bo.port())
    try await ada.bring(cy, at: try await cy.port())
    try await cy.sees(bo)
    try await ada.makeNote("milk")
    try await bo.seesNote("milk")

    try await choose(bo, at: ada)
    try ada.program.type("x")
    try await ada.program.wait(forText: "Remove Bo from the session, for everyone?")
    try ada.program.type("r")
    try await ada.program.wait(forText: "You removed Bo.")
    try await cy.program.wait(forText: "Ada removed Bo.")
    let told = try await bo.program.wait(forText: "To come back, ask to be invited.")
    let words = told.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("Ada removed you from this board’s session. This is your own board; "))
    #expect(words.contains("your copy of “Ada’s board” is kept."))
    for person in [ada, cy] {
      try await person.program.wait(for: "Bo to be gone") { lines in
        !(lines.last { !$0.isEmpty }?.contains("Bo") ?? false)
      }
    }
    try await ada.sees(cy)
    try await ada.makeNote("bread")
    try await cy.seesNote("bread")
    try await bo.seesNoNote("bread")

    try await cy.bring(bo, at: try await bo.port())
    try await bo.seesNote("bread")
    try await ada.sees(bo)
  }
}
