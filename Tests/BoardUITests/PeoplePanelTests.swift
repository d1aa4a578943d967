import BoardUI
import Testing

/// Choosing among the people, and putting one out.
struct PeoplePanelTests {
  private func world(_ people: [Person]) -> AppWorld {
    var world = AppWorld(columns: 80, rows: 24)
    world.send(.peopleChanged(people))
    world.press("P")
    return world
  }

  @Test func `x asks, and only r removes the chosen one`() {
    var world = world([.bo, .cy])
    world.press("jjx")
    #expect(world.rows.contains { $0.contains("Remove Cy from the session, for everyone?") })
    world.press("xay")
    #expect(world.takeCommands() == [])
    world.press("r")
    #expect(world.takeCommands() == [.remove(Person.cy.peer)])
    #expect(world.state.mode == .browsing)
    #expect(world.state.notices.map(\.text) == ["Cy is out of the session."])
  }

  @Test func `Esc removes nobody`() {
    var world = world([.bo])
    world.press("jx")
    #expect(world.rows.contains { $0.contains("Remove Bo from the session") })
    world.press(.escape)
    #expect(world.takeCommands() == [])
    #expect(world.state.mode == .browsing)
  }

  @Test func `before anybody is chosen nobody is removed`() {
    var world = world([.bo])
    world.press("xr")
    #expect(world.takeCommands() == [])
  }

  @Test func `alone nothing can be removed`() {
    var world = world([])
    world.press("jx")
    #expect(world.takeCommands() == [])
    #expect(!world.rows.contains { $0.contains("removes") })
  }
}
