/// What travels as the payload of one message: the name of its type, then its bytes.
///
/// Two bytes hold the length of the name, in network order; `Data` has an empty name.
enum MessageEnvelope {
  static let longestName = 1_024

  static func wrap(name: String, body: some Collection<UInt8>) -> [UInt8] {
    let name = Array(name.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 + name.count + body.count)
    bytes.append(UInt8(truncatingIfNeeded: name.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: name.count))
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: body)
    return bytes
  }

  /// Nil when the bytes are no envelope.
  static func unwrap(_ bytes: [UInt8]) -> (name: String, body: ArraySlice<UInt8>)? {
    guard bytes.count >= 2 else { return nil }
    let length = Int(bytes[0]) << 8 | Int(bytes[1])
    guard length <= longestName, bytes.count >= 2 + length else { return nil }
    guard let name = String(validating: bytes[2..<(2 + length)], as: UTF8.self) else { return nil }
    return (name, bytes[(2 + length)...])
  }
}
