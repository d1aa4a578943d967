import Foundation
import Testing

/// The cable comes out and goes back in, between two hosts of this test's own.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestNetwork.obstacle == nil, "needs root and ip"))
struct CableTests {
  @Test func `after the cable was out everyone is back without a question and boards merge`()
    async throws
  {
    let network = try TestNetwork()
    let ada = try Person("Ada", on: network.hosts[0])
    let bo = try Person("Bo", on: network.hosts[1])
    try await ada.makeNote("before")
    try await ada.invite("\(network.hosts[1].address):\(try await bo.port())")
    try await bo.accept()
    try await bo.seesNote("before")

    try network.setCable(false)
    try await ada.sees(bo, as: "◌", within: .seconds(8))
    try await ada.sees(bo, as: "✕", within: .seconds(14))
    try await bo.sees(ada, as: "✕", within: .seconds(14))
    try await bo.makeNote("by Bo, alone")
    try ada.program.type("X")
    try await ada.program.wait(forText: "Clear 1 note for everyone?")
    try ada.program.type("c")
    try await ada.seesNoNote("before")
    try await ada.makeNote("by Ada, alone")

    try network.setCable(true)
    try await ada.sees(bo, within: .seconds(20))
    try await bo.sees(ada, within: .seconds(20))
    for person in [ada, bo] {
      try await person.seesNote("by Bo, alone")
      try await person.seesNote("by Ada, alone")
      try await person.seesNoNote("before")
    }
    // Her text, her note, then her clearing.
    try ada.program.type("uuu")
    try await bo.seesNote("before")
    try await bo.seesNote("by Bo, alone")
  }

  @Test func `the own addresses under P follow the network, also when there was none at first`()
    async throws
  {
    let network = try TestNetwork()
    try network.setAddress(false)
    let ada = try Person("Ada", on: network.hosts[0])
    try ada.program.type("P")
    try await ada.program.wait(forText: "127.0.0.1")
    try network.setAddress(true)
    try await ada.program.wait(forText: network.hosts[0].address, within: .seconds(3))
    #expect(try !ada.program.screen().contains { $0.contains("127.0.0.1") })
  }

  @Test func `the panel says what somebody does not have yet, and that it has arrived`()
    async throws
  {
    let network = try TestNetwork()
    let ada = try Person("Ada", on: network.hosts[0])
    let bo = try Person("Bo", on: network.hosts[1])
    try await ada.invite("\(network.hosts[1].address):\(try await bo.port())")
    try await bo.accept()
    try await ada.makeNote("one")
    try await bo.seesNote("one")
    try ada.program.type("P")
    try await ada.program.wait(forText: "· has every edit")
    try ada.program.press(.escape)

    try network.setCable(false)
    try await ada.makeNote("two")
    try ada.program.type("P")
    // A note is made and then written on. First while Bo seems to be here, then of one who is gone.
    try await ada.program.wait(forText: "2 edits have not arrived there", within: .seconds(10))
    try ada.program.press(.escape)
    try await ada.sees(bo, as: "✕", within: .seconds(14))
    try await ada.makeNote("three")
    try ada.program.type("P")
    try await ada.program.wait(forText: "4 edits have not arrived there")

    try network.setCable(true)
    try await bo.seesNote("three", within: .seconds(20))
    try await ada.program.wait(forText: "· has every edit", within: .seconds(10))
  }

