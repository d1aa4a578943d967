import SessionCore

/// A fast stand-in for a key of authenticated encryption: it hides nothing, but any changed bit of
/// bytes, header or counter changes the tag.
///
/// Sealing checks the rule on which real encryption stands: a number comes once with one key.
struct SimulatedCipher: SealingCipher, OpeningCipher {
  private static let tagCount = 16
  private let key: [UInt8]
  private var lastSealed: UInt64 = 0

  init(key: [UInt8]) { self.key = key }

  mutating func seal(_ plain: [UInt8], header: [UInt8], counter: UInt64) -> [UInt8]? {
    precondition(counter > lastSealed, "a key sealed twice with one number")
    lastSealed = counter
    return plain + tag(plain[...], header[...], counter)
  }

  mutating func open(
    _ sealed: ArraySlice<UInt8>,
    header: ArraySlice<UInt8>,
    counter: UInt64
  ) -> [UInt8]? {
    guard sealed.count >= Self.tagCount else { return nil }
    let plain = sealed.dropLast(Self.tagCount)
    return Array(sealed.suffix(Self.tagCount)) == tag(plain, header, counter) ? Array(plain) : nil
  }

  private func tag(
    _ plain: ArraySlice<UInt8>,
    _ header: ArraySlice<UInt8>,
    _ counter: UInt64
  ) -> [UInt8] {
    let number = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    return Array(Cryptography.simulated.hash(key + number + header + plain).prefix(Self.tagCount))
  }
}
