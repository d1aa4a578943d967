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

/// A board in each format, and each command and answer.
func seeds() -> [[UInt8]] {
  let picture = BoardSeeds().boards[1].picture
  var seeds = BoardExport.Format.allCases.compactMap { format in
    (try? BoardExport.text(of: picture, as: format)).map { Array($0.utf8) }
  }
  let notes = picture.notes.map { PortableNote($0) }
  let text = "two\nlines, \"quoted\" 👩‍👩‍👧"
  let requests: [CommandRequest] = [
    .add(board: nil, text: text), .add(board: picture.id, text: "a"), .make(title: text),
    .place(board: picture.id, notes: notes), .stage(notes: notes), .keeping(board: picture.id),
    .forget(board: picture.id),
  ]
  seeds += requests.map(\.encoded)
  let replies: [CommandReply] = [
    .made(picture.notes.map(\.id), warning: text), .board(picture.id), .failed(text),
  ]
  return seeds + replies.map(\.encoded)
}
