import CSystem
import Glibc
import SessionCore
import Synchronization

/// Owns the one `Peer`, the sockets and the links, and carries out what the peer asks for.
///
/// All of it runs on one thread, and no function waits inside: inputs are taken in one after the
/// other. What other threads want comes through the inbox, in order.
actor PeerHost: LoopDriver {
  /// How much of one thing is done before the others get their turn.
  enum Limits {
    static let bufferBytes = 1 << 16
    static let readsPerTurn = 4
    static let acceptsPerTurn = 32
    static let datagramsPerTurn = 64
    static let roundsPerTurn = 16
    /// Accepted links that the core has not answered: the oldest makes room for the newest.
    static let strangers = 16
    static let strangersPerAddress = 4
    /// How long whoever dials us may take for the handshake, in nanoseconds; the core counts on.
    static let handshake: UInt64 = 5_000_000_000
    /// What a session is given at once.
    static let pieceBytes = SecureSession.recordBytes
    /// How long `stop` waits for goodbyes to go out, in nanoseconds.
    static let goodbye: UInt64 = 300_000_000
    static let listenerPause: UInt64 = 100_000_000
    /// Reliable bytes that the slowest receiver may be behind before senders that can wait do so: a
    /// quarter of what makes it count as gone.
    static let backlog = WireLimits.reliableQueue / 4
  }

  static let listenerToken = UInt64.max - 1
  static let datagramToken = UInt64.max - 2

  nonisolated let executor = LoopExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated let port: UInt16
  nonisolated let device: DeviceID
  /// Nobody on another machine reaches us.
  nonisolated let isLoopbackOnly: Bool
  private nonisolated let inbox = PeerInbox()
  private nonisolated let backlog = Atomic<Int>(0)

  private var peer: Peer
  private var effects: [PeerEffect] = []
  /// What effects brought about, for the peer to hear after them.
  var pending: [PeerInput] = []
  let began: UInt64
  private let onEvent: @Sendable (PeerHost, PeerEvent) -> Void
  private let onStore: @Sendable (SessionRecord?) -> Void

  let context: SecureContext
  let listener: Int32
  let datagrams: Int32
  let isIPv6: Bool
  var links: [LinkID: Link] = [:]
  var dirty: [LinkID] = []
  /// Accepted links whose handshake is not done yet, the oldest first.
  var handshaking: [LinkID] = []
  var nextAccepted: UInt64 = 1
  var spare: Int32
  var listenerPausedUntil: UInt64?
  let scratch = ScratchBuffer(count: Limits.bufferBytes)
  let plainScratch = ScratchBuffer(count: Limits.pieceBytes)

  /// What is known of the network around; nil until the loop runs, and with loopback alone.
  var discovery: DiscoveryHost?
  let discoveryPlan: DiscoveryPlan?
  var isStopping = false

  private var stopDeadline: UInt64?
  /// Senders that wait for slow receivers, by number.
  private var crowd: [UInt64: CheckedContinuation<Void, Never>] = [:]
  private var nextInCrowd: UInt64 = 0
  private var stopped: [CheckedContinuation<Void, Never>] = []
  private var isOver = false

  /// Takes over the sockets.
  ///
  /// The handlers run on the loop's thread and must not block.
  init(
    _ sockets: BoundSockets,
    key: DeviceKey,
    isLoopbackOnly: Bool = false,
    discovery: DiscoveryPlan?,
    makePeer: (UInt16) -> Peer,
    onEvent: @escaping @Sendable (PeerHost, PeerEvent) -> Void,
    onStore: @escaping @Sendable (SessionRecord?) -> Void
  ) {
    context = SecureContext(key)
    listener = sockets.listener
    datagrams = sockets.datagrams
    isIPv6 = sockets.isIPv6
    port = sockets.port
    peer = makePeer(sockets.port)
    device = DeviceID(hash: key.deviceID)
    self.isLoopbackOnly = isLoopbackOnly
    began = LoopExecutor.now
    discoveryPlan = discovery
    self.onEvent = onEvent
    self.onStore = onStore
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    executor.add(sockets.listener, for: .read, token: Self.listenerToken)
    executor.add(sockets.datagrams, for: .read, token: Self.datagramToken)
  }

  /// Starts the network's thread.
  nonisolated func start() { executor.start(self) }

  // MARK: From other threads

  /// Hands an input to the peer, in order with all others of the calling thread.
  nonisolated func post(_ input: PeerInput) {
    inbox.add(input)
    executor.nudge()
  }

  /// Whether senders that can wait should: much is on its way to this thread, or to a receiver.
  nonisolated var isCrowded: Bool {
    inbox.bytes > Limits.backlog / 2 || backlog.load(ordering: .relaxed) > Limits.backlog
  }

  /// Returns when there is room again, or when the task is cancelled.
  func waitForRoom() async {
    takePosted()
    nextInCrowd += 1
    let number = nextInCrowd
    while !isOver, peer.reliableBacklog > Limits.backlog, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { crowd[number] = $0 }
      } onCancel: {
        Task { await self.resume(number) }
      }
    }
  }

  private func resume(_ number: UInt64) { crowd.removeValue(forKey: number)?.resume() }

  private func letCrowdGo() {
    let now = isOver ? 0 : peer.reliableBacklog
    backlog.store(now, ordering: .relaxed)
    guard now <= Limits.backlog, !crowd.isEmpty else { return }
    let waiting = crowd.sorted { $0.key < $1.key }.map(\.value)
    crowd = [:]
    for sender in waiting { sender.resume() }
  }

  /// Returns when everything posted so far has reached the peer.
  func catchUp() { takePosted() }

  /// Takes in an input after all that were posted before.
  func perform(_ input: PeerInput) {
    takePosted()
    feed(input)
  }

  /// Says goodbye, waits up to 300 ms until that is out, closes everything and ends the loop.
  func stop(keepSession: Bool) async {
    if isOver { return }
    if stopDeadline == nil {
      perform(.stop(keepSession: keepSession))
      stopDeadline = LoopExecutor.now + Limits.goodbye
    }
    await withCheckedContinuation { stopped.append($0) }
  }

  // MARK: The loop calls these

  nonisolated var hasMoreToDo: Bool { !inbox.isEmpty }

  func prepareToWait(_ now: UInt64) -> LoopWait {
    resumeListener(now)
    endSlowHandshakes(now)
    tendDiscovery(now)
    for _ in 0..<Limits.roundsPerTurn {
      takePosted()
      wakePeer()
      flush()
      if pending.isEmpty && dirty.isEmpty && inbox.isEmpty { break }
      feedPending()
    }
    letCrowdGo()
    if let stopDeadline {
      if links.values.allSatisfy({ $0.waiting == 0 }) || now >= stopDeadline {
        closeEverything()
        return .end
      }
    }
    return nextWait(now)
  }

  func handle(_ token: UInt64, _ ready: Readiness, _ now: UInt64) {
    switch token {
    case Self.listenerToken: acceptLinks(now)
    case Self.datagramToken: receiveDatagrams()
    default:
      if DiscoveryHost.owns(token) {
        discovery?.handle(token, now)
      } else if let link = links[LinkID(token)] {
        handle(link, ready)
      }
    }
  }

  private func nextWait(_ now: UInt64) -> LoopWait {
    if !pending.isEmpty || !dirty.isEmpty { return .until(now) }
    var deadlines: [UInt64] = []
    // A deadline that is past although the peer was just woken must not make the loop spin.
    if let next = peer.nextDeadline { deadlines.append(max(instant(next), now + 1_000_000)) }
    if let stopDeadline { deadlines.append(stopDeadline) }
    if let listenerPausedUntil { deadlines.append(listenerPausedUntil) }
    if let handshakeEnd { deadlines.append(handshakeEnd) }
    if let next = discovery?.deadline(after: now) { deadlines.append(next) }
    return deadlines.min().map { .until($0) } ?? .untilWoken
  }

  private func wakePeer() {
    guard let deadline = peer.nextDeadline, instant(deadline) <= LoopExecutor.now else { return }
    feed(.woke)
  }

  private func takePosted() {
    for input in inbox.takeAll() { feed(input) }
  }

  // MARK: The peer

  func feed(_ input: PeerInput) {
    receive(input)
    feedPending()
  }

  private func feedPending() {
    // Effects of these may add more; a round is bounded, the rest comes in the next.
    for input in pending.prefix(256) {
      pending.removeFirst()
      receive(input)
    }
  }

  private func receive(_ input: PeerInput) {
    if isOver { return }
    var effects = self.effects
    self.effects = []
    tellDiscovery(input)
    peer.receive(input, at: moment, into: &effects)
    for effect in effects { carryOut(effect) }
    effects.removeAll(keepingCapacity: true)
    self.effects = effects
  }

  private func carryOut(_ effect: PeerEffect) {
    switch effect {
    case .openLink(let id, let endpoint, let device): openLink(id, endpoint, expecting: device)
    case .write(let id, let bytes): write(id, bytes)
    case .closeLink(let id): closeLink(id)
    case .sendDatagram(let id, let datagram, let index, let endpoint):
      send(datagram, on: id, index: index, to: endpoint)
    case .store(let record): onStore(record)
    case .event(let event): onEvent(self, event)
    }
  }

  /// The link that a datagram's index names.
  func link(named index: UInt32) -> LinkID { peer.link(named: index) }

  var moment: Moment { moment(of: LoopExecutor.now) }

  /// A point on the loop's clock, for the peer.
  func moment(of instant: UInt64) -> Moment {
    Moment(.nanoseconds(Int64(clamping: instant - min(began, instant))))
  }

  /// When a moment is on the loop's clock; rounded up, so that nobody is woken early.
  private func instant(_ moment: Moment) -> UInt64 {
    let (seconds, attoseconds) = moment.sinceStart.components
    guard seconds >= 0 else { return began }
    let rest = UInt64(max(0, attoseconds) + 999_999_999) / 1_000_000_000
    let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.partialValue.addingReportingOverflow(began + rest)
    return whole.overflow || sum.overflow ? .max : sum.partialValue
  }

  private func closeEverything() {
    isOver = true
    inbox.close()
    for link in links.values { link.finish(scratch.bytes) }
    links = [:]
    dirty = []
    pending = []
    close(listener)
    close(datagrams)
    close(spare)
    letCrowdGo()
    for continuation in stopped { continuation.resume() }
    stopped = []
  }
}
