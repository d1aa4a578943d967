import Foundation
import Testing

/// Two and more people at one board, each at the real program.
@Suite(.timeLimit(.minutes(2)))
struct PeopleTests {
  @Test func `what one makes, edits, drags and clears the other sees`() async throws {
    let (ada, bo) = try await two()
    try await ada.makeNote("milk")
    try await bo.seesNote("milk")
    try await ada.makeNote("bread")
    try await bo.seesNote("bread")

    let before = try #require(try ada.distance(from: "milk", to: "bread"))
    try ada.program.type("m")
    try await ada.program.wait(forText: "MOVE  hjkl 1 · HJKL 5 · Enter drop · Esc back")
    try ada.program.type("jjjl")
    let wanted = Person.Distance(rows: before.rows + 3, columns: before.columns + 1)
    try await bo.program.wait(for: "the note on its way, with its mover's name") { lines in
      (try? bo.distance(from: "milk", to: "bread")) == wanted
        && lines.contains { $0.contains("─ Ada ─") }
    }
    try ada.program.press(.enter)
    try await ada.program.wait(for: "the note set down") { lines in
      !lines.contains { $0.contains("MOVE") }
    }
    #expect(try bo.distance(from: "milk", to: "bread") == wanted)

    try bo.program.type("X")
    try await bo.program.wait(forText: "Clear 2 notes for everyone?")
    try bo.program.type("c")
    try await ada.seesNoNote("milk")
    try await bo.seesNoNote("bread")
    try bo.program.type("u")
    try await ada.seesNote("milk")
    try await ada.seesNote("bread")
    #expect(try ada.distance(from: "milk", to: "bread") == wanted)
  }

  @Test func `a third and a fourth get everything that stands, while a note is moved`()
    async throws
  {
    let (ada, bo) = try await two()
    try await ada.makeNote("first")
    try await bo.makeNote("second")
    try await ada.seesNote("second")
    try bo.program.type("m")
    try bo.program.type("jj")

    let cy = try Person("Cy")
    try await ada.bring(cy, at: try await cy.port())
    try await cy.sees(bo)
    try await cy.seesNote("first")
    try await cy.seesNote("second")
    let di = try Person("Di")
    try await cy.bring(di, at: try await di.port())
    try bo.program.press(.enter)

    for person in [ada, bo, cy, di] {
      for other in [ada, bo, cy, di] where other !== person { try await person.sees(other) }
    }
    let wanted = try bo.distance(from: "first", to: "second")
    for person in [ada, cy, di] {
      try await person.program.wait(for: "the same board for \(person.name)") { _ in
        (try? person.distance(from: "first", to: "second")) == wanted
      }
    }
  }

  @Test func `who leaves is gone for the others, and is asked when they come again`()
    async throws
  {
    let (ada, bo) = try await two()
    try await ada.makeNote("stays")
    try await bo.seesNote("stays")

    try bo.program.type("q")
    #expect(try await bo.program.waitForEnd() == .exited(0))
    try await ada.program.wait(for: "Bo to be gone", within: .seconds(2)) { lines in
      !(lines.last { !$0.isEmpty }?.contains("Bo") ?? false)
    }

    try bo.restart()
    try await bo.program.wait(forText: "An empty board")
    try await ada.invite("127.0.0.1:\(try await bo.port())")
    try await bo.program.wait(forText: "a accept")
  }

  @Test func `who is killed is quiet, then gone, and comes back without a question`() async throws {
    let (ada, bo) = try await two()
    try await ada.makeNote("before")
    try await bo.seesNote("before")

    try await bo.kill()
    try await ada.sees(bo, as: "◌", within: .seconds(6))
    try await ada.sees(bo, as: "✕", within: .seconds(12))
    try await ada.makeNote("meanwhile")

    try bo.restart()
    try await bo.sees(ada, within: .seconds(15))
    try await ada.sees(bo)
    try await bo.seesNote("before")
    try await bo.seesNote("meanwhile")
    try await bo.makeNote("again")
    try await ada.seesNote("again")
  }

