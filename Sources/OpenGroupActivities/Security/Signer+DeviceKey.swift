import CSecure
import SessionCore

extension Signer {
  /// Signs with a device's key.
  ///
  /// Traps when there is no memory left.
  init(_ key: DeviceKey) {
    let identity = csec_identity_create(key.bytes)
    defer { csec_identity_free(identity) }
    var publicKey = [UInt8](repeating: 0, count: Signer.keyBytes)
    let isDone = identity.map { csec_identity_public_key($0, &publicKey) } ?? false
    precondition(isDone, "no memory for a key")
    self.init(publicKey: publicKey) { bytes in
      let identity = csec_identity_create(key.bytes)
      defer { csec_identity_free(identity) }
      var signature = [UInt8](repeating: 0, count: Signer.signatureBytes)
      let isDone =
        identity.map { csec_identity_sign($0, bytes, bytes.count, &signature) } ?? false
      precondition(isDone, "no memory for a signature")
      return signature
    }
  }
}
