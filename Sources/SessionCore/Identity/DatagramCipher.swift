/// Seals with one key.
///
/// Authenticated encryption: the shell gives ChaCha20-Poly1305, the simulator a fast stand-in. A
/// cipher never sees a counter twice; `DatagramSealer` sees to that.
package protocol SealingCipher: ~Copyable {
  /// The sealed bytes, 16 more than there were; nil when there is no memory left.
  mutating func seal(_ plain: [UInt8], header: [UInt8], counter: UInt64) -> [UInt8]?
}

/// Opens with one key.
package protocol OpeningCipher: ~Copyable {
  /// The bytes as they were; nil when a bit of them, of the header or of the counter is another.
  mutating func open(
    _ sealed: ArraySlice<UInt8>,
    header: ArraySlice<UInt8>,
    counter: UInt64
  ) -> [UInt8]?
}
