import CSecure
import SessionCore
import Testing

@testable import OpenGroupActivities

/// The system's ciphers for datagrams, and the other primitives of the shim.
struct DatagramKeyTests {
  private func sealingKey(_ byte: UInt8 = 7) throws -> SealingKey {
    var key = [UInt8](repeating: byte, count: 32)
    guard let made = SealingKey(wiping: &key) else { throw CancellationError() }
    #expect(key == [UInt8](repeating: 0, count: 32))
    return made
  }

  private func openingKey(_ byte: UInt8 = 7) throws -> OpeningKey {
    var key = [UInt8](repeating: byte, count: 32)
    guard let made = OpeningKey(wiping: &key) else { throw CancellationError() }
    return made
  }

  @Test(arguments: [0, 1, 100, WireLimits.datagramPayload])
  func `what is sealed opens, and only with its key, header and counter`(size: Int) throws {
    var sealing = try sealingKey()
    var opening = try openingKey()
    var other = try openingKey(8)
    let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    let sealed = sealing.seal(plain, header: [1, 2], counter: 9) ?? []
    #expect(sealed.count == size + 16)
    let same = opening.open(sealed[...], header: [1, 2], counter: 9)
    #expect(same == plain)
    let others = [
      other.open(sealed[...], header: [1, 2], counter: 9),
      opening.open(sealed[...], header: [1, 3], counter: 9),
      opening.open(sealed[...], header: [1, 2], counter: 10),
      opening.open(sealed.dropLast(), header: [1, 2], counter: 9),
      opening.open([], header: [1, 2], counter: 9),
    ]
    #expect(others == [nil, nil, nil, nil, nil])
  }

  @Test func `every bit of a packet counts`() throws {
    var sealer = DatagramSealer<SealingKey>()
    var opener = DatagramOpener<OpeningKey>()
    func makeOpening(_ epoch: UInt64) -> OpeningKey? { try? openingKey(UInt8(epoch % 256)) }
    let datagram = Datagram(kind: .message, payload: [1, 2, 3])
    let sealed = sealer.seal(datagram, index: 5, at: .start) { try? sealingKey(UInt8($0)) }
    let packet = try #require(sealed)
    #expect(packet.count == 3 + WireLimits.datagramOverhead)
    for bit in 0..<packet.count * 8 {
      var changed = packet
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let opened = opener.open(changed, at: .start, makeKey: makeOpening)
      #expect(opened == nil)
    }
    for count in 0..<packet.count {
      let opened = opener.open(Array(packet.prefix(count)), at: .start, makeKey: makeOpening)
      #expect(opened == nil)
    }
    let opened = opener.open(packet, at: .start, makeKey: makeOpening)
    #expect(opened?.datagram == datagram)
    #expect(opened?.isNewest == true)
    let again = opener.open(packet, at: .start, makeKey: makeOpening)
    #expect(again == nil)
  }

  @Test func `a key has 32 bytes`() {
    var short: [UInt8] = [1, 2, 3]
    let isMade = SealingKey(wiping: &short) != nil
    #expect(!isMade)
  }

  /// RFC 8439, 2.8.2.
  @Test func `sealing gives the known answer`() {
    let key = [UInt8](0x80...0x9F)
    let nonce: [UInt8] = [7, 0, 0, 0] + [UInt8](0x40...0x47)
    let header: [UInt8] = [0x50, 0x51, 0x52, 0x53] + [UInt8](0xC0...0xC7)
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
      + "future, sunscreen would be it."
    let plain = Array(text.utf8)
    let cipher = csec_aead_create(key, true)
    defer { csec_aead_free(cipher) }
    var sealed = [UInt8](repeating: 0, count: plain.count + 16)
    #expect(
      csec_aead_seal(cipher, nonce, header, header.count, plain, plain.count, &sealed)
    )
    #expect(sealed.prefix(8) == [0xD3, 0x1A, 0x8D, 0x34, 0x64, 0x8E, 0x60, 0xDB])
    let tag: [UInt8] = [
      0x1A, 0xE1, 0x0B, 0x59, 0x4F, 0x09, 0xE2, 0x6A, 0x7E, 0x90, 0x2E, 0xCB, 0xD0, 0x60, 0x06,
      0x91,
    ]
    #expect(Array(sealed.suffix(16)) == tag)
  }

  /// RFC 5869, test case 3.
  @Test func `derivation gives the known answer`() {
    let secret = [UInt8](repeating: 0x0B, count: 22)
    var derived = [UInt8](repeating: 0, count: 42)
    #expect(csec_hkdf(secret, secret.count, [], 0, "", &derived, derived.count))
    #expect(derived.prefix(8) == [0x8D, 0xA4, 0xE7, 0x75, 0xA5, 0x63, 0xC1, 0x8F])
    #expect(derived.suffix(4) == [0xB6, 0x1A, 0x96, 0xC8])
  }

  @Test func `secrets are compared as a whole, and drawn anew each time`() {
    #expect(csec_equal([1, 2, 3], [1, 2, 3], 3))
    #expect(!csec_equal([1, 2, 3], [1, 2, 4], 3))
    var draws: [[UInt8]] = []
    for _ in 0..<2 {
      var bytes = [UInt8](repeating: 0, count: 32)
      #expect(csec_random(&bytes, bytes.count))
      draws.append(bytes)
    }
    #expect(draws[0] != draws[1])
  }
}
