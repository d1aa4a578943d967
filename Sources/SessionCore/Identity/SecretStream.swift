/// Numbers that nobody can foretell who has seen others of them: hashes of a secret and a count.
package struct SecretStream: Sendable {
  private let secret: [UInt8]
  private var count: UInt64 = 0

  /// `secret` has 32 random bytes or more, and nothing else is made of it.
  package init(secret: [UInt8]) { self.secret = secret }

  /// The next 32 bytes.
  package mutating func next(_ cryptography: Cryptography) -> [UInt8] {
    count += 1
    var writer = ByteWriter()
    writer.label("oga secret stream")
    writer.blob(secret)
    writer.integer(count)
    return Array(cryptography.hash(writer.bytes).prefix(32))
  }

  /// The next 64 bits.
  package mutating func nextNumber(_ cryptography: Cryptography) -> UInt64 {
    next(cryptography).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension ByteWriter {
  /// What the bytes are for, so that those for one purpose never serve for another.
  mutating func label(_ words: String) { text(words, limit: 64) }
}
