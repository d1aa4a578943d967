/// The cryptography that the core needs, as functions: the shell fills it from OpenSSL, the
/// simulator with a fast stand-in.
package struct Cryptography: Sendable {
  /// A collision-resistant hash of any number of bytes: 32 bytes.
  package var hash: @Sendable ([UInt8]) -> [UInt8]

  package init(hash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.hash = hash
  }
}
