// Built together with BoardUI's readers of files and CorkboardApp's of commands.

/// Any bytes as a file to import, as a command, and as the answer to one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let board = try? PortableBoard(file: bytes) {
    precondition(board.notes.count <= bytes.count, "more notes than bytes")
  }
  if let value = try? JSONParser.value(of: bytes) {
    precondition((try? JSONParser.value(of: Array(value.text.utf8))) == value, "two meanings")
  }
  if let request = try? CommandRequest(encoded: bytes) {
    precondition((try? CommandRequest(encoded: request.encoded)) == request, "two requests")
  }
  _ = try? CommandReply(encoded: bytes)
  return 0
}
