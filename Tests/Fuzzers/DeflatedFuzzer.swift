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
