import Foundation
import OpenGroupActivities
import SessionCore
import Testing

/// Invitations and knocks that come to something or nothing, as people see them.
@Suite(.timeLimit(.minutes(2)))
struct InvitationTests {
  @Test func `whoever is declined reads who declined`() async throws {
    let (ada, bo) = (try Person("Ada"), try Person("Bo"))
    try await ada.invite("127.0.0.1:\(try await bo.port())")
    try await ada.program.wait(forText: "Waiting for Bo to answer")
    try await bo.program.wait(forText: "Ada")
    try await bo.decline()
    try await ada.program.wait(forText: "Bo declined")
  }

  @Test func `a second invitation hears that the first one waits for its answer`() async throws {
    let (ada, bo, cy) = (try Person("Ada"), try Person("Bo"), try Person("Cy"))
    let port = try await bo.port()
    try await ada.invite("127.0.0.1:\(port)")
    try await bo.program.wait(forText: "a accept")
    try await cy.invite("127.0.0.1:\(port)")
    try await cy.program.wait(forText: "Bo is answering somebody else")

    try ada.program.press(.escape)
    try await bo.program.wait(for: "the banner to go") { lines in
      !lines.contains { $0.contains("a accept") }
    }
  }

  @Test func `an address where nobody is says so, and one that is none says what is wrong`()
    async throws
  {
    let ada = try Person("Ada")
    let own = try await ada.port()
    try await ada.invite("127.0.0.1:1")
    try await ada.program.wait(forText: "nobody answers at", within: .seconds(20))
    try await ada.invite("127.0.0.1:99999")
    try await ada.program.wait(forText: "is no address")
    try await ada.invite("127.0.0.1:\(own)")
    try await ada.program.wait(forText: "is this very program")
  }

  /// What another program might show that takes part in boards.
  private struct LinkedBoard: GroupActivity {
    static let activityIdentifier = "corkboard.board"
    var address: String

    var metadata: GroupActivityMetadata {
      var metadata = GroupActivityMetadata()
      metadata.title = "Linked"
      metadata.fallbackURL = URL(string: address)
      return metadata
    }
  }

  @Test(arguments: [
    ("https://example.org/board?n=1", "without the program: https://example.org/board?n=1"),
    ("javascript:alert(1)", "with a link that is no plain web address: not shown"),
  ])
  func `whoever is invited reads where those go who have no such program`(
    address: String,
    words: String
  ) async throws {
    let bo = try Person("Bo")
    let port = try await bo.port()
    var settings = PeopleSettings(name: "Zed", deviceName: "den")
    settings.port = .any
    settings.loopbackOnly = true
    let zed = try People.start(settings)
    _ = try await People.$current.withValue(zed) {
      try await LinkedBoard(address: address).activate()
    }
    var sessions = People.$current.withValue(zed) { LinkedBoard.sessions() }.makeAsyncIterator()
    await sessions.next()?.join()
    let answer = Task { try await zed.invite("127.0.0.1:\(port)") }
    let banner = try await bo.program.wait(forText: "a accept")
    #expect(banner.contains { $0.contains("“Linked”") })
    #expect(banner.contains { $0.contains(words) }, "\(banner)")
    #expect(!banner.contains { $0.contains("javascript") })
    try await bo.decline()
    await #expect(throws: InvitationError.declined(by: "Bo")) { try await answer.value }
    await zed.stop(keepingSession: false)
  }

  @Test func `who knocks is let in and sees the board`() async throws {
    let ada = try Person("Ada")
    let port = try await ada.port()
    try await ada.makeNote("welcome")
    let bo = try Person("Bo", ["join", "127.0.0.1:\(port)"])
    try await ada.program.wait(forText: "Bo")
    try await ada.accept()
    try await bo.seesNote("welcome")
    try await ada.sees(bo)
  }

  @Test func `who knocks where nobody is ends with status 3, and declined with 4`() async throws {
    let nobody = try Person("Bo", ["join", "127.0.0.1:1"])
    #expect(try await nobody.program.waitForEnd() == .exited(3))
    #expect(try nobody.program.history().contains("nobody answers at"))

    let ada = try Person("Ada")
    let bo = try Person("Bo", ["join", "127.0.0.1:\(try await ada.port())"])
    try await ada.decline()
    #expect(try await bo.program.waitForEnd() == .exited(4))
    #expect(try bo.program.history().contains("Ada declined"))
  }

