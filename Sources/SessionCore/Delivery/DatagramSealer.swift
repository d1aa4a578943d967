/// One direction of a link's datagrams: the key in use, its epoch and its counter in one value.
///
/// Nothing sets the counter, and a key that cannot be copied makes a value that cannot be copied:
/// so no number is used twice with one key. The key changes after so many datagrams, and after 10
/// minutes of use once something came back: as long as nothing arrives, the other side may not
/// have heard of this key, and of many keys it could lose count.
package struct DatagramSealer<Cipher: SealingCipher & ~Copyable>: ~Copyable {
  private let mostDatagrams: UInt64
  private var cipher: Cipher?
  private var counter: UInt64 = 0
  private var firstUse: Moment = .start
  private var isAnswered = false
  /// Which key is in use, from 0.
  package private(set) var epoch: UInt64 = 0

  package init(mostDatagrams: UInt64 = WireLimits.datagramsPerKey) {
    self.mostDatagrams = mostDatagrams
  }

  /// Something authentic came back.
  package mutating func answered() { isAnswered = true }

  /// The packet; nil when it would be too long or no key can be had.
  ///
  /// `index` is the receiver's number for the link. `makeKey` is asked once for each epoch.
  package mutating func seal(
    _ datagram: Datagram,
    index: UInt32,
    at now: Moment,
    makeKey: (UInt64) -> Cipher?
  ) -> [UInt8]? {
    guard datagram.payload.count <= WireLimits.datagramPayload else { return nil }
    if cipher != nil, isWorn(now) {
      cipher = nil
      epoch += 1
    }
    if cipher == nil {
      cipher = makeKey(epoch)
      counter = 0
      firstUse = now
      isAnswered = false
    }
    counter += 1
    let header = DatagramHeader(
      kind: datagram.kind,
      epoch: epoch,
      index: index,
      counter: counter
    ).encoded
    return cipher?.seal(datagram.payload, header: header, counter: counter).map { header + $0 }
  }

  private func isWorn(_ now: Moment) -> Bool {
    counter >= mostDatagrams || (isAnswered && now - firstUse >= WireLimits.keyUse)
  }
}

extension DatagramSealer: Copyable where Cipher: Copyable {}
