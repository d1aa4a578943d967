import SessionCore
import Testing

struct DeliveryTests {
  private func accepts(_ sequence: UInt64, _ window: inout ReplayWindow) -> Bool {
    guard window.isFresh(sequence) else { return false }
    window.note(sequence)
    return true
  }

  @Test(arguments: UInt64(1)...100)
  func `the replay window agrees with a set`(seed: UInt64) {
    var random = TestGenerator(seed: seed)
    var window = ReplayWindow()
    var seen: Set<UInt64> = []
    var highest: UInt64 = 0
    for _ in 0..<400 {
      let base = max(highest, 1_500) - 1_400
      let wide = random.next() % 20 == 0
      let sequence = base + random.next() % (wide ? 5_000 : 1_500)
      let isNew = !seen.contains(sequence) && (sequence > highest || highest - sequence < 1_024)
      #expect(accepts(sequence, &window) == isNew)
      if isNew { seen.insert(sequence) }
      if isNew { highest = max(highest, sequence) }
    }
  }

  @Test func `the replay window holds at its edges`() {
    var window = ReplayWindow()
    #expect(accepts(0, &window) == false)
    #expect(accepts(1, &window) == true)
    #expect(accepts(1_024, &window) == true)
    #expect(accepts(1, &window) == false)
    #expect(accepts(2, &window) == true)
    #expect(accepts(1_026, &window) == true)
    #expect(accepts(2, &window) == false)
    #expect(accepts(3, &window) == true)
    #expect(accepts(.max, &window) == true)
    #expect(accepts(.max, &window) == false)
    #expect(accepts(.max - 1_023, &window) == true)
    #expect(accepts(.max - 1_024, &window) == false)
  }

  @Test func `messages are kept until they are acknowledged, and written again after a break`() {
    var queue = ReliableQueue()
    for number in 1...5 { #expect(queue.append([UInt8(number)], at: .start) == true) }
    queue.restart(at: .start)
    let payloads = (1...6).map { _ in queue.nextToWrite()?.payload }
    #expect(payloads == [[1], [2], [3], [4], [5], nil])
    queue.acknowledge(through: 2, at: .seconds(1))
    queue.acknowledge(through: 1, at: .seconds(2))
    queue.acknowledge(through: 900, at: .seconds(3))
    #expect(queue.lastProgress == .seconds(1))
    queue.restart(at: .seconds(4))
    let again = (3...6).map { _ in queue.nextToWrite()?.sequence }
    #expect(again == [3, 4, 5, nil])
    queue.drop()
    #expect(queue.isEmpty)
    #expect(queue.append([9], at: .seconds(5)) == true)
    #expect(queue.nextToWrite()?.sequence == 6)
  }

  @Test func `a queue has a limit in bytes, also for empty messages`() {
    var queue = ReliableQueue()
    let large = [UInt8](repeating: 0, count: 262_144)
    var count = 0
    while queue.append(large, at: .start) { count += 1 }
    #expect(count == 32)
    queue.drop()
    count = 0
    while queue.append([], at: .start) { count += 1 }
    #expect(count == 131_072)
  }

  @Test func `a long queue that is acknowledged little by little keeps its order`() {
    var queue = ReliableQueue()
    var next: UInt64 = 1
    for number in 1...2_000 {
      _ = queue.append([UInt8(number % 256)], at: .start)
      guard number % 3 == 0, let (sequence, payload) = queue.nextToWrite() else { continue }
      #expect(sequence == next)
      #expect(payload == [UInt8(sequence % 256)])
      queue.acknowledge(through: sequence, at: .start)
      next += 1
    }
    #expect(queue.firstAvailable == next)
  }

  @Test func `of unreliable messages the latest 64 KiB wait`() {
    var queue = DroppableQueue()
    for number in 0..<100 {
      queue.append([UInt8(number)] + [UInt8](repeating: 0, count: 1_023))
    }
    let first = queue.takeFirst()?.first
    #expect(first == 40)
    queue.append([UInt8](repeating: 7, count: 200_000))
    #expect(queue.takeFirst()?.count == 200_000)
    #expect(queue.takeFirst() == nil)
  }

  @Test func `a path is up while echoes come`() {
    var path = DatagramPath(index: 1, endpoint: TestPeer.place, at: .start)
    #expect(path.nextProbe == .start)
    path.probed(at: .start)
    #expect(path.nextProbe == .seconds(0.125))
    path.echoed(at: .seconds(0.1))
    #expect(path.isUp)
    #expect(path.nextProbe == .seconds(0.1) + .seconds(4))
    for probe in 0..<8 { path.probed(at: .seconds(4.1 + Double(probe) / 8)) }
    #expect(path.isUp)
    path.probed(at: .seconds(5.2))
    #expect(!path.isUp)
    #expect(path.nextProbe == .seconds(6.2))
  }

  @Test func `a path that fails under messages is known to be down within two seconds`() {
    var path = DatagramPath(index: 1, endpoint: TestPeer.place, at: .start)
    path.probed(at: .start)
    path.echoed(at: .seconds(0))
    // It fails right after an echo; messages begin three seconds later.
    path.used(at: .seconds(3))
    #expect(path.nextProbe <= .seconds(3))
    var now = Moment.seconds(3)
    while path.isUp {
      path.probed(at: now)
      now = path.nextProbe
    }
    #expect(now <= .seconds(5))
    // And while they flow it is asked every second.
    path.echoed(at: .seconds(10))
    path.used(at: .seconds(10.5))
    path.echoed(at: .seconds(11))
    #expect(path.nextProbe == .seconds(12))
  }
}
