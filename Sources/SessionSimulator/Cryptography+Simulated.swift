package import SessionCore

extension Cryptography {
  /// A fast stand-in: any changed bit changes the result, and no enemy lives in a simulation.
  package static let simulated = Cryptography(
    hash: SimulatedKeys.hash,
    device: SimulatedKeys.device,
    isSigned: { $1 == SimulatedKeys.signature($0, $2) }
  )
}

extension Signer {
  /// The key of a simulated device: only who has this signs for the device.
  package static func simulated(_ device: DeviceID) -> Signer {
    let key = SimulatedKeys.key(of: device)
    return Signer(publicKey: key) { SimulatedKeys.signature($0, key) }
  }
}

/// Keys that say whose they are, and signatures that nobody makes but through a `Signer`: hashes of
/// something that leaves this file nowhere.
private enum SimulatedKeys {
  private static let secret: [UInt8] = Array("known to this file alone".utf8)

  static func key(of device: DeviceID) -> [UInt8] {
    withUnsafeBytes(of: device.rawValue.bigEndian) { Array($0) } + Array(repeating: 7, count: 16)
  }

  @Sendable static func device(_ key: [UInt8]) -> DeviceID {
    DeviceID(key.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }

  static func signature(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
    let half = hash(secret + key + bytes)
    return half + hash(half + key)
  }

  @Sendable static func hash(_ bytes: [UInt8]) -> [UInt8] {
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
