/// Reads fields one after the other; every count is checked before anything is allocated.
package struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  package var remaining: Int { bytes.endIndex - position }

  package mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value {
    let width = Value.bitWidth / 8
    guard remaining >= width else { throw .truncated }
    var value: Value = 0
    for byte in bytes[position..<position + width] {
      value = value << 8 | Value(byte)
    }
    position += width
    return value
  }

  package mutating func flag() throws(WireError) -> Bool {
    try integer(UInt8.self) & 1 == 1
  }

  package mutating func raw(_ count: Int) throws(WireError) -> [UInt8] {
    guard count >= 0, count <= remaining else { throw .truncated }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  package mutating func rest() -> [UInt8] {
    defer { position = bytes.endIndex }
    return Array(bytes[position...])
  }

  /// Bytes behind a 32-bit count.
  package mutating func blob(limit: Int) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt32.self))
    guard count <= limit else { throw .tooLong }
    return try raw(count)
  }

  /// UTF-8 behind a 16-bit count; ill-formed bytes become replacement characters.
  package mutating func text(limit: Int) throws(WireError) -> String {
    let count = Int(try integer(UInt16.self))
    guard count <= limit else { throw .tooLong }
    return String(decoding: try raw(count), as: UTF8.self)
  }

  package mutating func endpoint() throws(WireError) -> Endpoint {
    let count = Int(try integer(UInt8.self))
    guard count == 4 || count == 16 else { throw .malformed }
    let address = try raw(count)
    return Endpoint(address: address, port: try integer(UInt16.self))
  }

  /// The number of elements of a list, each of which takes at least `width` bytes.
  package mutating func count(limit: Int, elementWidth width: Int) throws(WireError) -> Int {
    let count = Int(try integer(UInt16.self))
    guard count <= limit else { throw .tooLong }
    guard count * width <= remaining else { throw .truncated }
    return count
  }
}
