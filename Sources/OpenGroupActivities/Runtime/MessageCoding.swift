import FoundationEssentials

/// Values as bytes: JSON, and `Data` as it is.
enum MessageCoding {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try JSONEncoder().encode(value))
  }

  static func decode<T: Decodable>(
    _ type: T.Type,
    _ bytes: some Collection<UInt8>
  ) throws -> T {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// A message from the body of an envelope; nil when it is none of this type.
  static func message<T: Decodable>(_ type: T.Type, _ body: ArraySlice<UInt8>) -> T? {
    if type == Data.self { return Data(body) as? T }
    return try? decode(type, body)
  }
}
