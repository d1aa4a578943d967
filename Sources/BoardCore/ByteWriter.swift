/// Appends numbers and bytes in the board's own coding.
///
/// The counterpart of `ByteReader`.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Begins anew, in the memory that is there already.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Eight bytes, the lowest first.
  package mutating func append(fixed value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Sixteen bytes, the lowest first.
  package mutating func append(fixed value: UInt128) {
    append(fixed: UInt64(truncatingIfNeeded: value))
    append(fixed: UInt64(truncatingIfNeeded: value >> 64))
  }

  /// Seven bits a byte, the lowest first, in as few bytes as possible.
  package mutating func append(_ value: UInt64) {
    guard value >= 0x80 else { return bytes.append(UInt8(truncatingIfNeeded: value)) }
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func append(_ count: Int) { append(UInt64(count)) }

  /// Small numbers of either sign in few bytes.
  package mutating func append(signed value: Int64) {
    append(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// A count, then that many bytes.
  package mutating func append(counted block: some Collection<UInt8>) {
    append(block.count)
    bytes.append(contentsOf: block)
  }

  /// Puts bytes in the place of one that was written already.
  package mutating func replace(byteAt place: Int, with block: [UInt8]) {
    bytes.replaceSubrange(place...place, with: block)
  }

  package mutating func append(raw block: some Collection<UInt8>) {
    bytes.append(contentsOf: block)
  }
}
