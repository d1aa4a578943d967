import SessionCore

extension SimulatedLAN {
  /// The cable of a host comes out: nothing arrives, nobody is told.
  package mutating func unplug(_ host: Int) { unplugged.insert(host) }

  package mutating func plug(_ host: Int) {
    unplugged.remove(host)
    resumeStreams()
  }

  /// Two hosts cannot talk to each other any more.
  package mutating func sever(_ left: Int, _ right: Int) {
    severed.insert([min(left, right), max(left, right)])
  }

  /// What one host sends does not arrive at the other any more.
  package mutating func deafen(_ listener: Int, to speaker: Int) {
    deadWays.insert([speaker, listener])
  }

  /// Every cable is in again.
  package mutating func heal() {
    unplugged = []
    severed = []
    deadWays = []
    resumeStreams()
  }

  /// All streams between two hosts break at once, both ends notice.
  package mutating func reset(_ left: Int, _ right: Int) {
    for stream in streams.indices {
      let pair = streams[stream].ends.map(\.host)
      guard pair == [left, right] || pair == [right, left] else { continue }
      for end in 0...1 { queue.add(.closed(stream: stream, end: end), at: now) }
    }
  }

  /// Whether what one host sends does not reach the other.
  func isBlocked(_ sender: Int, _ receiver: Int) -> Bool {
    unplugged.contains(sender) || unplugged.contains(receiver)
      || severed.contains([min(sender, receiver), max(sender, receiver)])
      || deadWays.contains([sender, receiver])
  }

  private mutating func resumeStreams() {
    for stream in streams.indices where isOpenBothWays(stream) {
      for end in 0...1 where streams[stream].stuckSince[end] != nil {
        streams[stream].stuckSince[end] = nil
        guard !streams[stream].underWay[end].isEmpty else { continue }
        // A retransmission takes its time.
        let delay = random.duration(in: .zero ... .seconds(1))
        streams[stream].isScheduled[end] = true
        queue.add(.deliver(stream: stream, from: end), at: now + delay)
      }
    }
  }

  private func isOpenBothWays(_ stream: Int) -> Bool {
    !isBlocked(stream, from: 0) && !isBlocked(stream, from: 1)
  }

  private func isBlocked(_ stream: Int, from end: Int) -> Bool {
    isBlocked(streams[stream].ends[end].host, streams[stream].ends[1 - end].host)
  }

  mutating func open(
    _ link: LinkID,
    _ endpoint: Endpoint,
    expecting device: DeviceID?,
    from host: Int
  ) {
    guard let target = hosts.firstIndex(where: { $0.endpoint == endpoint }) else { return }
    let dialler = SimulatedStream.End(host: host, run: hosts[host].run, link: link)
    let acceptor = SimulatedStream.End(host: target, run: 0, link: nil)
    streams.append(
      SimulatedStream(
        ends: [dialler, acceptor],
        target: endpoint,
        expected: device,
        secret: random.next()
      )
    )
    hosts[host].streams[link] = streams.count - 1
    let delay = random.duration(in: faults.streamDelay)
    queue.add(.connect(stream: streams.count - 1), at: now + delay)
  }

  /// The dialler's first packet arrives, or is sent again a second later.
  mutating func connect(_ stream: Int) {
    let dialler = streams[stream].ends[0]
    let target = streams[stream].ends[1].host
    guard !dialler.isClosed, hosts[dialler.host].run == dialler.run else { return }
    guard isOpenBothWays(stream), hosts[target].missed == nil,
      !random.chance(perMille: faults.streamLoss)
    else {
      return queue.add(.connect(stream: stream), at: now + .seconds(1))
    }
    guard hosts[target].peer != nil else {
      return queue.add(.closed(stream: stream, end: 0), at: now)
    }
    // The dialler judges first: a device that it does not mean never hears who called.
    if let expected = streams[stream].expected, expected != hosts[target].device {
      streams[stream].ends[0].isClosed = true
      guard let link = dialler.link else { return }
      hosts[dialler.host].streams[link] = nil
      return input(.linkClosed(link, .otherDevice), to: dialler.host)
    }
    let link = LinkID(hosts[target].nextAccepted)
    hosts[target].nextAccepted += 2
    streams[stream].ends[1].link = link
    streams[stream].ends[1].run = hosts[target].run
    hosts[target].streams[link] = stream
    queue.add(.opened(stream: stream), at: now + random.duration(in: faults.streamDelay))
    var source = hosts[dialler.host].endpoint
    source.port = UInt16(40_000 + stream % 20_000)
    let device = hosts[dialler.host].device
    let binding = streams[stream].binding
    input(
      .linkAccepted(link, from: source, device: device, binding: binding, since: now),
      to: target
    )
  }

  mutating func opened(_ stream: Int) {
    let end = streams[stream].ends[0]
    guard !end.isClosed, hosts[end.host].run == end.run, let link = end.link else { return }
    let device = hosts[streams[stream].ends[1].host].device
    let binding = streams[stream].binding
    input(.linkOpened(link, device: device, binding: binding), to: end.host)
  }

