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
}
