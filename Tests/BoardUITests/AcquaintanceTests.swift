import BoardUI
import TestSupport
import Testing

/// Who was here before is recognized by the key, and asked about all the same.
struct AcquaintanceTests {
  private func world(_ acquaintance: Acquaintance, named name: String = "Bo") -> AppWorld {
    var world = AppWorld()
    var banner = VisitorBanner.fromBo
    banner.name = name
    banner.acquaintance = acquaintance
    world.send(.visitorArrived(banner))
    return world
  }

  private func acquaintance(
    _ name: String,
    knownAs known: String? = nil,
    others: [String] = []
  ) -> Acquaintance {
    Acquaintance(name: name, knownAs: known, since: known.map { _ in "3 Nov 2026" }, others: others)
  }

  @Test func `a device that was here before is known since a day, and is asked about`() {
    var world = world(acquaintance("Bo", knownAs: "Bo", others: ["Cy"]))
    expectScreen(world.screen(), "banner-known")
    world.now += .seconds(60)
    #expect(world.state.visitors.count == 1)
    #expect(world.takeCommands() == [])
    world.press("a")
    #expect(world.takeCommands() == [.answer(visitor: 1, accept: true)])
  }

  @Test func `a device with the name of another is warned of`() {
    let world = world(acquaintance("Bo", others: ["Cy", "Bo"]))
    expectScreen(world.screen(), "banner-namesake")
  }

  @Test func `nothing is said of a device that was never here`() {
    #expect(acquaintance("Bo", others: ["Cy"]) == Acquaintance())
    #expect(acquaintance("", others: [""]) == Acquaintance())
    let world = world(Acquaintance())
    #expect(!world.rows.contains { $0.contains("known") })
  }

  @Test func `who comes under another name is told by the former one, made harmless`() {
    let world = world(acquaintance("Bo", knownAs: "Bob\u{1B}[2J\u{202E}"))
    let row = world.rows.first { $0.contains("Known since 3 Nov 2026 as Bob") }
    #expect(row != nil)
    #expect(row?.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } == false)
  }

  @Test func `who comes under the name of another known device is both`() {
    let both = acquaintance("Bo", knownAs: "Cy", others: ["Bo"])
    #expect(both.formerName == "Cy" && both.isNamesake)
    let rows = world(both).rows
    #expect(rows.contains { $0.contains("Known since 3 Nov 2026 as Cy.") })
    #expect(rows.contains { $0.contains("Another device is known by this name.") })
  }

  @Test func `two known devices of one name are no warning`() {
    #expect(!acquaintance("Bo", knownAs: "Bo", others: ["Bo"]).isNamesake)
  }

  @Test(arguments: [
    ("bo", "Bo"), ("Bo ", "Bo"), ("BO\u{20}\u{20}B.", "Bo B."), ("Bo\u{301}", "B\u{F3}"),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 50)),
  ])
  func `names that look the same are one name`(name: String, known: String) {
    #expect(acquaintance(name, others: [known]).isNamesake)
    #expect(acquaintance(name, knownAs: known).formerName == nil)
  }

  @Test func `who asks somebody reads the same of the device that answers`() {
    var world = AppWorld()
    var request = RequestPicture(
      isKnock: false,
      target: "Bo",
      phase: .ringing,
      words: "crab lunar otter fig",
      acquaintance: acquaintance("Bo", knownAs: "Bo")
    )
    world.send(.requestChanged(request))
    #expect(world.rows.contains { $0.contains("This device is known since 3 Nov 2026.") })
    request.acquaintance = acquaintance("Bo", others: ["bo"])
    world.send(.requestChanged(request))
    #expect(world.rows.contains { $0.contains("Another device is known by this name.") })
    #expect(world.rows.contains { $0.contains("Esc cancels") })
  }

  @Test func `the warning is seen on the smallest screens`() {
    for (columns, rows) in [(40, 10), (80, 24), (20, 6)] {
      var world = AppWorld(columns: columns, rows: rows)
      var banner = VisitorBanner.fromBo
      banner.acquaintance = acquaintance("Bo", others: ["Bo"])
      world.send(.visitorArrived(banner))
      #expect(world.rows.contains { $0.contains("Another") })
      #expect(world.rows.contains { $0.contains("by this") })
    }
  }
}