  mutating func write(_ piece: SimulatedStream.Piece, on stream: Int, by link: LinkID) {
    let end = streams[stream].end(of: link)
    guard !streams[stream].ends[end].isClosed else { return }
    streams[stream].underWay[end].append(piece)
    schedule(stream, end)
  }

  private mutating func schedule(_ stream: Int, _ end: Int) {
    guard !streams[stream].isScheduled[end], !streams[stream].underWay[end].isEmpty,
      streams[stream].stuckSince[end] == nil
    else { return }
    streams[stream].isScheduled[end] = true
    let waiting = streams[stream].waitingBytes(from: end)
    let host = streams[stream].ends[end].host
    let moment = departure(min(waiting, Self.packet), of: host, mayWait: true) ?? now
    let delay = random.duration(in: faults.streamDelay)
    queue.add(.deliver(stream: stream, from: end), at: moment + delay)
  }

  /// Bytes of a stream that a narrow line carries at once.
  private static let packet = 1_460
  /// What waits before a narrow line at most.
  private static let lineQueue = 65_536

  /// When so many bytes have left a host; nil when its line has no room for them.
  mutating func departure(_ count: Int, of host: Int, mayWait: Bool = false) -> Moment? {
    guard let rate = faults.bitsPerSecond else { return now }
    let start = max(now, hosts[host].lineIsFree)
    guard mayWait || start - now <= .seconds(1) / rate * (8 * Self.lineQueue) else { return nil }
    hosts[host].lineIsFree = start + .seconds(1) / rate * (8 * (count + 60))
    return hosts[host].lineIsFree
  }

  /// What is under way from one end arrives at the other, in pieces.
  mutating func deliver(_ stream: Int, from end: Int) {
    streams[stream].isScheduled[end] = false
    guard !isBlocked(stream, from: end) else { return getStuck(stream, end) }
    guard !random.chance(perMille: faults.streamLoss) else { return sendAgain(stream, end) }
    streams[stream].repeatsAfter[end] = SimulatedStream.firstRepeat
    let limit = faults.bitsPerSecond.map { _ in Self.packet }
    let pieces = streams[stream].takePacket(from: end, limit: limit)
    let other = streams[stream].ends[1 - end]
    guard let link = other.link, !other.isClosed, hosts[other.host].run == other.run else {
      // Nobody is there any more: the writer hears it.
      return queue.add(.closed(stream: stream, end: end), at: now)
    }
    var bytes: [UInt8] = []
    var isOver = false
    for piece in pieces {
      switch piece {
      case .bytes(let more): bytes += more
      case .end: isOver = true
      }
    }
    receive(bytes, on: link, other.host)
    if isOver { closeEnd(stream, 1 - end) }
    acknowledge(stream, from: end)
  }

  private mutating func sendAgain(_ stream: Int, _ end: Int) {
    let pause = streams[stream].repeatsAfter[end]
    streams[stream].repeatsAfter[end] = min(pause * 2, SimulatedStream.lastRepeat)
    streams[stream].isScheduled[end] = true
    queue.add(.deliver(stream: stream, from: end), at: now + pause)
  }

  private mutating func getStuck(_ stream: Int, _ end: Int) {
    streams[stream].stuckSince[end] = now
    let moment = now + faults.streamTimeout
    queue.add(.timeout(stream: stream, from: end, since: now), at: moment)
  }

  /// The writer's system learns that something arrived, if the way back is not dead: else it
  /// repeats that and sends nothing new.
  private mutating func acknowledge(_ stream: Int, from end: Int) {
    guard !isBlocked(stream, from: 1 - end) else { return getStuck(stream, end) }
    schedule(stream, end)
    let writer = streams[stream].ends[end]
    guard !writer.isClosed, let link = writer.link, hosts[writer.host].run == writer.run else {
      return
    }
    let waiting = streams[stream].waitingBytes(from: end)
    input(.linkDrained(link, waitingBytes: waiting), to: writer.host)
  }

  private mutating func receive(_ bytes: [UInt8], on link: LinkID, _ host: Int) {
    var bytes = bytes
    if !bytes.isEmpty, random.chance(perMille: faults.streamCorruption) {
      hasFlippedBits = true
      bytes[random.number(below: bytes.count)] ^= 1 << UInt8(random.number(below: 8))
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = faults.piece(of: rest.count, &random)
      input(.received(link, Array(rest.prefix(count))), to: host)
      rest = rest.dropFirst(count)
    }
  }

  /// One end learns that the stream is over.
  mutating func closeEnd(_ stream: Int, _ end: Int) {
    let known = streams[stream].ends[end]
    guard !known.isClosed else { return }
    streams[stream].ends[end].isClosed = true
    guard let link = known.link, hosts[known.host].run == known.run else { return }
    hosts[known.host].streams[link] = nil
    input(.linkClosed(link), to: known.host)
  }

  /// One end's program died: the other end hears it behind what was written before.
  mutating func endStream(_ stream: Int, from end: Int) {
    guard !streams[stream].ends[end].isClosed else { return }
    streams[stream].underWay[end].append(.end)
    schedule(stream, end)
    streams[stream].ends[end].isClosed = true
  }
}
