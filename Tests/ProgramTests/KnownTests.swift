import Foundation
import Testing

/// A device that was here before is known as that, and a person is asked all the same.
@Suite(.timeLimit(.minutes(2)))
struct KnownTests {
  private func file(_ person: Person) -> String {
    "\(person.folders.home)/data/corkboard/device.known"
  }

  private func known(_ person: Person) -> String {
    String(decoding: FileManager.default.contents(atPath: file(person)) ?? Data(), as: UTF8.self)
  }

  /// Somebody leaves for good and starts again: nothing brings them back by itself.
  private func startAnew(_ person: Person, _ arguments: [String] = []) async throws -> Person {
    try await person.leave()
    return try Person(person.name, arguments, in: person.folders)
  }

  private func banner(_ person: Person) async throws -> String {
    try await person.program.wait(forText: "a accept").joined(separator: "\n")
  }

  private func saysKnown(_ screen: String) -> Bool {
    screen.contains(/nown since|is known (by|from)/)
  }

  private func today() -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "d MMM yyyy"
    return format.string(from: Date())
  }

  @Test func `the second meeting says since when, by whichever way, and asks`() async throws {
    var (ada, bo) = (try Person("Ada"), try Person("Bo"))
    let day = today()
    try await ada.invite("127.0.0.1:\(try await bo.port())")
    #expect(try await !saysKnown(banner(bo)))
    #expect(known(ada) == "" && known(bo) == "")
    try await bo.accept()
    try await ada.sees(bo)
    try await eventually("both to keep it") {
      known(ada).contains(" Bo\n") && known(bo).contains(" Ada\n") ? true : nil
    }

    bo = try await startAnew(bo)
    try await ada.invite("127.0.0.1:\(try await bo.port())")
    let again = try await banner(bo)
    #expect(again.contains("This device is known since \(day)."), "\(again)")
    let asking = try await ada.program.wait(forText: "Bo is being asked")
    #expect(asking.contains { $0.contains("This device is known since \(day).") }, "\(asking)")
    try await bo.decline()

    bo = try await startAnew(bo, ["join", "127.0.0.1:\(try await ada.port())"])
    let knock = try await banner(ada)
    #expect(knock.contains("This device is known since \(day)."), "\(knock)")
    try await ada.accept()
    try await ada.sees(bo)

    try await bo.leave()
    let bob = try Person("Bob", ["join", "127.0.0.1:\(try await ada.port())"], in: bo.folders)
    let renamed = try await banner(ada)
    #expect(renamed.contains("Known since \(day) as Bo."), "\(renamed)")
    try await ada.accept()
    try await ada.sees(bob)
    try await eventually("the new name") { known(ada).contains(" Bob\n") ? true : nil }
    #expect(known(ada).split(separator: "\n").count == 2)
    var facts = stat()
    #expect(stat(file(ada), &facts) == 0 && facts.st_mode & 0o777 == 0o600)
  }

  @Test func `another device of a known name is warned of`() async throws {
    let (ada, bo, other) = (try Person("Ada"), try Person("Bo"), try Person("bo"))
    let port = try await ada.port()
    try await ada.bring(bo, at: try await bo.port())
    try await ada.invite("127.0.0.1:\(try await other.port())")
    try await ada.program.wait(forText: "bo is being asked")
    try await ada.program.wait(forText: "Another device is known by this name.")
    try ada.program.press(.escape)
    try await other.leave()
    let namesake = try Person("bo", ["join", "127.0.0.1:\(port)"], in: other.folders)
    let asked = try await banner(ada)
    #expect(asked.contains("Another device is known by this name."), "\(asked)")
    #expect(!asked.contains("since"))
    try await ada.decline()
    #expect(try await namesake.program.waitForEnd() == .exited(4))
  }

  @Test func `who is removed is no longer known`() async throws {
    let (ada, bo) = (try Person("Ada"), try Person("Bo"))
    try await ada.bring(bo, at: try await bo.port())
    try await eventually("Bo to be kept") { known(ada).contains(" Bo\n") ? true : nil }
    try ada.program.type("P")
    try await ada.program.wait(forText: "x removes")
    try ada.program.type("j")
    try await ada.program.wait(forText: "▸ Bo ")
    try ada.program.type("x")
    try await ada.program.wait(forText: "Remove Bo from the session, for everyone?")
    try ada.program.type("r")
    try await bo.program.wait(forText: "Ada removed you")
    #expect(known(ada) == "corkboard known devices 1\n")
    #expect(known(bo).contains(" Ada\n"))
  }

  @Test func `a guest knows nobody, and nothing is said of it`() async throws {
    let folders = ProgramFolders()
    let (ada, bo) = (try Person("Ada", in: folders), try Person("Bo"))
    _ = try await ada.port()
    let guest = try Person("Guest", in: folders)
    try await bo.bring(guest, at: try await guest.port())
    #expect(try !saysKnown(guest.program.screen().joined(separator: "\n")))
    try bo.program.type("Q")
    try await bo.program.wait(forText: "End the session")
    try bo.program.type("e")
    #expect(try await bo.program.waitForEnd() == .exited(0))
    try await guest.program.wait(forText: "An empty board")
    let again = try Person("Bo", in: bo.folders)
    _ = try await again.port()
    try await again.invite("127.0.0.1:\(try await guest.port())")
    let asked = try await banner(guest)
    #expect(!saysKnown(asked), "\(asked)")
    #expect(known(ada) == "")
  }

  @Test func `a damaged list is set aside and said so, and people meet as before`() async throws {
    var (ada, bo) = (try Person("Ada"), try Person("Bo"))
    try await ada.bring(bo, at: try await bo.port())
    try await eventually("Bo to be kept") { known(ada).contains(" Bo\n") ? true : nil }
    try await bo.leave()
    try await ada.leave()
    let garbage = Data(repeating: 0x55, count: 999)
    try garbage.write(to: URL(fileURLWithPath: file(ada)))

    ada = try Person("Ada", in: ada.folders, columns: 120)
    try await ada.program.wait(forText: "the list of known devices was damaged")
    let folder = "\(ada.folders.home)/data/corkboard"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let aside = try #require(names.first { $0.hasPrefix("device.known.damaged-") })
    #expect(FileManager.default.contents(atPath: "\(folder)/\(aside)") == garbage)
    #expect(try Shell(ada.folders).run("doctor", "--no-discovery").output.contains(aside))
    bo = try Person("Bo", ["join", "127.0.0.1:\(try await ada.port())"], in: bo.folders)
    #expect(try await !saysKnown(banner(ada)))
    try await ada.accept()
    try await ada.sees(bo)
    try await eventually("Bo to be kept anew") { known(ada).contains(" Bo\n") ? true : nil }
  }

  @Test func `a list that cannot be read is said so, left alone, and costs nothing else`()
    async throws
  {
    let ada = try Person("Ada")
    try await ada.makeNote("kept")
    try await ada.leave()
    let newer = Data("corkboard known devices 9\n".utf8)
    try newer.write(to: URL(fileURLWithPath: file(ada)))
    try ada.restart()
    try await ada.program.wait(forText: "no device is known from before: made by a newer corkboard")
    try await ada.seesNote("kept")
    let bo = try Person("Bo")
    try await ada.bring(bo, at: try await bo.port())
    try await ada.leave()
    #expect(FileManager.default.contents(atPath: file(ada)) == newer)
  }
}
