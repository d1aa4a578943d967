/// Reads what `ByteWriter` wrote.
///
/// Every read is checked against the bytes that are left.
package struct ByteReader: Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: some Collection<UInt8>) { self.init(ArraySlice(bytes)) }

  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var remaining: Int { bytes.endIndex - position }

  package mutating func byte() throws(BoardCodingError) -> UInt8 {
    guard remaining > 0 else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func fixed64() throws(BoardCodingError) -> UInt64 {
    guard remaining >= 8 else { throw .truncated }
    var value: UInt64 = 0
    for offset in (0..<8).reversed() {
      value = value << 8 | UInt64(bytes[position + offset])
    }
    position += 8
    return value
  }

  package mutating func fixed128() throws(BoardCodingError) -> UInt128 {
    let low = try fixed64()
    let high = try fixed64()
    return UInt128(high) << 64 | UInt128(low)
  }

  /// A number in its one shortest form, at most `limit`.
  package mutating func number(
    upTo limit: UInt64 = .max
  ) throws(BoardCodingError) -> UInt64 {
    if remaining > 0, bytes[position] < 0x80 {
      defer { position += 1 }
      guard UInt64(bytes[position]) <= limit else { throw .invalid }
      return UInt64(bytes[position])
    }
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let next = try byte()
      let bits = UInt64(next & 0x7F)
      guard shift < 63 || bits <= 1 else { throw .invalid }
      value |= bits << shift
      guard next & 0x80 == 0 else { continue }
      guard next != 0 || shift == 0, value <= limit else { throw .invalid }
      return value
    }
    throw .invalid
  }

  package mutating func signed() throws(BoardCodingError) -> Int64 {
    let bits = try number()
    return Int64(bitPattern: (bits >> 1) ^ (0 &- (bits & 1)))
  }

  /// A count of elements that take at least `size` bytes each, so that it can be trusted with room.
  package mutating func count(
    of size: Int,
    upTo limit: Int
  ) throws(BoardCodingError) -> Int {
    let count = Int(try number(upTo: UInt64(limit)))
    guard count <= remaining / max(1, size) else { throw .truncated }
    return count
  }

  /// A count, then that many bytes.
  package mutating func counted(upTo limit: Int) throws(BoardCodingError) -> ArraySlice<UInt8> {
    let count = try count(of: 1, upTo: limit)
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// That many bytes.
  package mutating func block(_ count: Int) throws(BoardCodingError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .truncated }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// All that is left.
  package mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  package func end() throws(BoardCodingError) {
    guard remaining == 0 else { throw .invalid }
  }
}
