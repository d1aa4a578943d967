package import SessionCore

extension Cryptography {
  /// A fast stand-in: any changed bit changes the result, and no enemy lives in a simulation.
  package static let simulated = Cryptography { bytes in
    var result: [UInt8] = []
    for lane in UInt64(1)...4 {
      var hash = 0xCBF2_9CE4_8422_2325 ^ lane &* 0x9E37_79B9_7F4A_7C15
      for byte in bytes {
        hash = (hash ^ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
      }
      withUnsafeBytes(of: hash.bigEndian) { result.append(contentsOf: $0) }
    }
    return result
  }
}