  @Test func `two who changed one note with the cable out are both told, and U has it back`()
    async throws
  {
    let network = try TestNetwork()
    let ada = try Person("Ada", on: network.hosts[0])
    let bo = try Person("Bo", on: network.hosts[1])
    try await ada.makeNote("disputed")
    // Which color a note begins with depends on who makes it.
    try ada.program.type("1")
    try await ada.invite("\(network.hosts[1].address):\(try await bo.port())")
    try await bo.accept()
    try await bo.seesNote("disputed")
    try bo.program.press(.tab)
    try await allIsShared()

    try network.setCable(false)
    try await ada.sees(bo, as: "✕", within: .seconds(14))
    try await bo.sees(ada, as: "✕", within: .seconds(14))
    try ada.program.type("2")
    try await ada.program.wait(forText: "1 edit nobody else has")
    usleep(20_000)
    try bo.program.type("3")
    try await bo.program.wait(forText: "1 edit nobody else has")
    try bo.program.type("4")
    try await bo.program.wait(forText: "2 edits nobody else has")

    try network.setCable(true)
    try await ada.program.wait(
      forText: "Bo colored the note at the same time, and theirs shows: U takes yours back.",
      within: .seconds(20)
    )
    try await bo.program.wait(
      forText: "Ada colored the note at the same time: yours shows.",
      within: .seconds(20)
    )
    try await ada.sees(bo, within: .seconds(20))
    #expect(try await colors(ada, bo, are: 4))
    try ada.program.type("U")
    #expect(try await colors(ada, bo, are: 2))
    for person in [ada, bo] {
      try await person.program.wait(for: "no edits that nobody else has") { lines in
        !lines.contains { $0.contains("nobody else has") }
      }
    }
  }

  @Test func `what a run did alone before it crashed is told when it loses, and U has it again`()
    async throws
  {
    let network = try TestNetwork()
    let ada = try Person("Ada", on: network.hosts[0])
    let bo = try Person("Bo", on: network.hosts[1])
    try await ada.makeNote("disputed")
    try ada.program.type("1")
    try await ada.invite("\(network.hosts[1].address):\(try await bo.port())")
    try await bo.accept()
    try await bo.seesNote("disputed")
    try bo.program.press(.tab)
    try await allIsShared()

    try network.setCable(false)
    try await ada.sees(bo, as: "✕", within: .seconds(14))
    try await bo.sees(ada, as: "✕", within: .seconds(14))
    try ada.program.type("2")
    try await ada.program.wait(forText: "1 edit nobody else has")
    try await ada.kill()
    try bo.program.type("4")
    try await bo.program.wait(forText: "1 edit nobody else has")
    try ada.restart()
    try await ada.seesNote("disputed")

    try network.setCable(true)
    try await ada.program.wait(
      forText: "Bo colored the note at the same time, and theirs shows: U takes yours back.",
      within: .seconds(20)
    )
    #expect(try await colors(ada, bo, are: 4))
    try ada.program.type("U")
    #expect(try await colors(ada, bo, are: 2))
  }

  /// Everybody says once a second what they have; nothing on a screen tells when.
  private func allIsShared() async throws { try await Task.sleep(for: .milliseconds(2_500)) }

  /// Whether both boards come to have a note of this color.
  private func colors(_ ada: Person, _ bo: Person, are color: Int) async throws -> Bool {
    for person in [ada, bo] {
      try await eventually("color \(color) for \(person.name)") {
        try Shell(person.folders).run("ls", "--json").output.contains("\"color\":\(color),")
          ? true : nil
      }
    }
    return true
  }

  @Test func `who leaves with the cable out is told how many edits nobody else has`() async throws {
    let network = try TestNetwork()
    let ada = try Person("Ada", on: network.hosts[0])
    let bo = try Person("Bo", on: network.hosts[1])
    try await ada.invite("\(network.hosts[1].address):\(try await bo.port())")
    try await bo.accept()
    try await ada.makeNote("shared")
    try await bo.seesNote("shared")
    try ada.program.type("1")
    try await allIsShared()
    try network.setCable(false)
    try await ada.sees(bo, as: "✕", within: .seconds(14))
    try ada.program.type("2")
    try await ada.program.wait(forText: "1 edit nobody else has")
    try ada.program.type("3")
    try await ada.program.wait(forText: "2 edits nobody else has")
    #expect(try await ada.leave().contains("1 note kept; 2 edits nobody else has"))
  }
}
