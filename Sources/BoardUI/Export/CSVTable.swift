/// Comma-separated values as RFC 4180 has them.
///
/// A text that begins like a formula stays as it is: whoever opens such a file in a spreadsheet
/// should import it as text.
package enum CSVTable {
  /// Fields are quoted where they must be; lines end with CR LF.
  package static func text(of rows: [[String]]) -> String {
    var text = ""
    for row in rows {
      for (index, field) in row.enumerated() {
        if index > 0 { text += "," }
        append(field, to: &text)
      }
      text += "\r\n"
    }
    return text
  }

  private static func append(_ field: String, to text: inout String) {
    let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
    let isPlain =
      !field.utf8.contains(where: special.contains) && field.utf8.first != 0x20
      && field.utf8.last != 0x20
    guard !isPlain else { return text += field }
    text += "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"\"" } else { text.unicodeScalars.append(scalar) }
    }
    text += "\""
  }

  /// The rows of a file; lines may end with LF or CR LF, and an empty line is no row.
  ///
  /// - Throws: what is wrong, and in which line.
  package static func rows(of bytes: [UInt8]) throws(TransferError) -> [[String]] {
    var reader = Reader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
    var rows: [[String]] = []
    while reader.place < bytes.count {
      let row = try reader.row()
      if row != [""] { rows.append(row) }
    }
    return rows
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0
    var line = 1

    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func row() throws(TransferError) -> [String] {
      var row: [String] = []
      while true {
        row.append(try next == 0x22 ? quoted() : plain())
        switch next {
        case 0x2C: place += 1
        case nil: return row
        case 0x0D where place + 1 < bytes.count && bytes[place + 1] == 0x0A:
          place += 2
          line += 1
          return row
        case 0x0A:
          place += 1
          line += 1
          return row
        case _: throw TransferError("line \(line): something follows a closing quote")
        }
      }
    }

    mutating func plain() throws(TransferError) -> String {
      let start = place
      while let byte = next, byte != 0x2C, byte != 0x0A {
        if byte == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { break }
        guard byte != 0x22 else {
          throw TransferError("line \(line): a quote inside a plain field")
        }
        place += 1
      }
      return try text(Array(bytes[start..<place]))
    }

    mutating func quoted() throws(TransferError) -> String {
      let start = line
      place += 1
      var content: [UInt8] = []
      while let byte = next {
        place += 1
        if byte == 0x0A { line += 1 }
        guard byte == 0x22 else {
          content.append(byte)
          continue
        }
        guard next == 0x22 else { return try text(content) }
        content.append(0x22)
        place += 1
      }
      throw TransferError("line \(start): a quoted field does not end")
    }

    func text(_ bytes: [UInt8]) throws(TransferError) -> String {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw TransferError("line \(line): a field is not UTF-8")
      }
      return text
    }
  }
}
