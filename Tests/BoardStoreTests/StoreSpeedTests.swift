import BoardCore
import BoardStore
import Testing

@Suite struct `The speed of the store` {
  let folder = TemporaryFolder()

  @Test func `is below a millisecond for keeping one operation, in the median`() throws {
    let file = try folder.store().makeBoard(BoardID(1), title: "a", at: 1)
    try file.keep(snapshot: [], at: 1)
    let operation = [UInt8](repeating: 9, count: 60)
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<1_001 {
      times.append(try clock.measure { try file.append([operation], at: 1) })
    }
    times.sort()
    #expect(times[500] < .milliseconds(1))
    print("append: median \(times[500]), 99 in 100 \(times[990]), worst \(times[1_000])")
  }
}
