import CSecure

/// The secret that makes this device itself: an Ed25519 key.
///
/// Others recognize the device by it, and nobody can pretend to be it without it. A program keeps
/// `bytes` where nobody else can read them and uses the same key in each run.
public struct DeviceKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// How many bytes a key has.
  public static let byteCount = 32

  /// The secret itself, for keeping; it must never be shown or sent.
  public let bytes: [UInt8]

  /// A new key.
  public init() { bytes = SystemCryptography.randomBytes(DeviceKey.byteCount) }

  /// A key that was kept; nil when there are more or fewer than 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == DeviceKey.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Which device the key makes: the first 16 bytes of the hash (SHA-256) of its public key.
  ///
  /// No secret.
  public var deviceID: [UInt8] {
    let identity = csec_identity_create(bytes)
    defer { csec_identity_free(identity) }
    var hash = [UInt8](repeating: 0, count: 32)
    let isDone = identity.map { csec_identity_hash($0, &hash) } ?? false
    precondition(isDone, "no memory for a key")
    return Array(hash.prefix(16))
  }

  /// Without the secret, so that it never ends up in a log.
  public var description: String { "a device key" }

  /// Without the secret.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
