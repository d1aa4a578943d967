// Built together with the reader of message envelopes.

/// Any bytes as the envelope of a message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEnvelope(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let (name, body) = MessageEnvelope.unwrap(bytes) {
    precondition(name.utf8.count <= MessageEnvelope.longestName, "too long a name")
    precondition(MessageEnvelope.wrap(name: name, body: body) == bytes, "two forms of an envelope")
  }
  return 0
}

/// Envelopes with no name, a short one, one of several bytes a letter and the longest.
func seeds() -> [[UInt8]] {
  ["", "Chat", "Grüße.👩‍👩‍👧", String(repeating: "n", count: MessageEnvelope.longestName)].map {
    MessageEnvelope.wrap(name: $0, body: Array("body".utf8))
  }
}
