import CSecure
import CSystem
import SessionCore

/// Cryptography and randomness of the system, for the core.
enum SystemCryptography {
  /// SHA-256 of the system's library.
  static let functions = Cryptography(hash: sha256)

  /// SHA-256: 32 bytes.
  @Sendable static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    let isDone = csec_sha256(bytes, bytes.count, &result)
    precondition(isDone, "no memory for a hash")
    return result
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
