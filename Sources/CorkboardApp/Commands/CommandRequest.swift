import BoardCore
import BoardUI

/// What a command asks of whoever may write in the folder.
enum CommandRequest: Equatable {
  /// A note in a free place; without a board, this person's own, made if it is missing.
  case add(board: BoardID?, text: String)
  /// A new board, which becomes the last used.
  case make(title: String)
  /// Notes that have their places, the lowest first.
  case place(board: BoardID, notes: [PortableNote])
  /// The first of the notes of the `place` that follows: until then nothing is done with them.
  case stage(notes: [PortableNote])
  /// Whether all of this board is on disk: the answer has a warning when it is not.
  case keeping(board: BoardID)
  /// The history of this board is deleted.
  case forget(board: BoardID)

  var encoded: [UInt8] {
    var members: [JSONValue.Member] = []
    switch self {
    case .add(let board, let text):
      members.append(.init("ask", .string("add")))
      if let board { members.append(.init("board", .string(board.text))) }
      members.append(.init("text", .string(text)))
    case .make(let title):
      members = [.init("ask", .string("make")), .init("title", .string(title))]
    case .place(let board, let notes):
      members.append(.init("ask", .string("place")))
      members.append(.init("board", .string(board.text)))
      members.append(.init("notes", .array(notes.map(\.value))))
    case .stage(let notes):
      members.append(.init("ask", .string("stage")))
      members.append(.init("notes", .array(notes.map(\.value))))
    case .keeping(let board):
      members = [.init("ask", .string("keeping")), .init("board", .string(board.text))]
    case .forget(let board):
      members = [.init("ask", .string("forget")), .init("board", .string(board.text))]
    }
    return Array(JSONValue.object(members).text.utf8)
  }

  /// Reads what any program of this user may have sent.
  init(encoded bytes: [UInt8]) throws(TransferError) {
    let value = try JSONParser.value(of: bytes)
    let board = value["board"]?.string.flatMap { BoardID(text: $0) }
    switch (value["ask"]?.string, board) {
    case ("add", _):
      guard let text = value["text"]?.string, board != nil || value["board"] == nil else {
        throw Self.unknown
      }
      self = .add(board: board, text: text)
    case ("make", _):
      guard let title = value["title"]?.string else { throw Self.unknown }
      self = .make(title: title)
    case ("place", let board?): self = .place(board: board, notes: try Self.notes(value))
    case ("stage", nil): self = .stage(notes: try Self.notes(value))
    case ("keeping", let board?): self = .keeping(board: board)
    case ("forget", let board?): self = .forget(board: board)
    case _: throw Self.unknown
    }
  }

  private static func notes(_ value: JSONValue) throws(TransferError) -> [PortableNote] {
    var notes: [PortableNote] = []
    for (index, note) in (value["notes"]?.elements ?? []).enumerated() {
      notes.append(try PortableNote(note, place: "note \(index + 1)"))
    }
    return notes
  }

  private static let unknown = TransferError(
    "the program that has the boards open does not know this command; is it another version?"
  )
}

/// What came of a request.
enum CommandReply: Equatable {
  /// The notes that were made. The warning is a line for the person.
  case made([NoteID], warning: String?)
  case board(BoardID)
  /// Nothing was done.
  case failed(String)

  var encoded: [UInt8] {
    var members: [JSONValue.Member]
    switch self {
    case .made(let notes, let warning):
      members = [.init("notes", .array(notes.map { .string($0.text) }))]
      if let warning { members.append(.init("warning", .string(warning))) }
    case .board(let board): members = [.init("board", .string(board.text))]
    case .failed(let reason): members = [.init("error", .string(reason))]
    }
    return Array(JSONValue.object(members).text.utf8)
  }

  init(encoded bytes: [UInt8]) throws(TransferError) {
    let value = try JSONParser.value(of: bytes)
    if let reason = value["error"]?.string {
      self = .failed(reason)
    } else if let board = value["board"]?.string.flatMap({ BoardID(text: $0) }) {
      self = .board(board)
    } else if let notes = value["notes"]?.elements {
      let made = notes.compactMap { $0.string.flatMap { NoteID(text: $0) } }
      self = .made(made, warning: value["warning"]?.string)
    } else {
      throw TransferError("the program that has the boards open gave no answer that makes sense")
    }
  }
}
