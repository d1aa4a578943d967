package import BoardCore

/// A board as text for other programs and people.
package enum BoardExport {
  /// The formats by the names that the command line has for them.
  package enum Format: String, CaseIterable, Sendable {
    case json, md, csv, svg, txt

    /// What a reader of the file does not get, as the end of "… leaves out".
    package var leavesOut: String {
      switch self {
      case .json: "the board's history and the contents of attachments"
      case .md:
        "places, sizes, colors, stacking order, ids, authors, votes, attachments, control"
          + " characters and history"
      case .csv: "the board's title, attachments and history"
      case .svg:
        "text that does not fit its note, parts of an emoji after its first picture,"
          + " ids, authors, votes, attachments and history"
      case .txt:
        "text that does not fit its note, parts of an emoji after its first picture,"
          + " colors, ids, authors, votes, attachments and history"
      }
    }
  }

  /// What the member `format` of an exported JSON board says.
  package static let formatName = "corkboard.board"
  package static let formatVersion = 1

  /// The whole file, which ends with a newline.
  ///
  /// - Throws: when the board is too large to be drawn as text.
  package static func text(
    of board: BoardPicture,
    as format: Format
  ) throws(TransferError) -> String {
    switch format {
    case .json: json(board)
    case .md: markdown(board)
    case .csv: csv(board)
    case .svg: SVGDrawing(board).text
    case .txt: try TextDrawing(board).text
    }
  }

  /// One note on one line, as `ls --json` prints it and an exported board holds it.
  package static func value(of note: NotePicture, z: Int) -> JSONValue {
    .object([
      .init("id", .string(note.id.text)),
      .init("text", .string(note.text)),
      .init("x", JSONValue(note.position.x)),
      .init("y", JSONValue(note.position.y)),
      .init("width", JSONValue(note.size.width)),
      .init("height", JSONValue(note.size.height)),
      .init("color", JSONValue(Int(note.color.index) + 1)),
      .init("z", JSONValue(z)),
      .init("votes", JSONValue(note.votes)),
      .init("author", .string(hexadecimal(note.author.rawValue, digits: 32))),
      .init("attachments", .array(note.attachments.map { value(of: $0.file) })),
    ])
  }

  private static func value(of file: FileReference) -> JSONValue {
    let digits = file.hash.words.map { hexadecimal($0, digits: 16) }.joined()
    return .object([
      .init("name", .string(file.name.string)),
      .init("size", JSONValue(Int(file.size))),
      .init("sha256", .string(digits)),
    ])
  }

  private static func json(_ board: BoardPicture) -> String {
    let head: [JSONValue.Member] = [
      .init("format", .string(formatName)),
      .init("version", JSONValue(formatVersion)),
      .init("id", .string(board.id.text)),
      .init("title", .string(board.title)),
    ]
    let start = head.map { "  \(JSONValue.string($0.name).text): \($0.value.text),\n" }.joined()
    let notes = board.notes.enumerated().map { "    " + value(of: $1, z: $0).text }
    let list = notes.isEmpty ? "[]" : "[\n\(notes.joined(separator: ",\n"))\n  ]"
    return "{\n\(start)  \"notes\": \(list)\n}\n"
  }

  private static func csv(_ board: BoardPicture) -> String {
    let header = [
      "id", "text", "x", "y", "width", "height", "color", "z", "votes", "author",
    ]
    let rows = board.notes.enumerated().map { z, note in
      [
        note.id.text, note.text, String(note.position.x), String(note.position.y),
        String(note.size.width), String(note.size.height), String(note.color.index + 1),
        String(z), String(note.votes), hexadecimal(note.author.rawValue, digits: 32),
      ]
    }
    return CSVTable.text(of: [header] + rows)
  }

  /// A list in reading order: what follows the first line of a note is indented below it.
  private static func markdown(_ board: BoardPicture) -> String {
    // Read in terminals as it is: what others wrote is obeyed by none.
    var text = "# \(board.title.replacingLineEnds(by: " ").withoutControls)\n"
    for note in board.readingOrder {
      text += "\n- \(note.text.replacingLineEnds(by: "\n  ").withoutControls)\n"
    }
    return text
  }

  static func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension NoteID {
  /// The replica's sixteen hexadecimal digits, a hyphen, the number of the note among its operations.
  package var text: String {
    "\(BoardExport.hexadecimal(replica.rawValue, digits: 16))-\(sequence)"
  }

  /// Nil when the text is no note's.
  package init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let replica = UInt64(parts[0], radix: 16),
      let sequence = UInt64(parts[1]), Dot(ReplicaID(replica), sequence).text == text
    else { return nil }
    self.init(ReplicaID(replica), sequence)
  }
}

extension BoardID {
  /// Thirty-two hexadecimal digits.
  package var text: String { BoardExport.hexadecimal(rawValue, digits: 32) }

  /// Nil when the text is no board's.
  package init?(text: String) {
    guard let value = UInt128(text, radix: 16), BoardID(value).text == text else { return nil }
    self.init(value)
  }
}

extension Unicode.Scalar {
  /// A control character, a mark of byte order, or one that reorders what stands around it.
  var controlsDisplay: Bool {
    switch value {
    case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    case _: properties.generalCategory == .control
    }
  }
}

extension String {
  /// With a sign in place of every control character but tabs and line ends, and of what turns the
  /// direction of the text around it.
  fileprivate var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.controlsDisplay && $0 != "\n" && $0 != "\t" ? "\u{FFFD}" : $0 }
      )
    )
  }

  /// With something else in place of every LF and CR LF.
  fileprivate func replacingLineEnds(by other: String) -> String {
    var result = ""
    for character in self {
      if character.endsLine { result += other } else { result.append(character) }
    }
    return result
  }
}
