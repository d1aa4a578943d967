import BoardUI
import TestSupport
import Testing

/// Making an invitation link.
struct LinkTests {
  @Test func `I asks for how many and how long, and Enter makes it`() {
    var world = AppWorld()
    world.press("I")
    #expect(world.rows.contains { $0.contains("1 person") })
    #expect(world.rows.contains { $0.contains("1 hour") })
    world.press("jkkkjhl")
    world.press("l")
    world.press(.enter)
    #expect(world.takeCommands() == [.makeLink(uses: 3, minutes: 240)])
    expectScreen(world.screen(), "link-question")
    let text = "corkboard:" + String(repeating: "AbC-_9", count: 20)
    world.send(.linkMade(text))
    expectScreen(world.screen(), "link")
    world.press("k")
    world.press(.enter)
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .browsing)
  }

  @Test func `the numbers stay within what a link can be`() {
    var world = AppWorld()
    world.press("I")
    for _ in 0..<40 { world.press("kl") }
    world.press(.enter)
    #expect(world.takeCommands() == [.makeLink(uses: 31, minutes: 10_080)])
    for _ in 0..<40 { world.press("jh") }
    world.press(.enter)
    #expect(world.takeCommands() == [.makeLink(uses: 1, minutes: 10)])
  }

  @Test func `Esc makes none, and one that comes later is said to be listed`() {
    var world = AppWorld()
    world.press("I")
    world.press(.escape)
    #expect(world.takeCommands() == [])
    world.send(.linkMade("corkboard:A"))
    #expect(world.state.mode == .browsing)
    #expect(world.rows.contains { $0.contains("A link was made: P lists it") })
    #expect(!world.rows.contains { $0.contains("corkboard:A") })
  }

  @Test func `P lists links with what is left of them, and x revokes the chosen one`() {
    var world = AppWorld()
    world.send(.peopleChanged([.bo]))
    world.send(
      .linksChanged([
        LinkPicture(id: 7, uses: 1, usesLeft: 1, end: .seconds(3_600)),
        LinkPicture(id: 8, uses: 3, usesLeft: 2, end: .seconds(86_400)),
      ])
    )
    world.now += .seconds(61)
    world.press("P")
    world.press("x")
    #expect(world.takeCommands() == [])
    world.press("jjj")
    expectScreen(world.screen(), "people-links")
    world.press("x")
    #expect(world.takeCommands() == [.revokeLink(8)])
    world.press("k")
    world.press("x")
    #expect(world.takeCommands() == [.revokeLink(7)])
  }
}
