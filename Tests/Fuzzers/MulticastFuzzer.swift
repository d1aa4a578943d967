// Built together with all of SessionCore, so that its decoders are covered by the fuzzer.

/// Any bytes as a message of multicast DNS: what is read can be written, and is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMulticast(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let message = try? DNSMessage(encoded: bytes) else { return 0 }
  guard let again = message.encoded(limit: .max) else { return 0 }
  if again.count <= DNSMessage.byteLimit {
    precondition((try? DNSMessage(encoded: again)) == message, "two forms of one message")
  }
  return 0
}
