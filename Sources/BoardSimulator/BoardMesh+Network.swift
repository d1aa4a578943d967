import BoardCore
import SessionSimulator

extension BoardMesh {
  static func key(_ index: Int) -> PeerKey { PeerKey(UInt128(index)) }

  func pair(_ from: Int, _ to: Int) -> Int { from * machines.count + to }

  func isConnected(_ from: Int, _ to: Int) -> Bool { connected[pair(from, to)] }

  // MARK: Cables

  /// The cable between two machines comes out: what is under way is lost, both notice.
  package mutating func unplug(_ left: Int, _ right: Int) {
    unplugged[pair(left, right)] = true
    unplugged[pair(right, left)] = true
    reconnect()
  }

  package mutating func plug(_ left: Int, _ right: Int) {
    unplugged[pair(left, right)] = false
    unplugged[pair(right, left)] = false
    reconnect()
  }

  /// Machines whose bit is set reach only each other, and so do the others.
  package mutating func split(_ halves: UInt64) {
    self.halves = halves
    reconnect()
  }

  /// Every cable is in, every machine reaches every other.
  package mutating func heal() {
    halves = 0
    unplugged = Array(repeating: false, count: unplugged.count)
    reconnect()
  }

  private func canReach(_ left: Int, _ right: Int) -> Bool {
    left != right && !unplugged[pair(left, right)] && machines[left].replicator != nil
      && machines[right].replicator != nil
      && (halves >> UInt64(left)) & 1 == (halves >> UInt64(right)) & 1
  }

  /// Makes the connections that can be, breaks those that cannot.
  mutating func reconnect() {
    for left in machines.indices {
      for right in machines.indices where left < right {
        if canReach(left, right) { connect(left, right) } else { disconnect(left, right) }
      }
    }
  }

  private mutating func connect(_ left: Int, _ right: Int) {
    guard !isConnected(left, right) else { return }
    connected[pair(left, right)] = true
    connected[pair(right, left)] = true
    call(left) { $0.peerJoined(Self.key(right), at: $1, into: &$2) }
    call(right) { $0.peerJoined(Self.key(left), at: $1, into: &$2) }
  }

  mutating func disconnect(_ left: Int, _ right: Int) {
    guard isConnected(left, right) else { return }
    for pair in [pair(left, right), pair(right, left)] {
      connected[pair] = false
      if !pipes[pair].isEmpty { sightings.add(.pipeCut) }
      pipes[pair].cut()
    }
    call(left) { $0.peerLeft(Self.key(right), at: $1, into: &$2) }
    call(right) { $0.peerLeft(Self.key(left), at: $1, into: &$2) }
  }

  // MARK: Arrivals

  func isAwake(_ index: Int) -> Bool {
    machines[index].replicator != nil && machines[index].pausedUntil <= elapsed
  }

  /// Lets bytes arrive on one of the connections that have any under way.
  mutating func deliver(pick: UInt64, bytes: Int) {
    let count = machines.count
    let waiting = pipes.indices.filter { !pipes[$0].isEmpty && isAwake($0 % count) }
    guard !waiting.isEmpty else { return }
    deliver(on: waiting[Int(pick % UInt64(waiting.count))], bytes: bytes)
  }

  private mutating func deliver(on pipe: Int, bytes: Int) {
    let (from, to) = (pipe / machines.count, pipe % machines.count)
    for message in pipes[pipe].read(bytes: bytes) { receive(message, from: from, at: to) }
  }

  /// Everything under way on connections arrives, and what is answered to it.
  package mutating func deliverAll() {
    while let pipe = pipes.firstIndex(where: { !$0.isEmpty }) {
      deliver(on: pipe, bytes: .max)
    }
  }

  package var hasBytesUnderWay: Bool { pipes.contains { !$0.isEmpty } }

  /// So many messages arrive, whole, of the first connections that have any.
  package mutating func deliverSome(_ count: Int) {
    for _ in 0..<count { deliver(pick: 0, bytes: BoardLimits.messageBytes) }
  }

  mutating func deliverDatagram(pick: UInt64) {
    guard !datagrams.isEmpty else { return }
    deliver(datagrams.remove(at: Int(pick % UInt64(datagrams.count))))
  }

  /// Every datagram still under way arrives, in a random order.
  package mutating func deliverDatagrams() {
    while !datagrams.isEmpty { deliverDatagram(pick: random.next()) }
  }

  /// A datagram is sealed for two runs of two programs: for any other it is noise.
  private mutating func deliver(_ datagram: Datagram) {
    let to = datagram.to
    guard isAwake(to), machines[to].runs == datagram.run else { return }
    receive(datagram.bytes, from: datagram.from, at: to)
  }

  // MARK: Time

  /// Lets time pass at once; whoever is due is woken once.
  package mutating func wait(_ duration: Duration) {
    elapsed += duration
    for index in machines.indices where isAwake(index) {
      guard let due = machines[index].replicator?.nextDeadline, due <= elapsed else { continue }
      call(index) { $0.wake(at: $1, into: &$2) }
    }
  }

  /// Lets time pass on a perfect network: everything arrives, everyone is woken in time.
  package mutating func rest(_ duration: Duration) {
    let end = elapsed + duration
    while elapsed < end {
      wait(min(.milliseconds(50), end - elapsed))
      deliverAll()
      deliverDatagrams()
    }
  }
}
