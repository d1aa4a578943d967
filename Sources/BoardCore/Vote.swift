/// What one device wants a note to count: a vote, or none any more.
///
/// One register for each device, so that no vote counts twice and each can be taken back.
package struct Vote: Equatable, Sendable {
  package var author: AuthorID
  package var isCast: Bool

  package init(author: AuthorID, isCast: Bool) {
    self.author = author
    self.isCast = isCast
  }
}

extension Vote: RegisterContent {
  package var stateHash: UInt64 {
    var hash = StateHash(isCast ? 1 : 0)
    hash.add(UInt64(truncatingIfNeeded: author.rawValue))
    hash.add(UInt64(truncatingIfNeeded: author.rawValue >> 64))
    return hash.value
  }

  package func encode(into writer: inout ByteWriter, by dot: Dot) { encode(into: &writer) }

  package init(from reader: inout ByteReader, by dot: Dot) throws(BoardCodingError) {
    try self.init(from: &reader)
  }

  func encode(into writer: inout ByteWriter) {
    writer.append(fixed: author.rawValue)
    writer.append(UInt8(isCast ? 1 : 0))
  }

  init(from reader: inout ByteReader) throws(BoardCodingError) {
    let author = AuthorID(try reader.fixed128())
    let flag = try reader.byte()
    guard flag < 2 else { throw .invalid }
    self.init(author: author, isCast: flag == 1)
  }
}

/// The votes on one note: a register for each device that ever voted.
package struct Votes: Equatable, Sendable {
  /// Ascending by device; none is empty.
  private(set) var registers: [(author: AuthorID, register: Register<Vote>)] = []

  package static func == (left: Votes, right: Votes) -> Bool {
    left.registers.elementsEqual(right.registers) { $0 == $1 }
  }

  var isEmpty: Bool { registers.isEmpty }
  /// How many devices voted, and how many writes are held of them.
  package var count: Int { registers.count }
  package var writeCount: Int { registers.reduce(0) { $0 + $1.register.count } }

  /// How many devices' votes count now.
  package func count(_ ledger: Cancellations) -> Int {
    registers.count { $0.register.top(ledger)?.value.isCast ?? false }
  }

  /// Whether this device's vote counts now.
  package func isCast(by author: AuthorID, _ ledger: Cancellations) -> Bool {
    index(of: author).flatMap { registers[$0].register.top(ledger)?.value.isCast } ?? false
  }

  func highestStamp(of author: AuthorID) -> UInt64 {
    index(of: author).map { registers[$0].register.highestStamp } ?? 0
  }

  func contains(_ matches: (Origin) -> Bool) -> Bool {
    registers.contains { $0.register.contains(matches) }
  }

  mutating func add(_ write: Write<Vote>) {
    let author = write.value.author
    if let index = index(of: author) {
      registers[index].register.add(write)
    } else {
      insert(Register(write), of: author)
    }
  }

  /// Appends one that was read; false when it does not follow the last one.
  mutating func append(_ register: Register<Vote>) -> Bool {
    guard let author = register.writes.first?.value.author,
      register.writes.allSatisfy({ $0.value.author == author }),
      registers.last.map({ $0.author < author }) ?? true
    else { return false }
    registers.append((author, register))
    return true
  }

  private func index(of author: AuthorID) -> Int? {
    registers.firstIndex { $0.author == author }
  }

  private mutating func insert(_ register: Register<Vote>, of author: AuthorID) {
    let place = registers.lastIndex { $0.author < author }.map { $0 + 1 } ?? 0
    registers.insert((author, register), at: place)
  }

  // MARK: Past and other states

  func hasPast(_ ledger: Cancellations) -> Bool {
    registers.contains { $0.register.hasPast(ledger) }
  }

  mutating func prune(_ ledger: Cancellations) {
    guard hasPast(ledger) else { return }
    for index in registers.indices { registers[index].register.prune(ledger) }
    registers.removeAll { $0.register.count == 0 }
  }

  mutating func join(_ other: Votes, mine: VersionVector, theirs: VersionVector) {
    guard self != other else { return }
    for (author, register) in other.registers where index(of: author) == nil {
      insert(Register(), of: author)
      if let index = index(of: author) {
        registers[index].register.join(register, mine: mine, theirs: theirs)
      }
    }
    for index in registers.indices {
      let author = registers[index].author
      let there = other.index(of: author).map { other.registers[$0].register }
      registers[index].register.join(there ?? Register(), mine: mine, theirs: theirs)
    }
    registers.removeAll { $0.register.count == 0 }
  }

  /// The same for votes that count alike, in every run of every program.
  func add(to hash: inout StateHash, _ ledger: Cancellations) {
    for (_, register) in registers {
      guard let write = register.top(ledger) else { continue }
      hash.add(write.origin.dot)
      hash.add(write.value.stateHash)
    }
  }
}
