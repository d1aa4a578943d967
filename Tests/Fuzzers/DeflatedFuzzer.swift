// Built together with BoardStore's reader of deflated bytes.

/// Any bytes as a deflated row: two bytes of promised size, then the row.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDeflated(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let plain = Deflated(bytes)
  precondition(plain.inflated == bytes, "what was deflated is something else")
  let size = Int(bytes.first ?? 0) << 8 | Int(bytes.dropFirst().first ?? 0)
  let row = Array(bytes.dropFirst(2))
  for size in [size, plain.size, Int.max, -1] {
    let read = Deflated(size: size, checksum: plain.checksum, bytes: row).inflated
    precondition(read.map { $0.count == size } ?? true, "another size than promised")
  }
  return 0
}

/// Rows that inflate, of little, of much alike and of much unlike, behind the size that they promise.
func seeds() -> [[UInt8]] {
  let unlike = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
  let plains = [[], Array("a note".utf8), Array(repeating: 7, count: 3_000), unlike]
  return plains.flatMap { plain in
    [Deflated(plain), Deflated(plain + plain)].map { row in
      [UInt8(truncatingIfNeeded: row.size >> 8), UInt8(truncatingIfNeeded: row.size)] + row.bytes
    }
  }
}
