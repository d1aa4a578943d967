/// How two programs come to the four words of their connection.
///
/// The dialler commits itself to a nonce before it hears the listener's, and the listener says its
/// own before it hears the dialler's: neither can choose words. All is bound to both devices and to
/// the secret of the connection, so that whoever stands between two people has two connections with
/// other words each. The order: commitment (in the dialler's hello), nonce (in the listener's hello),
/// opening; then wishes.
package struct WordExchange: Equatable, Sendable {
  /// Of nonces, commitments and secrets, in bytes.
  package static let byteCount = 32

  /// The two ends and what only they have in common.
  package struct Ends: Equatable, Sendable {
    package var dialler: DeviceID
    package var listener: DeviceID
    /// Exported from the connection.
    package var binding: [UInt8]

    package init(dialler: DeviceID, listener: DeviceID, binding: [UInt8]) {
      self.dialler = dialler
      self.listener = listener
      self.binding = binding
    }
  }

  package let ends: Ends
  /// Of this end.
  package let nonce: [UInt8]

  package init(ends: Ends, nonce: [UInt8]) {
    self.ends = ends
    self.nonce = nonce
  }

  /// What the dialler says first.
  package func commitment(_ cryptography: Cryptography) -> [UInt8] {
    WordExchange.commitment(to: nonce, ends, cryptography)
  }

  /// The words at the dialler's end, once it knows the listener's nonce.
  package func words(answeredBy listenerNonce: [UInt8], _ cryptography: Cryptography) -> FourWords {
    WordExchange.words(nonce, listenerNonce, ends, cryptography)
  }

  /// The words at the listener's end; nil when this is not what the dialler committed itself to.
  package func words(
    opening diallerNonce: [UInt8],
    of commitment: [UInt8],
    _ cryptography: Cryptography
  ) -> FourWords? {
    let expected = WordExchange.commitment(to: diallerNonce, ends, cryptography)
    guard expected.isEqualInConstantTime(to: commitment) else { return nil }
    return WordExchange.words(diallerNonce, nonce, ends, cryptography)
  }

  private static func commitment(
    to nonce: [UInt8],
    _ ends: Ends,
    _ cryptography: Cryptography
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.label("oga words commitment")
    writer.blob(nonce)
    writer.ends(ends)
    return Array(cryptography.hash(writer.bytes).prefix(byteCount))
  }

  private static func words(
    _ diallerNonce: [UInt8],
    _ listenerNonce: [UInt8],
    _ ends: Ends,
    _ cryptography: Cryptography
  ) -> FourWords {
    var writer = ByteWriter()
    writer.label("oga words")
    writer.ends(ends)
    writer.blob(diallerNonce)
    writer.blob(listenerNonce)
    return FourWords(cryptography.hash(writer.bytes))
  }
}

extension ByteWriter {
  fileprivate mutating func ends(_ ends: WordExchange.Ends) {
    integer(ends.dialler.rawValue)
    integer(ends.listener.rawValue)
    blob(ends.binding)
  }
}

extension [UInt8] {
  /// Compares in a time that depends on the lengths alone.
  package func isEqualInConstantTime(to other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
