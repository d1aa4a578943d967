import CSecure
import CSystem
import SessionCore

/// Cryptography and randomness of the system, for the core.
enum SystemCryptography {
  /// SHA-256 and Ed25519 of the system's library.
  static let functions = Cryptography(hash: sha256, device: device(of:), isSigned: isSigned)

  /// SHA-256: 32 bytes.
  @Sendable static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    let isDone = csec_sha256(bytes, bytes.count, &result)
    precondition(isDone, "no memory for a hash")
    return result
  }

  /// Hashes the key as a SubjectPublicKeyInfo, as the handshake does.
  @Sendable static func device(of key: [UInt8]) -> DeviceID {
    let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0]
    return DeviceID(hash: sha256(prefix + key))
  }

  /// Whether a key signed these bytes; false, too, when key or signature has the wrong length.
  @Sendable static func isSigned(_ bytes: [UInt8], _ signature: [UInt8], _ key: [UInt8]) -> Bool {
    signature.count == Signer.signatureBytes && key.count == Signer.keyBytes
      && csec_verify(key, bytes, bytes.count, signature)
  }

  /// Random bytes of the kernel.
  ///
  /// Traps when it has none: nothing could be safe then.
  static func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let isDone = cs_random(&bytes, count)
    precondition(isDone, "the system gives no random bytes")
    return bytes
  }

  /// A random number of any width.
  static func random<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    randomBytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }
}
