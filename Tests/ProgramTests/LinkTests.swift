import Foundation
import Testing

/// Invitation links, as people hand them on.
@Suite(.timeLimit(.minutes(2)))
struct LinkTests {
  /// The link on a screen, put together from the rows of its box.
  private static func link(in lines: [String]) -> String? {
    guard let first = lines.firstIndex(where: { $0.contains("corkboard:") }),
      let start = lines[first].range(of: "corkboard:")?.lowerBound
    else { return nil }
    let column = lines[first].distance(from: lines[first].startIndex, to: start)
    var link = ""
    for line in lines[first...] {
      let piece = line.dropFirst(column).prefix { $0.isASCII && !$0.isWhitespace }
      if piece.isEmpty { break }
      link += piece
    }
    return link
  }

  private func makeLink(_ person: Person, more: String = "") async throws -> String {
    try person.program.type("I")
    try await person.program.wait(forText: "Lets in")
    try person.program.type(more)
    try person.program.press(.enter)
    let lines = try await person.program.wait(for: "a link") { Self.link(in: $0) != nil }
    try person.program.press(.escape)
    return Self.link(in: lines) ?? ""
  }

  @Test func `a link that is pasted at the prompt lets in once, without a question`() async throws {
    let ada = try Person("Ada")
    _ = try await ada.port()
    try await ada.makeNote("behind the link")
    let link = try await makeLink(ada)
    #expect(link.count <= 200)

    let bo = try Person("Bo", ["join"])
    try await bo.program.wait(forText: "Paste the invitation link")
    try bo.program.type(link)
    try bo.program.press(.enter)
    try await bo.seesNote("behind the link")
    try await ada.sees(bo)
    #expect(!(try bo.program.history().contains(link.prefix(30))))

    let cy = try Person("Cy", ["join"])
    try await cy.program.wait(forText: "Paste the invitation link")
    try cy.program.type(link)
    try cy.program.press(.enter)
    #expect(try await cy.program.waitForEnd() == .exited(4))
    #expect(try cy.program.history().contains("the invitation link is used up"))
  }

  @Test func `a link for two is piped in twice`() async throws {
    let ada = try Person("Ada")
    _ = try await ada.port()
    let link = try await makeLink(ada, more: "k")
    let pipe = ["sh", "-c", "printf '%s\\n' \"$LINK\" | \"$0\" \"$@\""]
    for name in ["Bo", "Cy"] {
      let guest = try Person(name, ["join"], launcher: ["env", "LINK=\(link)"] + pipe)
      try await ada.sees(guest)
      try await guest.sees(ada)
      try await guest.leave()
    }
  }

  @Test(arguments: ["join", "invite"])
  func `a link as an argument is refused with the reason`(verb: String) async throws {
    let program = try TmuxProgram(ProgramFolders(), [verb, "corkboard:AQEB"])
    #expect(try await program.waitForEnd() == .exited(2))
    let text = try program.history().replacing("\n", with: " ")
    #expect(text.contains("an invitation link is a secret"))
    #expect(text.contains("corkboard join and paste it there"))
  }

  @Test func `what is no whole link ends with status 2, and Ctrl-C at the prompt does, too`()
    async throws
  {
    for (typed, words) in [
      ("http://example.org", "is no invitation link"), ("corkboard:AQ!", "is damaged"),
    ] {
      let bo = try Person("Bo", ["join"])
      try await bo.program.wait(forText: "Paste the invitation link")
      try bo.program.type(typed)
      try bo.program.press(.enter)
      #expect(try await bo.program.waitForEnd() == .exited(2))
      #expect(try bo.program.history().contains(words))
    }
    let bo = try Person("Bo", ["join"])
    try await bo.program.wait(forText: "Paste the invitation link")
    try bo.program.press(.controlC)
    #expect(try await bo.program.waitForEnd() == .exited(2))
  }
}
