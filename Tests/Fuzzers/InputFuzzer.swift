// Built together with BoardUI's decoder of a terminal's bytes.

/// Any bytes from a terminal, in two reads, and then nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var decoder = InputDecoder()
  let half = Int(bytes.first ?? 0) % (bytes.count + 1)
  _ = decoder.feed(bytes.prefix(half))
  _ = decoder.feed(bytes.dropFirst(half))
  _ = decoder.timeout()
  precondition(!decoder.isWaiting, "a sequence does not end")
  return 0
}
