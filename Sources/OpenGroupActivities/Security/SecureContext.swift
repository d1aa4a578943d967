import CSecure

/// How all links of one device speak: TLS 1.3 with its key, one protocol name, both sides known.
///
/// A class, because sessions hold it: the C side keeps a pointer to it.
final class SecureContext {
  /// The ALPN name; whoever speaks another protocol is turned away in the handshake.
  static let protocolName = "oga/1"

  let handle: OpaquePointer

  /// Traps when there is no memory left: nothing could be said then.
  init(_ key: DeviceKey, protocolName: String = SecureContext.protocolName) {
    let identity = csec_identity_create(key.bytes)
    defer { csec_identity_free(identity) }
    guard let identity, let made = csec_context_create(identity, protocolName) else {
      preconditionFailure("no memory for TLS")
    }
    handle = made
  }

  deinit { csec_context_free(handle) }
}
