/// The other direction of a link's datagrams: opens what the other side's `DatagramSealer` sealed.
///
/// Each datagram is taken once, and none that is older than the last 1,024 of its key. The other
/// side changes its key when it likes: the first authentic datagram under a newer key makes that the
/// current one, and the old one lives 5 s more. Nothing that is not authentic changes anything.
package struct DatagramOpener<Cipher: OpeningCipher & ~Copyable>: ~Copyable {
  private var current: OpeningEpoch<Cipher>?
  private var previous: OpeningEpoch<Cipher>?
  private var previousEnds: Moment = .start

  package init() {}

  /// What a packet holds; nil for anything forged, changed, repeated or too old.
  ///
  /// `isNewest` tells whether the other side sent it after all others that arrived. `makeKey` is
  /// asked for the key of an epoch when a packet claims a newer one.
  package mutating func open(
    _ packet: [UInt8],
    at now: Moment,
    makeKey: (UInt64) -> Cipher?
  ) -> (datagram: Datagram, isNewest: Bool)? {
    guard let header = DatagramHeader(packet) else { return nil }
    if previous != nil, previousEnds <= now { previous = nil }
    if let number = current?.number, header.means(number) { return current?.open(packet, header) }
    if let number = previous?.number, header.means(number) {
      guard let (datagram, _) = previous?.open(packet, header) else { return nil }
      return (datagram, false)
    }
    return openNewer(packet, header, at: now, makeKey)
  }

  private mutating func openNewer(
    _ packet: [UInt8],
    _ header: DatagramHeader,
    at now: Moment,
    _ makeKey: (UInt64) -> Cipher?
  ) -> (datagram: Datagram, isNewest: Bool)? {
    let number = header.epoch(from: current?.number ?? 0)
    guard let cipher = makeKey(number) else { return nil }
    var next = OpeningEpoch(number: number, cipher: cipher)
    guard let opened = next.open(packet, header) else { return nil }
    previous = current.take()
    previousEnds = now + WireLimits.oldKeyLife
    current = consume next
    return opened
  }
}

extension DatagramOpener: Copyable where Cipher: Copyable {}

/// One key of the other side, and which of its datagrams have come.
struct OpeningEpoch<Cipher: OpeningCipher & ~Copyable>: ~Copyable {
  let number: UInt64
  private var cipher: Cipher
  private var window = ReplayWindow()

  init(number: UInt64, cipher: consuming Cipher) {
    self.number = number
    self.cipher = cipher
  }

  mutating func open(
    _ packet: [UInt8],
    _ header: DatagramHeader
  ) -> (datagram: Datagram, isNewest: Bool)? {
    guard window.isFresh(header.counter),
      let payload = cipher.open(
        packet[DatagramHeader.byteCount...],
        header: packet[..<DatagramHeader.byteCount],
        counter: header.counter
      )
    else { return nil }
    // Only now: a forged number must not move the window.
    let isNewest = header.counter > window.highest
    window.note(header.counter)
    return (Datagram(kind: header.kind, payload: payload), isNewest)
  }
}

extension OpeningEpoch: Copyable where Cipher: Copyable {}
