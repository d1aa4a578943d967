import Glibc
import SessionCore

/// One TCP connection under TLS: bytes of the program in, bytes of the program out.
///
/// Decides nothing about them.
///
/// What is written waits in the outbox, readable, until the socket takes it, and is sealed only
/// then, a record at a time: what was sealed early would keep its memory for good.
final class Link {
  /// What reading the socket gave.
  enum ReadOutcome: Equatable {
    case bytes(Int)
    case nothing
    case ended
  }

  /// A link with more than this waiting is broken off: the core cuts a slow peer long before.
  static let mostWaiting = 48 << 20
  /// Kept for the next message once the outbox is empty.
  private static let keptCapacity = 1 << 16
  /// The same for sealed bytes.
  private static let keptWire = 1 << 12

  let id: LinkID
  let descriptor: Int32
  let endpoint: Endpoint?
  let isDialled: Bool
  /// The only device that will do; nil for any.
  let expected: DeviceID?
  /// When it began, on the loop's clock.
  let began: UInt64
  var isConnecting: Bool
  /// Closes once everything is out.
  var isClosing = false
  var isDirty = false
  /// The core has answered: no stranger any more.
  var isKnown: Bool
  var interest: Readiness

  /// The handshake is done, and the core knows of it.
  private(set) var isSecure = false
  /// The other side has said something.
  private(set) var hasSpoken = false
  /// Another device answered than the one that was meant.
  private(set) var isOtherDevice = false
  /// Nothing can be sealed any more.
  private(set) var isBroken = false
  private var saidEnd = false
  private var session: SecureSession
  private var sealer = DatagramSealer<SealingKey>()
  private var opener = DatagramOpener<OpeningKey>()

  private var outbox: [UInt8] = []
  private var start = 0
  /// Sealed bytes on their way to the socket.
  private var wire: [UInt8] = []
  private var wireStart = 0

  /// Takes over a descriptor and closes it at its end.
  init(
    _ id: LinkID,
    _ descriptor: Int32,
    to endpoint: Endpoint?,
    isDialled: Bool,
    expecting expected: DeviceID? = nil,
    _ context: SecureContext
  ) {
    self.id = id
    self.descriptor = descriptor
    self.endpoint = endpoint
    self.isDialled = isDialled
    self.expected = expected
    began = LoopExecutor.now
    isConnecting = isDialled
    isKnown = isDialled
    interest = isDialled ? .write : .read
    session = SecureSession(context, isDialled: isDialled)
  }

  deinit { close(descriptor) }

  /// Bytes that wait for the socket, wherever they wait.
  var waiting: Int { outbox.count - start + wire.count - wireStart + session.pending }

  // MARK: The handshake

  /// Goes on with the handshake as far as what was heard allows; the device once it is done.
  func handshake() -> (outcome: SecureSession.Outcome, device: DeviceID?) {
    let outcome = session.handshake { device in
      isOtherDevice = expected.map { $0 != device } ?? false
      return !isOtherDevice
    }
    isSecure = outcome == .done(0)
    return (outcome, session.peer)
  }

  /// Secret bytes that both ends have and nobody else; nil before the handshake is done.
  var binding: [UInt8]? { session.binding }

  // MARK: Out

  /// False when too much waits already.
  func write(_ bytes: [UInt8]) -> Bool {
    guard outbox.count - start + bytes.count <= Self.mostWaiting else { return false }
    outbox.append(contentsOf: bytes)
    return true
  }

  /// Forgets what has not been sealed yet: nobody will read it.
  func dropOutbox() {
    outbox = []
    start = 0
  }

  /// Says to the other side that nothing more comes, behind all that was written.
  ///
  /// Once, and only when the outbox is empty.
  func sayEnd() {
    guard isSecure, !saidEnd, start == outbox.count else { return }
    saidEnd = true
    session.close()
  }

  /// Gives the socket what it takes; true when less waits than before.
  func push() -> Bool {
    let before = waiting
    while pushWire(), fillWire() {}
    return waiting < before
  }

  /// False when the socket takes no more, or is broken: then reading says so.
  private func pushWire() -> Bool {
    while wireStart < wire.count {
      let sent = wire.withUnsafeBytes {
        Sockets.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[wireStart...]))
      }
      guard let sent, sent > 0 else { return false }
      wireStart += sent
    }
    wire.removeAll(keepingCapacity: wire.capacity <= Self.keptWire)
    wireStart = 0
    return true
  }

  /// Brings what the session has for the wire, and a record of the outbox; false when nothing is
  /// left to send.
  private func fillWire() -> Bool {
    if isSecure, start < outbox.count {
      let end = min(outbox.count, start + SecureSession.recordBytes)
      let outcome = outbox.withUnsafeBytes {
        session.write(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
      }
      guard case .done(let count) = outcome else {
        isBroken = true
        return false
      }
      start += count
      tidyOutbox()
    }
    session.take(into: &wire)
    return !wire.isEmpty
  }

  private func tidyOutbox() {
    if start == outbox.count {
      outbox.removeAll(keepingCapacity: outbox.capacity <= Self.keptCapacity)
      start = 0
    } else if start > Self.keptCapacity, start > outbox.count / 2 {
      outbox.removeFirst(start)
      start = 0
    }
  }

  // MARK: In

  /// Takes what has arrived at the socket.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .ended
    }
  }

  /// Hands at most 16 KiB of what arrived to the session.
  func hear(_ bytes: UnsafeRawBufferPointer) -> Bool {
    hasSpoken = true
    return session.hear(bytes)
  }

  /// Appends what the program of the other side wrote; says why there is no more.
  func takePlain(
    into plain: inout [UInt8],
    through buffer: UnsafeMutableRawBufferPointer
  ) -> SecureSession.Outcome {
    while true {
      let outcome = session.read(into: buffer)
      guard case .done(let count) = outcome, count > 0 else { return outcome }
      plain.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Says that nothing more comes, and takes what still waits, so that closing resets nothing.
  func finish(_ buffer: UnsafeMutableRawBufferPointer) {
    shutdown(descriptor, Int32(SHUT_WR))
    for _ in 0..<16 {
      guard case .bytes = read(into: buffer) else { return }
    }
  }

  // MARK: Datagrams

  /// A datagram for the other side, sealed with a key that only both ends have.
  func seal(_ datagram: Datagram, index: UInt32, at now: Moment) -> [UInt8]? {
    sealer.seal(datagram, index: index, at: now) { epoch in
      guard var key = session.datagramKey(isFromDialler: isDialled, epoch: epoch) else {
        return nil
      }
      return SealingKey(wiping: &key)
    }
  }

  /// What a packet from the other side holds; nil unless it is authentic and new.
  func open(_ packet: [UInt8], at now: Moment) -> (datagram: Datagram, isNewest: Bool)? {
    let opened = opener.open(packet, at: now) { epoch in
      guard var key = session.datagramKey(isFromDialler: !isDialled, epoch: epoch) else {
        return nil
      }
      return OpeningKey(wiping: &key)
    }
    if opened != nil { sealer.answered() }
    return opened
  }
}
