/// A device's own key, as functions: the shell fills it from OpenSSL, the simulator with a stand-in.
package struct Signer: Sendable {
  /// Bytes of a public key and of a signature.
  package static let keyBytes = 32
  package static let signatureBytes = 64

  /// The public half, 32 bytes: its hash is the device's id.
  package let publicKey: [UInt8]
  /// The signature of any number of bytes, 64 bytes.
  package let sign: @Sendable ([UInt8]) -> [UInt8]

  package init(publicKey: [UInt8], sign: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.publicKey = publicKey
    self.sign = sign
  }
}
