import CSecure
import SessionCore

/// ChaCha20-Poly1305 with a key that seals; it cannot be copied.
struct SealingKey: SealingCipher, ~Copyable {
  private let handle: OpaquePointer

  /// Takes the key's 32 bytes and wipes them; nil for another length.
  init?(wiping key: inout [UInt8]) {
    defer { csec_wipe(&key, key.count) }
    guard key.count == 32, let made = csec_aead_create(key, true) else { return nil }
    handle = made
  }

  deinit { csec_aead_free(handle) }

  mutating func seal(_ plain: [UInt8], header: [UInt8], counter: UInt64) -> [UInt8]? {
    var sealed = [UInt8](repeating: 0, count: plain.count + Nonce.tagCount)
    let isDone = Nonce.with(counter) {
      csec_aead_seal(handle, $0, header, header.count, plain, plain.count, &sealed)
    }
    return isDone ? sealed : nil
  }
}

/// ChaCha20-Poly1305 with a key that opens; it cannot be copied.
struct OpeningKey: OpeningCipher, ~Copyable {
  private let handle: OpaquePointer

  /// Takes the key's 32 bytes and wipes them; nil for another length.
  init?(wiping key: inout [UInt8]) {
    defer { csec_wipe(&key, key.count) }
    guard key.count == 32, let made = csec_aead_create(key, false) else { return nil }
    handle = made
  }

  deinit { csec_aead_free(handle) }

  mutating func open(
    _ sealed: ArraySlice<UInt8>,
    header: ArraySlice<UInt8>,
    counter: UInt64
  ) -> [UInt8]? {
    guard sealed.count >= Nonce.tagCount else { return nil }
    var plain = [UInt8](repeating: 0, count: sealed.count - Nonce.tagCount)
    let isDone = sealed.withUnsafeBufferPointer { sealed in
      header.withUnsafeBufferPointer { header in
        plain.withUnsafeMutableBufferPointer { plain in
          Nonce.with(counter) {
            csec_aead_open(
              handle,
              $0,
              header.baseAddress,
              header.count,
              sealed.baseAddress,
              sealed.count,
              plain.baseAddress
            )
          }
        }
      }
    }
    return isDone ? plain : nil
  }
}

/// A counter as the 12 bytes that the cipher wants: four zeros, then the number.
private enum Nonce {
  static let tagCount = 16

  static func with<Result>(
    _ counter: UInt64,
    _ body: (UnsafePointer<UInt8>?) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 12) { nonce in
      nonce.initialize(repeating: 0)
      let bytes = UnsafeMutableRawBufferPointer(nonce)
      bytes.storeBytes(of: counter.bigEndian, toByteOffset: 4, as: UInt64.self)
      return body(UnsafePointer(nonce.baseAddress))
    }
  }
}
