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

  @Test func `is below a frame for reading the snapshot of 10,000 notes, but for decoding`() throws
  {
    let id = BoardID(2)
    var random: UInt64 = 1
    // About what a snapshot of so many notes is: 90 bytes each, of which zlib saves a third.
    let snapshot = (0..<900_000).map { index -> UInt8 in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index % 3 == 0 ? 7 : UInt8(truncatingIfNeeded: random >> 40)
    }
    do {
      let file = try folder.store().makeBoard(id, title: "a", at: 1)
      try file.keep(joined: snapshot, at: 1)
    }
    let file = try #require(try folder.store().openBoard(id))
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<5 {
      times.append(clock.measure { #expect(file.load().snapshot?.count == snapshot.count) })
    }
    times.sort()
    #expect(times[2] < .milliseconds(100))
    print("load: median \(times[2])")
  }
}
