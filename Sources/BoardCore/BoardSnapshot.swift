/// The bytes of a whole board, in one canonical form: equal boards that are pruned give equal bytes.
///
/// A format byte, a heading, then one block a note, ascending by dot; each begins with its length,
/// and what a newer program put at the end of a block is kept. The heading, and each note, name the
/// parts that they have: with one that is not known the board is not for this program to read. Replicas and authors are named once,
/// in the heading. The stream may be cut anywhere: `SnapshotReader` takes it in pieces.
package enum BoardSnapshot {
  /// Rises when a program that knows only this one could not read the bytes.
  package static let format: UInt8 = 2
  /// Bytes of one heading, or of one note.
  static let blockBytes = 4 << 20

  /// The board's bytes: about 90 and its text a note.
  package static func encoded(_ board: Board) -> [UInt8] {
    var writer = SnapshotWriter(board)
    return writer.encode()
  }

  /// Reads all bytes of one board.
  ///
  /// - Throws: `unknownFormat` for a newer program's, `truncated`, `invalid`, or `tooLarge`.
  package static func board(_ bytes: [UInt8]) throws(BoardCodingError) -> Board {
    var reader = SnapshotReader()
    try reader.take(bytes[...])
    guard let board = reader.finished else { throw .truncated }
    return board
  }
}

/// Writes one board.
///
/// Its tables are made first, so that every name is a small number.
struct SnapshotWriter {
  private let board: Board
  private let entries: [Dot]
  /// Ascending.
  private let authors: [AuthorID]
  /// What was named last: nearly always what is named next.
  private var lastAuthor = 0
  private var lastReplica = 0
  private var output = ByteWriter()
  /// One block at a time, until its length is known.
  private var block = ByteWriter()
  private var lastStamp: UInt64 = 0
  private var lastOrigin: Origin?

  init(_ board: Board) {
    self.board = board
    entries = board.vector.entries
    var authors: Set<AuthorID> = []
    var last: AuthorID?
    for record in board.notes.values where record.author != last {
      last = record.author
      authors.insert(record.author)
    }
    self.authors = authors.sorted()
  }

  mutating func encode() -> [UInt8] {
    output.reserve(200 + board.notes.count * 128)
    output.append(BoardSnapshot.format)
    encodeHeading()
    var previous = Dot(ReplicaID(0), 0)
    for place in board.notes.ascending {
      let note = board.notes.keys[place]
      encode(board.notes.values[place], note, after: previous)
      previous = note
    }
    return output.bytes
  }

  /// What a heading has beside the rest.
  struct BoardParts {
    static let fields: UInt64 = 1
    static let known: UInt64 = 1
  }

  /// What few notes have.
  struct NoteParts {
    static let votes: UInt64 = 1
    static let attachments: UInt64 = 2
    static let fields: UInt64 = 4
    static let known: UInt64 = 7
  }

  private mutating func encodeHeading() {
    block.append(board.fields.isEmpty ? 0 : BoardParts.fields)
    block.append(entries.count)
    for entry in entries {
      block.append(fixed: entry.replica.rawValue)
      block.append(entry.sequence)
      block.append(board.cancellations.floors[entry.replica])
    }
    block.append(authors.count)
    for author in authors { block.append(fixed: author.rawValue) }
    let revisions = board.cancellations.revisions.sorted { $0.key < $1.key }
    block.append(revisions.count)
    for (group, revision) in revisions {
      encode(group)
      block.append(revision)
    }
    encode(board.title, of: Dot(ReplicaID(0), 0))
    block.append(board.notes.count)
    if !board.fields.isEmpty { encode(board.fields) }
    block.append(raw: board.extra)
    endBlock()
  }

  private mutating func encode(_ record: NoteRecord, _ note: NoteID, after previous: NoteID) {
    block.append(number(of: note.replica))
    block.append(
      note.replica == previous.replica ? note.sequence - previous.sequence : note.sequence
    )
    block.append(number(of: record.author))
    lastOrigin = nil
    encode(record.placement, of: note)
    encode(record.size, of: note)
    encode(record.color, of: note)
    encode(record.stacking, of: note)
    record.encodeText(into: &block, of: note)
    block.append(record.tokens.count)
    for token in record.tokens { encode(token) }
    encodeParts(of: record, note)
    block.append(raw: record.extra)
    endBlock()
  }

  private mutating func encodeParts(of record: NoteRecord, _ note: NoteID) {
    block.append(
      (record.votes.isEmpty ? 0 : NoteParts.votes)
        | (record.attachments.isEmpty ? 0 : NoteParts.attachments)
        | (record.fields.isEmpty ? 0 : NoteParts.fields)
    )
    if !record.votes.isEmpty {
      block.append(record.votes.registers.count)
      for (_, register) in record.votes.registers { encode(register, of: note) }
    }
    if !record.attachments.isEmpty {
      block.append(record.attachments.files.count)
      for file in record.attachments.files {
        encode(file.origin)
        file.file.encode(into: &block)
        block.append(file.removals.count)
        for removal in file.removals { encode(removal) }
      }
    }
    if !record.fields.isEmpty { encode(record.fields) }
  }

  private mutating func encode(_ fields: ForeignFields) {
    block.append(fields.all.count)
    for (dot, bytes) in fields.all {
      encode(dot)
      block.append(counted: bytes)
    }
  }

  private mutating func endBlock() {
    output.append(counted: block.bytes)
    block.removeAll()
  }

  // MARK: Parts

  private mutating func encode(_ dot: Dot) {
    block.append(number(of: dot.replica))
    block.append(dot.sequence)
  }

  /// 0 for what nobody should name.
  private mutating func number(of replica: ReplicaID) -> Int {
    if lastReplica < entries.count, entries[lastReplica].replica == replica { return lastReplica }
    lastReplica = entries.partition { $0.replica < replica }
    return lastReplica < entries.count && entries[lastReplica].replica == replica ? lastReplica : 0
  }

  private mutating func number(of author: AuthorID) -> Int {
    if authors[lastAuthor] != author { lastAuthor = authors.partition { $0 < author } }
    return lastAuthor
  }

  private mutating func encode(_ origin: Origin) {
    encode(origin.dot)
    let isNever = origin.group == Cancellations.never
    block.append(isNever ? 0 : origin.dot.sequence - origin.group + 1)
  }

  /// A count, and whether the first write is of the operation that wrote the register before.
  private mutating func encode<Value>(_ register: Register<Value>, of note: NoteID) {
    if let write = register.single {
      let isSame = lastOrigin == write.origin && lastStamp == write.stamp
      block.append(UInt8(isSame ? 3 : 2))
      encode(write, isSame: isSame)
      return
    }
    block.append(register.count << 1)
    for write in register.writes { encode(write, isSame: false) }
  }

  private mutating func encode<Value>(_ write: Write<Value>, isSame: Bool) {
    if !isSame {
      block.append(signed: Int64(write.stamp) - Int64(lastStamp))
      encode(write.origin)
      lastStamp = write.stamp
      lastOrigin = write.origin
    }
    write.value.encode(into: &block, by: write.origin.dot)
  }
}

extension Array {
  /// How many elements come first, of which something holds; of the rest it holds no more.
  fileprivate func partition(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