  @Test func `two plain programs on one folder: the second is a guest and keeps nothing`()
    async throws
  {
    let folders = ProgramFolders()
    let ada = try Person("Ada", in: folders)
    _ = try await ada.port()
    let kept = folders.tree()
    let guest = try Person("Guest", in: folders)
    try await guest.program.wait(forText: "guest")
    try await ada.bring(guest, at: try await guest.port())
    try await guest.makeNote("from a guest")
    try await ada.seesNote("from a guest")

    try guest.program.type("q")
    #expect(try await guest.program.waitForEnd() == .exited(0))
    #expect(folders.tree() == kept)
    try ada.program.type("q")
    #expect(try await ada.program.waitForEnd() == .exited(0))

    try ada.restart()
    try await ada.seesNote("from a guest")
  }

  @Test(arguments: [true, false])
  func
    `a guest's own board stays on the screen when somebody ends the session or removes the guest`(
      isEnded: Bool
    ) async throws
  {
    let folders = ProgramFolders()
    let ada = try Person("Ada", in: folders)
    _ = try await ada.port()
    let (guest, bo) = (try Person("Guest", in: folders), try Person("Bo"))
    try await guest.makeNote("mine")
    try await guest.bring(bo, at: try await bo.port())
    try await bo.seesNote("mine")
    if isEnded {
      try bo.program.type("Q")
      try await bo.program.wait(forText: "End the session")
      try bo.program.type("e")
      try await guest.program.wait(forText: "Bo ended the session.")
    } else {
      try bo.program.type("P")
      try await bo.program.wait(forText: "x removes")
      try bo.program.type("j")
      try await bo.program.wait(forText: "▸ Guest ")
      try bo.program.type("x")
      try await bo.program.wait(forText: "Remove Guest from the session")
      try bo.program.type("r")
      try await guest.program.wait(forText: "You go on alone with your copy.")
    }
    try await guest.seesNote("mine")
    try await guest.makeNote("more")
    let cy = try Person("Cy")
    try await guest.bring(cy, at: try await cy.port())
    try await cy.seesNote("mine")
    try await cy.seesNote("more")
  }

  @Test func `a guest who asks for a board that another program has is told that this is not it`()
    async throws
  {
    let folders = ProgramFolders()
    let ada = try Person("Ada", in: folders)
    try await ada.makeNote("plans")
    let guest = try Person("Guest", ["Ada"], in: folders)
    try await guest.program.wait(forText: "guest: another corkboard has this board")
    try await guest.seesNoNote("plans")
    // As a guest of hers it is.
    try await ada.bring(guest, at: try await guest.port())
    try await guest.seesNote("plans")
    try await guest.program.wait(forText: "guest: nothing is kept")
    let other = try Person("Other", ["Retro"], in: folders)
    try await other.program.wait(forText: "guest: nothing is kept")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `what was just typed is kept, whoever ends the program`(signal: Int32) async throws {
    let ada = try Person("Ada")
    try ada.program.type("o")
    try await ada.program.wait(forText: "EDIT")
    try ada.program.type("precious")
    try await ada.seesNote("precious")
    Glibc.kill(try ada.program.processIdentifier(), signal)
    _ = try await ada.program.waitForEnd()

    try ada.restart()
    try await ada.seesNote("precious")
  }

  @Test func `thousands of keys at once are taken, and the next key is heard`() async throws {
    let ada = try Person("Ada")
    try ada.program.type("o")
    try await ada.program.wait(forText: "EDIT")
    for _ in 0..<8 { try ada.program.type(String(repeating: "lorem ipsum ", count: 100)) }
    try ada.program.type("END")
    try await ada.seesNote("END")
    try ada.program.press(.controlC)
    #expect(try await ada.program.waitForEnd() == .exited(0))
  }

  @Test func `who quits finds the board as it was`() async throws {
    let ada = try Person("Ada")
    try await ada.makeNote("kept")
    try ada.program.type("q")
    let ending = try await ada.program.waitForEnd()
    #expect(ending == .exited(0))
    #expect(try ada.program.history().contains("1 note kept"))

    try ada.restart()
    try await ada.seesNote("kept")
  }

  private func two() async throws -> (Person, Person) {
    let ada = try Person("Ada")
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    return (ada, bo)
  }
}

extension ProgramFolders {
  /// The files of the data folder, by their paths inside it, but for the record of the session,
  /// which comes and goes, and for who was let in.
  func tree() -> Set<String> {
    let folder = home + "/data/corkboard"
    guard let walk = FileManager.default.enumerator(atPath: folder) else { return [] }
    return Set(
      walk.compactMap { $0 as? String }.filter { !$0.contains("session") && $0 != "device.known" }
    )
  }
}
