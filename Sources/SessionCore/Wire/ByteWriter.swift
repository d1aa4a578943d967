/// Writes fields one after the other, integers in network order.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  package mutating func raw(_ content: [UInt8]) { bytes.append(contentsOf: content) }

  /// Bytes behind a 32-bit count.
  package mutating func blob(_ content: [UInt8]) {
    integer(UInt32(truncatingIfNeeded: content.count))
    bytes.append(contentsOf: content)
  }

  /// UTF-8 behind a 16-bit count, cut between two characters so that it fits `limit` bytes.
  package mutating func text(_ content: String, limit: Int) {
    let fitting = content.prefix(utf8Limit: limit)
    integer(UInt16(truncatingIfNeeded: fitting.utf8.count))
    bytes.append(contentsOf: fitting.utf8)
  }

  package mutating func endpoint(_ endpoint: Endpoint) {
    integer(UInt8(truncatingIfNeeded: endpoint.address.count))
    raw(endpoint.address)
    integer(endpoint.port)
  }
}

extension String {
  /// The longest beginning of at most `limit` UTF-8 bytes that does not split a character.
  ///
  /// A single character longer than the limit (a letter under a pile of marks) is split between
  /// scalars, so that hostile text still leaves something to show.
  package func prefix(utf8Limit limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var result = ""
    var room = limit
    for character in self {
      let size = character.utf8.count
      guard size <= room else { break }
      result.append(character)
      room -= size
    }
    guard result.isEmpty else { return result }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let size = UTF8.width(scalar)
      guard size <= room else { break }
      scalars.append(scalar)
      room -= size
    }
    return String(scalars)
  }
}
