import SessionCore
import Testing

/// Keys of datagrams and how they change, with a cipher that writes its key behind the bytes.
struct SealingTests {
  private struct Marker: SealingCipher, OpeningCipher {
    let epoch: UInt64

    func seal(_ plain: [UInt8], header: [UInt8], counter: UInt64) -> [UInt8]? {
      plain + [UInt8](repeating: UInt8(epoch % 256), count: 16)
    }

    func open(
      _ sealed: ArraySlice<UInt8>,
      header: ArraySlice<UInt8>,
      counter: UInt64
    ) -> [UInt8]? {
      sealed.suffix(16).allSatisfy { $0 == UInt8(epoch % 256) } ? Array(sealed.dropLast(16)) : nil
    }
  }

  /// Two ends, and which keys each asked for.
  private struct Ends {
    var sealer: DatagramSealer<Marker>
    var opener = DatagramOpener<Marker>()
    var sealed: [UInt64] = []
    var opened: [UInt64] = []
    var now: Moment = .start

    init(mostDatagrams: UInt64) { sealer = DatagramSealer(mostDatagrams: mostDatagrams) }

    mutating func seal(_ byte: UInt8) -> [UInt8] {
      var asked = sealed
      defer { sealed = asked }
      let datagram = Datagram(kind: .message, payload: [byte])
      return sealer.seal(datagram, index: 3, at: now) {
        asked.append($0)
        return Marker(epoch: $0)
      } ?? []
    }

    mutating func open(_ packet: [UInt8]) -> [UInt8]? {
      var asked = opened
      defer { opened = asked }
      return opener.open(packet, at: now) {
        asked.append($0)
        return Marker(epoch: $0)
      }?.datagram.payload
    }
  }

  @Test func `a key changes after its datagrams, and both ends follow`() {
    var ends = Ends(mostDatagrams: 3)
    for number in UInt8(0)..<8 {
      let packet = ends.seal(number)
      #expect(ends.open(packet) == [number])
    }
    #expect(ends.sealed == [0, 1, 2])
    #expect(ends.opened == [0, 1, 2])
  }

  @Test func `a key changes after ten minutes of use, once something came back`() {
    var ends = Ends(mostDatagrams: 1_000)
    _ = ends.seal(0)
    ends.now = .seconds(700)
    _ = ends.seal(1)
    #expect(ends.sealed == [0])
    ends.sealer.answered()
    _ = ends.seal(2)
    #expect(ends.sealed == [0, 1])
    ends.sealer.answered()
    ends.now = .seconds(1_299)
    _ = ends.seal(3)
    #expect(ends.sealed == [0, 1])
    ends.now = .seconds(1_300)
    _ = ends.seal(4)
    #expect(ends.sealed == [0, 1, 2])
  }

  @Test func `the old key lives five seconds after a datagram under the new one`() {
    var ends = Ends(mostDatagrams: 2)
    let packets = (UInt8(0)..<4).map { ends.seal($0) }
    #expect(ends.open(packets[2]) == [2])
    // The key of the first two was never heard of: it is older than the current one.
    #expect(ends.open(packets[0]) == nil)
    var others = Ends(mostDatagrams: 2)
    #expect(others.open(packets[0]) == [0])
    #expect(others.open(packets[2]) == [2])
    others.now = .seconds(4.9)
    #expect(others.open(packets[1]) == [1])
    #expect(others.open(packets[1]) == nil)
    var late = Ends(mostDatagrams: 2)
    #expect(late.open(packets[0]) == [0])
    #expect(late.open(packets[2]) == [2])
    late.now = .seconds(5)
    #expect(late.open(packets[1]) == nil)
    #expect(late.open(packets[3]) == [3])
  }

  @Test func `keys that were never heard of are passed over`() {
    var ends = Ends(mostDatagrams: 1)
    let packets = (UInt8(0)..<64).map { ends.seal($0) }
    #expect(ends.open(packets[0]) == [0])
    #expect(ends.open(packets[63]) == [63])
    #expect(ends.opened == [0, 63])
  }

  @Test func `a forged datagram changes neither key nor window`() {
    var ends = Ends(mostDatagrams: 10)
    let first = ends.seal(0)
    let second = ends.seal(1)
    var forged = second
    forged[0] += 1
    #expect(ends.open(first) == [0])
    #expect(ends.open(forged) == nil)
    forged = second
    forged[5] = 255
    forged[forged.count - 1] ^= 1
    #expect(ends.open(forged) == nil)
    #expect(ends.open(second) == [1])
  }

  @Test func `no packet is longer than a network carries`() {
    var sealer = DatagramSealer<Marker>()
    for (count, size) in [(WireLimits.datagramPayload, 1_200), (WireLimits.datagramPayload + 1, 0)]
    {
      let datagram = Datagram(kind: .message, payload: [UInt8](repeating: 1, count: count))
      let packet = sealer.seal(datagram, index: 1, at: .start) { Marker(epoch: $0) }
      #expect(packet?.count ?? 0 == size)
    }
  }
}