  @Test(
    arguments: [
      (WireLimits.version + 8, "run a newer version", "update this program"),
      (0, "run an older version", "they need to update"),
    ]
  )
  func `who speaks another version is said to, and who has to update`(
    version: UInt16,
    what: String,
    advice: String
  ) async throws {
    let zed = try OtherProgram(saying: [OtherProgram.hello(version: version)])
    let words = "\(what) (protocol \(version), ours is \(WireLimits.version)): \(advice)"
    let ada = try Person("Ada", columns: 120)
    _ = try await ada.port()
    try await ada.invite("127.0.0.1:\(zed.port)")
    try await ada.program.wait(forText: "they \(words)")
    try await ada.makeNote("goes on")

    let bo = try Person("Bo", ["join", "127.0.0.1:\(zed.port)"], columns: 120)
    #expect(try await bo.program.waitForEnd() == .exited(1))
    #expect(try bo.program.history().contains("corkboard: they \(words)"))
  }

  @Test func `a session that is full is said to be, with what to do, and status 4`() async throws {
    let full = Frame.answer(.full).encoded()
    let zed = try OtherProgram(saying: [OtherProgram.hello, full])
    let words = "the session holds as many people as it can: try again when somebody has left"
    let bo = try Person("Bo", ["join", "127.0.0.1:\(zed.port)"], columns: 120)
    #expect(try await bo.program.waitForEnd() == .exited(4))
    #expect(try bo.program.history().contains("corkboard: \(words)"))

    let ada = try Person("Ada", columns: 120)
    _ = try await ada.port()
    try await ada.invite("127.0.0.1:\(zed.port)")
    try await ada.program.wait(forText: words)
  }

  @Test func `the command line invites as the key does`() async throws {
    let bo = try Person("Bo")
    let ada = try Person("Ada", ["invite", "127.0.0.1:\(try await bo.port())"])
    try await bo.accept()
    try await ada.sees(bo)
  }

  @Test func `the banner takes no key from an editor`() async throws {
    let (ada, bo) = (try Person("Ada"), try Person("Bo"))
    let port = try await bo.port()
    try bo.program.type("o")
    try await bo.program.wait(forText: "EDIT")
    try await ada.invite("127.0.0.1:\(port)")
    try await ada.program.wait(forText: "Waiting for Bo to answer")
    try bo.program.type("a dad added data")
    try await bo.seesNote("a dad added data")
    try bo.program.press(.escape)
    try await bo.accept()
    try await ada.sees(bo)
  }

  @Test func `one person ends the session for everyone`() async throws {
    let (ada, bo) = (try Person("Ada"), try Person("Bo"))
    try await ada.makeNote("on Ada's board")
    try await ada.bring(bo, at: try await bo.port())
    try ada.program.type("Q")
    try await ada.program.wait(forText: "End the session")
    try ada.program.type("e")
    #expect(try await ada.program.waitForEnd() == .exited(0))
    try await bo.program.wait(forText: "An empty board")
  }

  @Test(arguments: [
    (["--port", "0"], "--port takes a number"), (["--bogus"], "unknown option"),
    (["invite"], "needs one address"), (["--profile", "../x"], "--profile takes"),
  ])
  func `a wrong command line ends with status 2 and says what is right`(
    arguments: [String],
    words: String
  ) async throws {
    let program = try TmuxProgram(ProgramFolders(), arguments)
    #expect(try await program.waitForEnd() == .exited(2))
    #expect(try program.history().contains(words))
  }

  @Test func `a fixed port that is taken ends with status 1 and names the port`() async throws {
    let ada = try Person("Ada")
    let port = try await ada.port()
    let bo = try Person("Bo", ["--port", "\(port)"])
    #expect(try await bo.program.waitForEnd() == .exited(1))
    #expect(try bo.program.history().contains("port \(port) is in use"))
  }
}
