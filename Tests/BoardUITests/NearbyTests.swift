import BoardCore
import BoardUI
import TestSupport
import Testing

/// Who was heard on the network, as a person meets them.
struct NearbyTests {
  private static let dan = NearbyPerson(
    id: [4],
    name: "Dan",
    device: "dan-desk",
    address: "192.168.1.30:26752",
    heard: .seconds(1)
  )
  private static let eve = NearbyPerson(
    id: [5],
    name: "Eve \u{1B}[31m",
    device: "bo-laptop",
    address: "[fe80::1%eth0]:26753",
    heard: .seconds(-100)
  )

  private func world(
    columns: Int = 80,
    rows: Int = 24,
    _ board: BoardPicture = Fixture.board(),
    _ nearby: [NearbyPerson] = [dan, eve]
  ) -> AppWorld {
    var world = AppWorld(columns: columns, rows: rows, board)
    world.send(.nearbyChanged(nearby, note: nil))
    return world
  }

  @Test(arguments: [(80, 24), (200, 60)])
  func `the panel of people lists who was heard`(columns: Int, rows: Int) {
    var world = world(columns: columns, rows: rows)
    world.send(.peopleChanged([.bo]))
    world.press("P")
    world.press("jj")
    expectScreen(world.screen(), "nearby-\(columns)x\(rows)")
  }

  @Test func `an empty board says who is nearby`() {
    expectScreen(world(BoardPicture()).screen(), "nearby-empty")
  }

  @Test func `the prompt offers who was heard`() {
    var world = world()
    world.press("i")
    expectScreen(world.screen(), "nearby-prompt")
  }

  @Test func `choosing somebody nearby invites that device`() {
    var world = world()
    world.press("Pj")
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([4])])
    #expect(world.state.mode == .browsing)
    world.press("Pjjjk")
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([4])])
    world.press("Pk")
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([5])])
  }

  @Test func `whoever is here can be chosen, and is not invited`() {
    var world = world()
    world.send(.peopleChanged([.bo, .cy]))
    world.press("Pjj")
    world.press(.enter)
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .browsing)
    world.press("Pjjj")
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([4])])
  }

  @Test func `the choice stays with a device whatever comes and goes around it`() {
    var world = world()
    world.press("Pjj")
    let fay = NearbyPerson(id: [6], name: "Ann")
    world.send(.nearbyChanged([fay, Self.dan, Self.eve], note: nil))
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([5])])
    world.press("Pj")
    world.send(.nearbyChanged([Self.dan], note: nil))
    world.press(.enter)
    #expect(world.takeCommands() == [])
    #expect(world.state.notices.map(\.text) == ["That device is not heard any more."])
  }

  @Test func `a chosen row is always on the screen`() {
    let many = (0..<100).map { NearbyPerson(id: [UInt8($0)], name: "peer \($0)") }
    var world = world(columns: 40, rows: 10, Fixture.board(), many)
    world.press("P")
    for number in 0..<100 {
      world.press("j")
      #expect(world.rows.contains { $0.contains("▸ peer \(number) ") }, "\(number)")
    }
    for number in (0..<99).reversed() {
      world.press("k")
      #expect(world.rows.contains { $0.contains("▸ peer \(number) ") }, "\(number)")
    }
  }

  @Test func `ages grow while the panel is open, and cost nothing while it is not`() {
    var world = world()
    #expect(world.state.nextTick == nil)
    world.press("P")
    #expect(world.rows.contains { $0.contains("Dan") && $0.contains("heard now") })
    world.wait(.seconds(25))
    #expect(world.rows.contains { $0.contains("Dan") && $0.contains("heard 20 s ago") })
    world.wait(.seconds(40))
    #expect(world.rows.contains { $0.contains("Dan") && $0.contains("heard 1 min ago") })
    world.press("P")
    #expect(world.state.nextTick == nil)
  }

  @Test func `why nobody can be heard is said in the panel`() {
    var world = AppWorld()
    world.send(.nearbyChanged([], note: "discovery is off: invite by address"))
    world.press("P")
    #expect(world.rows.contains { $0.contains("discovery is off: invite by address") })
  }

  @Test func `a typed name means who was heard under it, by person or by machine`() {
    for name in ["dan", "DAN-DESK", "Dan"] {
      var world = world()
      world.press("i" + name)
      world.press(.enter)
      #expect(world.takeCommands() == [.inviteNearby([4])])
    }
    for address in ["192.168.1.30", "den", "dan.local"] {
      var world = world()
      world.press("i" + address)
      world.press(.enter)
      #expect(world.takeCommands() == [.invite(address)])
    }
  }

  @Test func `a name that several bear chooses nobody`() {
    var twin = Self.eve
    twin.name = "Dan"
    var world = world(Fixture.board(), [Self.dan, twin])
    world.press("iDan")
    world.press(.enter)
    #expect(world.takeCommands() == [])
    #expect(
      world.state.notices.last?.text == "Several devices nearby are called so: P chooses one."
    )
  }

  @Test func `Tab puts one name after the other, and Enter means that very device`() {
    var twin = Self.eve
    twin.name = "Dan"
    var world = world(Fixture.board(), [Self.dan, twin])
    world.press("i")
    world.press(.tab)
    world.press(.tab)
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([5])])
    world.press("ibo")
    world.press(.tab)
    world.press(.enter)
    #expect(world.takeCommands() == [.inviteNearby([5])])
    world.press("ix")
    world.press(.tab)
    #expect(world.state.notices.last?.text == "No name nearby begins so.")
  }
}
