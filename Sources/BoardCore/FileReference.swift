/// A file that belongs to a note: its name, its size and the hash that finds its bytes.
///
/// The bytes themselves are no part of the board.
package struct FileReference: Equatable, Sendable {
  /// SHA-256 of the file.
  package let hash: ContentHash
  /// UTF-8, at most `BoardLimits.attachmentNameBytes`.
  package let name: ExactText
  /// Bytes of the file, at most `BoardLimits.attachmentBytes`.
  package let size: UInt64

  /// Nil when a limit is passed, or the name is empty.
  package init?(hash: ContentHash, name: String, size: UInt64) {
    guard !name.isEmpty, name.utf8.count <= BoardLimits.attachmentNameBytes,
      size <= BoardLimits.attachmentBytes
    else { return nil }
    self.hash = hash
    self.name = ExactText(name)
    self.size = size
  }
}

/// 32 bytes.
package struct ContentHash: Hashable, Sendable {
  package let words: [UInt64]

  /// Nil unless there are 32 bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: [UInt64] = []
    for (index, byte) in bytes.enumerated() {
      if index.isMultiple(of: 8) { words.append(0) }
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
    self.words = words
  }

  package var bytes: [UInt8] {
    words.flatMap { word in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
    }
  }
}

/// The bytes of an attachment: hash, name, size.
extension FileReference {
  func encode(into writer: inout ByteWriter) {
    writer.append(raw: hash.bytes)
    writer.append(counted: name.string.utf8)
    writer.append(size)
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    let bytes = try reader.block(32)
    let name = try ExactText(from: &reader, upTo: BoardLimits.attachmentNameBytes)
    let size = try reader.number(upTo: BoardLimits.attachmentBytes)
    guard let hash = ContentHash(bytes),
      let attachment = FileReference(hash: hash, name: name.string, size: size)
    else { throw .invalid }
    self = attachment
  }
}
