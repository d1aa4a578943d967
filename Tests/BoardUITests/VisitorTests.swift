import BoardCore
import BoardUI
import TestSupport
import Testing

/// Who knocks, and when the answer counts.
struct VisitorTests {
  private func visited() -> AppWorld {
    var world = AppWorld()
    world.send(.visitorArrived(.fromBo))
    return world
  }

  @Test func `a accepts and d declines, after the banner was on the screen for 200 ms`() {
    for (key, accept) in [("a", true), ("d", false)] {
      var world = visited()
      world.press(key)
      world.now += .milliseconds(199)
      world.press(key)
      #expect(world.takeCommands() == [])
      world.now += .milliseconds(1)
      world.press(key)
      #expect(world.takeCommands() == [.answer(visitor: 1, accept: accept)])
      #expect(world.state.visitors == [])
    }
  }

  @Test func `movement keys never choose, and still move`() {
    var world = visited()
    world.now += .seconds(1)
    let focus = world.state.focus
    world.press("l")
    world.press(.enter)
    world.press(.escape)
    #expect(world.state.focus != focus)
    #expect(world.takeCommands() == [])
    #expect(world.state.visitors.count == 1)
  }

  @Test(arguments: ["e", "m", "i", "X", "Q", "?", "P"])
  func `an editor, a prompt, a lifted note, a question and a panel keep their keys`(key: String) {
    var world = AppWorld()
    world.press(key)
    world.send(.visitorArrived(.fromBo))
    world.now += .seconds(1)
    world.press("ad")
    #expect(!world.commands.contains { if case .answer = $0 { true } else { false } })
    #expect(world.state.visitors.count == 1)
    #expect(world.rows.last?.contains("Bo invites you") == true)
  }

  @Test func `a banner that comes back must be seen for 200 ms again`() {
    var world = visited()
    world.now += .seconds(1)
    world.press("?")
    world.now += .seconds(1)
    world.press("?a")
    #expect(world.takeCommands() == [])
    world.now += .milliseconds(200)
    world.press("a")
    #expect(world.takeCommands() == [.answer(visitor: 1, accept: true)])
  }

  @Test func `visitors wait in line, and each is seen before it can be answered`() {
    var world = visited()
    var second = VisitorBanner.fromBo
    second.id = 2
    second.name = "Cy"
    second.kind = .knock
    world.send(.visitorArrived(second))
    world.now += .seconds(1)
    world.press("aa")
    #expect(world.takeCommands() == [.answer(visitor: 1, accept: true)])
    world.now += .milliseconds(200)
    world.press("d")
    #expect(world.takeCommands() == [.answer(visitor: 2, accept: false)])
  }

  @Test func `a visitor who is gone is not answered`() {
    var world = visited()
    world.now += .seconds(1)
    world.send(.visitorGone(1))
    world.press("a")
    #expect(world.takeCommands() == [])
  }

  @Test func `nothing is answered on a screen that is too small for the banner`() {
    var world = visited()
    world.send(.resized(columns: 10, rows: 4))
    world.now += .seconds(1)
    world.press("a")
    #expect(world.takeCommands() == [])
  }

  @Test func `the banner says that one would leave a session`() {
    var world = AppWorld()
    var banner = VisitorBanner.fromBo
    banner.leavesSession = true
    world.send(.visitorArrived(banner))
    #expect(world.rows.contains { $0.contains("Accepting leaves the session") })
  }

  @Test func `both who ask and who are asked see the words, in a box of the same kind`() {
    var asked = AppWorld()
    asked.send(.visitorArrived(.fromBo))
    var asking = AppWorld()
    let request = RequestPicture(
      isKnock: false,
      target: "Bo",
      phase: .ringing,
      words: "crab lunar otter fig"
    )
    asking.send(.requestChanged(request))
    for world in [asked, asking] {
      #expect(world.rows.contains { $0.contains("crab lunar otter fig") })
      #expect(world.rows.contains { $0.contains("Ask Bo: the same four words") })
    }
    asking.now += .seconds(1)
    asking.press("ad")
    #expect(asking.takeCommands() == [])
    asking.press(.escape)
    #expect(asking.takeCommands() == [.cancelRequest])
  }

  @Test func `a copy of this device is told like a visitor, and a new key is offered`() {
    var world = AppWorld()
    let banner = VisitorBanner(id: .max, kind: .copy, name: "", address: "192.168.1.31:26752")
    world.send(.visitorArrived(banner))
    world.now += .seconds(1)
    expectScreen(world.screen(), "copy")
    world.press("e")
    #expect(world.rows.last?.contains("another machine has this device’s key") == true)
    world.press(.escape)
    world.now += .seconds(1)
    world.press("a")
    let answers = world.takeCommands().filter { if case .answer = $0 { true } else { false } }
    #expect(answers == [.answer(visitor: .max, accept: true)])
  }
}
