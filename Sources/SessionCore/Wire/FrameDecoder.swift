/// Cuts a byte stream into frames: a 32-bit length, a kind, a body.
///
/// Bytes may come in pieces of any size. Frames of a kind that this version does not know are
/// skipped. A stream that breaks a limit is refused for good. Holds less than one frame between
/// two calls, and never allocates for a length that was only announced.
package struct FrameDecoder {
  /// The longest body that is accepted; raised once the sender is admitted.
  package var limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var failure: WireError?

  package init(limit: Int = WireLimits.strangerFrame) {
    self.limit = limit
  }

  /// Bytes that came and are not yet a whole frame.
  package var waitingBytes: Int { buffer.count - start }

  package mutating func append(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole frame, nil until more bytes come.
  ///
  /// - Throws: `WireError` for a frame that is too long or cannot be read, then and ever after.
  package mutating func next() throws(WireError) -> Frame? {
    if let failure { throw failure }
    do {
      while let body = try nextBody() {
        var reader = ByteReader(body)
        if let frame = try Frame(from: &reader) { return frame }
      }
      return nil
    } catch {
      failure = error
      buffer = []
      start = 0
      throw error
    }
  }

  private mutating func nextBody() throws(WireError) -> ArraySlice<UInt8>? {
    var reader = ByteReader(buffer[start...])
    guard reader.remaining >= 4 else { return nil }
    let length = Int(try reader.integer(UInt32.self))
    guard length >= 1 else { throw .malformed }
    guard length <= limit else { throw .tooLong }
    guard reader.remaining >= length else { return nil }
    let body = buffer[start + 4..<start + 4 + length]
    start += 4 + length
    return body
  }
}
