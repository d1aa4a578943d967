/// The cryptography that the core needs, as functions: the shell fills it from OpenSSL, the
/// simulator with a fast stand-in.
package struct Cryptography: Sendable {
  /// A collision-resistant hash of any number of bytes: 32 bytes.
  package var hash: @Sendable ([UInt8]) -> [UInt8]
  /// Whose public key it is.
  package var device: @Sendable (_ publicKey: [UInt8]) -> DeviceID
  /// Whether the owner of a public key signed these bytes.
  package var isSigned: @Sendable (_ bytes: [UInt8], _ signature: [UInt8], _ key: [UInt8]) -> Bool

  package init(
    hash: @escaping @Sendable ([UInt8]) -> [UInt8],
    device: @escaping @Sendable (_ publicKey: [UInt8]) -> DeviceID,
    isSigned: @escaping @Sendable ([UInt8], _ signature: [UInt8], _ key: [UInt8]) -> Bool
  ) {
    self.hash = hash
    self.device = device
    self.isSigned = isSigned
  }
}
