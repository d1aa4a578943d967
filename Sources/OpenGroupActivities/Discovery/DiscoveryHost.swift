import CSystem
import Glibc
import SessionCore

/// Owns the sockets of discovery and what the kernel says of interfaces, on the loop of its owner.
///
/// Follows interfaces and addresses as they come and go. Decides nothing: that is the discoverer's.
/// Without one it watches the interfaces alone.
final class DiscoveryHost {
  /// What the owner hears, on the loop's thread.
  struct Listener {
    var interfaces: ([LocalInterface]) -> Void = { _ in }
    var nearby: ([NearbyDevice]) -> Void = { _ in }
    var state: (DiscoveryState) -> Void = { _ in }
  }

  private enum Limits {
    static let packetsPerTurn = 32
    /// Sockets at most: two for each interface.
    static let sockets = 32
    /// The kernel tells of one change in several messages, in nanoseconds.
    static let settling: UInt64 = 20_000_000
    /// How long until a socket that the system refused is tried again.
    static let retry: UInt64 = 5_000_000_000
    static let bufferBytes = DNSMessage.byteLimit + 1
    /// Far from the numbers of links, which count up from 1.
    static let firstToken: UInt64 = 1 << 62
  }

  private let executor: LoopExecutor
  private let listener: Listener
  private let began: UInt64
  private var discoverer: Discoverer?
  private let watch: Int32
  private let watchToken = Limits.firstToken
  private var nextToken = Limits.firstToken + 1
  private var sockets: [UInt64: MulticastSocket] = [:]
  private var tokens: [DiscoveryChannel: UInt64] = [:]
  private var interfaces: [LocalInterface] = []
  /// When the interfaces are looked at again.
  private var nextList: UInt64?
  /// When refused sockets are tried again.
  private var nextTry: UInt64?
  private var state: DiscoveryState?
  private var effects: [DiscoveryEffect] = []
  private let scratch = ScratchBuffer(count: Limits.bufferBytes)

  /// Begins with the next turn of the loop.
  ///
  /// `began` is the start of the moments that are told.
  init(
    _ settings: DiscoverySettings?,
    on executor: LoopExecutor,
    began: UInt64,
    _ listener: Listener
  ) {
    self.executor = executor
    self.listener = listener
    self.began = began
    discoverer = settings.map {
      Discoverer($0, seed: SystemCryptography.random(UInt64.self))
    }
    watch = cs_watch_links()
    nextList = 0
    if watch >= 0 { executor.add(watch, for: .read, token: watchToken) }
  }

  deinit { if watch >= 0 { close(watch) } }

  /// Whether a descriptor's token is one of discovery's.
  static func owns(_ token: UInt64) -> Bool { token >> 62 == 1 }

  // MARK: The owner calls these

  /// A descriptor is ready.
  func handle(_ token: UInt64, _ now: UInt64) {
    if token == watchToken {
      if cs_take_link_changes(watch) { nextList = nextList ?? now + Limits.settling }
    } else if let socket = sockets[token] {
      for _ in 0..<Limits.packetsPerTurn {
        guard let (bytes, from) = socket.receive(into: scratch.bytes) else { return }
        feed(.packet(bytes, socket.channel, from: from), now)
      }
    }
  }

  /// Does what is due.
  func tend(_ now: UInt64) {
    if let due = nextList, due <= now {
      nextList = nil
      look(now)
    }
    if let due = nextTry, due <= now { tryAgain(now) }
    if let due = discoverer?.nextDeadline, instant(due) <= now { feed(.woke, now) }
  }

  /// When something is due next.
  ///
  /// A deadline that is past must not make the loop spin.
  func deadline(after now: UInt64) -> UInt64? {
    let next = discoverer?.nextDeadline.map { max(instant($0), now + 1_000_000) }
    return [next, nextList, nextTry].compactMap { $0 }.min()
  }

  func rename(_ name: String, _ now: UInt64) { feed(.rename(name), now) }

  /// Takes back what was announced, and hears nothing more.
  func stop(_ now: UInt64) {
    feed(.stop, now)
    discoverer = nil
    for socket in sockets.values { executor.remove(socket.descriptor) }
    sockets = [:]
    tokens = [:]
    nextList = nil
    nextTry = nil
    if watch >= 0 { executor.remove(watch) }
  }

  // MARK: Interfaces

  private func look(_ now: UInt64) {
    let found = SystemInterfaces.list()
    guard found != interfaces else { return }
    interfaces = found
    _ = openSockets(now)
    listener.interfaces(found)
    feed(.interfaces(found), now)
  }

  /// Where there is a socket at last, discovery begins anew: what was sent before went nowhere.
  private func tryAgain(_ now: UInt64) {
    let opened = openSockets(now)
    guard !opened.isEmpty else { return }
    feed(.interfaces(interfaces.filter { !opened.contains($0.index) }), now)
    feed(.interfaces(interfaces), now)
  }

  /// Closes the sockets of interfaces that are not suitable any more, and opens those that lack.
  ///
  /// - Returns: the interfaces that have a new one.
  private func openSockets(_ now: UInt64) -> Set<UInt32> {
    nextTry = nil
    guard discoverer != nil else { return [] }
    var opened: Set<UInt32> = []
    let wanted = interfaces.filter(\.isForDiscovery).flatMap { interface in
      interface.families.map { DiscoveryChannel(interface.index, $0) }
    }
    for (channel, token) in tokens where !wanted.contains(channel) {
      tokens[channel] = nil
      sockets.removeValue(forKey: token).map { executor.remove($0.descriptor) }
    }
    var refusal: SystemRefusal?
    for channel in wanted.prefix(Limits.sockets) where tokens[channel] == nil {
      do {
        let socket = try MulticastSocket(channel)
        tokens[channel] = nextToken
        sockets[nextToken] = socket
        executor.add(socket.descriptor, for: .read, token: nextToken)
        nextToken += 1
        opened.insert(channel.interface)
      } catch {
        refusal = error
      }
    }
    if refusal != nil { nextTry = now + Limits.retry }
    tell(sockets.isEmpty ? refusal.map { .refused($0.number) } ?? .noNetwork : .running)
    return opened
  }

  private func tell(_ state: DiscoveryState) {
    guard state != self.state else { return }
    self.state = state
    listener.state(state)
  }

  // MARK: The discoverer

  private func feed(_ input: DiscoveryInput, _ now: UInt64) {
    guard discoverer != nil else { return }
    discoverer?.receive(input, at: moment(now), into: &effects)
    for effect in effects { carryOut(effect) }
    effects.removeAll(keepingCapacity: true)
  }

  private func carryOut(_ effect: DiscoveryEffect) {
    switch effect {
    case .send(let bytes, let channel): tokens[channel].flatMap { sockets[$0] }?.send(bytes)
    case .nearby(let devices): listener.nearby(devices)
    }
  }

  private func moment(_ now: UInt64) -> Moment {
    Moment(.nanoseconds(Int64(clamping: now - min(began, now))))
  }

  private func instant(_ moment: Moment) -> UInt64 {
    let (seconds, attoseconds) = moment.sinceStart.components
    let rest = UInt64(clamping: attoseconds + 999_999_999) / 1_000_000_000
    let whole = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.partialValue.addingReportingOverflow(began + rest)
    return whole.overflow || sum.overflow ? .max : sum.partialValue
  }
}
