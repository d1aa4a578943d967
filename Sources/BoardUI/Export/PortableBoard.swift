package import BoardCore

/// What an import makes a note of; it gets a new id.
package struct PortableNote: Equatable, Sendable {
  package var text: String
  package var position: BoardPoint
  package var size: NoteSize
  package var color: NoteColor

  package init(text: String, position: BoardPoint, size: NoteSize, color: NoteColor) {
    self.text = text
    self.position = position
    self.size = size
    self.color = color
  }

  /// A copy of a note that is on a board.
  package init(_ note: NotePicture) {
    self.init(text: note.text, position: note.position, size: note.size, color: note.color)
  }

  /// As one note travels from a command to the program that has the board open.
  package var value: JSONValue {
    .object([
      .init("text", .string(text)),
      .init("x", JSONValue(position.x)),
      .init("y", JSONValue(position.y)),
      .init("width", JSONValue(size.width)),
      .init("height", JSONValue(size.height)),
      .init("color", JSONValue(Int(color.index) + 1)),
    ])
  }

  /// Reads what `value` gave, or a note of an exported board.
  ///
  /// - Throws: what is wrong with the note at this place.
  package init(_ value: JSONValue, place: String) throws(TransferError) {
    self = try NoteFields(value, place: place).note()
  }

  package static func == (left: PortableNote, right: PortableNote) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.position == right.position
      && left.size == right.size && left.color == right.color
  }
}

/// A board as a file holds it.
package struct PortableBoard: Equatable, Sendable {
  /// Nil where the format has none.
  package var title: String?
  /// The lowest first.
  package var notes: [PortableNote]

  package init(title: String?, notes: [PortableNote]) {
    self.title = title
    self.notes = notes
  }

  /// The most notes that are read from a file.
  package static let mostNotes = BoardLimits.snapshotNotes

  /// Reads a file that `export --format json` or `csv` wrote; which of them, the bytes tell.
  ///
  /// All of it is checked before anything is returned. It may hold what people who were apart can
  /// bring a board to: more than one of them can.
  ///
  /// - Throws: what is wrong, and where.
  package init(file bytes: [UInt8], mostNotes: Int = mostNotes) throws(TransferError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0)
    let first = content.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    guard first != nil else { throw TransferError("the file is empty") }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    self = try isJSON ? Self(json: bytes) : Self(csv: bytes)
    guard notes.count <= mostNotes else {
      throw TransferError("it holds \(notes.count) notes, and a board at most \(mostNotes)")
    }
  }

  private init(json bytes: [UInt8]) throws(TransferError) {
    let value = try JSONParser.value(of: bytes)
    guard value["format"]?.string == BoardExport.formatName, let list = value["notes"]?.elements
    else { throw TransferError("it is JSON, but no board that corkboard exported") }
    guard value["version"]?.integer == BoardExport.formatVersion else {
      throw TransferError("it was exported by a newer corkboard: import it with that one")
    }
    title = value["title"]?.string
    var placed: [(note: PortableNote, z: Int)] = []
    for (index, item) in list.enumerated() {
      let fields = NoteFields(item, place: "note \(index + 1)")
      placed.append((try fields.note(), try fields.stacking(else: index)))
    }
    notes = Self.stacked(placed)
  }

  private init(csv bytes: [UInt8]) throws(TransferError) {
    let rows = try CSVTable.rows(of: bytes)
    guard let header = rows.first, header.contains("text"), header.contains("x") else {
      throw TransferError("it is neither JSON nor CSV that corkboard exported")
    }
    title = nil
    var placed: [(note: PortableNote, z: Int)] = []
    for (index, row) in rows.dropFirst().enumerated() {
      guard row.count == header.count else {
        throw TransferError("note \(index + 1) has \(row.count) fields, not \(header.count)")
      }
      let fields = NoteFields(place: "note \(index + 1)") { name in
        header.firstIndex(of: name).map { row[$0] }
      }
      placed.append((try fields.note(), try fields.stacking(else: index)))
    }
    notes = Self.stacked(placed)
  }

  /// By the place in the pile; those of one place as they come.
  private static func stacked(_ placed: [(note: PortableNote, z: Int)]) -> [PortableNote] {
    placed.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }
      .map(\.element.note)
  }
}

/// The fields of one note in a file, by their names.
struct NoteFields {
  /// Which note, for errors.
  let place: String
  let field: (String) -> String?

  init(place: String, field: @escaping (String) -> String?) {
    self.place = place
    self.field = field
  }

  /// The members of a JSON object that are texts or numbers.
  init(_ value: JSONValue, place: String) {
    self.init(place: place) { name in
      switch value[name] {
      case .string(let text): text
      case .number(let digits): digits
      case .null, .bool, .array, .object, nil: nil
      }
    }
  }

  func note() throws(TransferError) -> PortableNote {
    guard let text = field("text") else { throw TransferError("\(place) has no text") }
    let most = BoardLimits.importedTextBytes
    guard text.utf8.count <= most else {
      throw TransferError(
        "\(place) has \(text.utf8.count) bytes of text, and a note takes at most \(most)"
      )
    }
    let reach = Int(BoardLimits.coordinate)
    let side = Int(BoardLimits.noteSide)
    let color = try number("color", in: 1...NoteColor.all.count)
    return PortableNote(
      text: text,
      position: BoardPoint(
        x: Int32(try number("x", in: -reach...reach)),
        y: Int32(try number("y", in: -reach...reach))
      ),
      size: NoteSize(
        width: Int32(try number("width", in: 1...side)),
        height: Int32(try number("height", in: 1...side))
      ),
      color: NoteColor.all[color - 1]
    )
  }

  func stacking(else index: Int) throws(TransferError) -> Int {
    field("z") == nil ? index : try number("z", in: Int.min...Int.max)
  }

  private func number(_ name: String, in range: ClosedRange<Int>) throws(TransferError) -> Int {
    guard let number = field(name).flatMap({ Int($0) }), range.contains(number) else {
      throw TransferError(
        "\(place): \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }
}
