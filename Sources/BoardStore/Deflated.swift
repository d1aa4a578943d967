import CZlib

/// Bytes in zlib's form, with what is needed to judge them before and after they are inflated.
struct Deflated: Sendable {
  /// Bytes of the inflated form.
  var size: Int
  /// CRC-32 of the inflated form.
  var checksum: UInt32
  var bytes: [UInt8]

  /// Far above any board within its limits: nothing larger is ever inflated.
  static let limit = 256 << 20
  /// Speed counts more than size here.
  private static let level: Int32 = 1
  /// From so many bytes on, a state that is kept while somebody waits is not made smaller.
  private static let large = 128 << 10

  init(size: Int, checksum: UInt32, bytes: [UInt8]) {
    self.size = size
    self.checksum = checksum
    self.bytes = bytes
  }

  /// `isUrgent`: a screen stands still meanwhile.
  init(_ plain: [UInt8], isUrgent: Bool = false) {
    let level = isUrgent && plain.count > Self.large ? 0 : Self.level
    var deflated = [UInt8](repeating: 0, count: Int(compressBound(UInt(plain.count))))
    var count = UInt(deflated.count)
    // It cannot fail with this much room; if it ever does, the checksum tells on reading.
    compress2(&deflated, &count, plain, UInt(plain.count), level)
    self.init(
      size: plain.count,
      checksum: Self.checksum(of: plain),
      bytes: Array(deflated.prefix(Int(count)))
    )
  }

  /// The plain bytes; nil when they are not what was kept, or would be too many.
  var inflated: [UInt8]? {
    guard (0...Self.limit).contains(size) else { return nil }
    // zlib makes at most 1,032 bytes of one: a size beyond that is a lie, and costs no memory.
    guard size <= bytes.count * 1_032 + 1_032 else { return nil }
    var plain = [UInt8](repeating: 0, count: max(1, size))
    var count = UInt(plain.count)
    guard uncompress(&plain, &count, bytes, UInt(bytes.count)) == Z_OK, Int(count) == size else {
      return nil
    }
    plain.removeLast(plain.count - size)
    return Self.checksum(of: plain) == checksum ? plain : nil
  }

  static func checksum(of bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
  }
}
