// Built together with all of SessionCore, so that its decoders are covered by the fuzzer.

/// Any bytes as the header of a datagram and as a stream of frames that arrives in two pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSession(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let header = DatagramHeader(bytes) {
    precondition(bytes.starts(with: header.encoded), "two forms of one header")
  }
  var opener = DatagramOpener<OpenCipher>()
  for cut in [bytes.count, bytes.count / 2] {
    _ = opener.open(Array(bytes.suffix(cut)), at: .start) { _ in OpenCipher() }
  }
  var reader = ByteReader(bytes)
  if let frame = try? Frame(from: &reader) { _ = frame.encoded() }
  var decoder = FrameDecoder()
  let half = Int(bytes.first ?? 0) % (bytes.count + 1)
  for piece in [bytes.prefix(half), bytes.dropFirst(half)] {
    decoder.append(Array(piece))
    while let frame = try? decoder.next() { _ = frame.encoded() }
  }
  return 0
}

/// Opens everything, so that what stands behind it is reached.
private struct OpenCipher: OpeningCipher {
  func open(
    _ sealed: ArraySlice<UInt8>,
    header: ArraySlice<UInt8>,
    counter: UInt64
  ) -> [UInt8]? {
    Array(sealed)
  }
}
