/// Makes 64 bits of what a board shows: the same in every run of every program.
///
/// Not against malice: it finds replicas that know the same and show something else.
package struct StateHash: Equatable, Sendable {
  package private(set) var value: UInt64

  package init(_ seed: UInt64) { value = Self.mix(seed) }

  package mutating func add(_ number: UInt64) { value = Self.mix(value ^ number) }

  package mutating func add(_ number: Int32) { add(UInt64(UInt32(bitPattern: number))) }

  package mutating func add(_ dot: Dot) {
    add(dot.replica.rawValue)
    add(dot.sequence)
  }

  /// A count, then all bytes, eight at a time.
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    add(UInt64(bytes.count))
    var index = 0
    while index < bytes.count {
      var word: UInt64 = 0
      for offset in index..<min(index + 8, bytes.count) { word = word << 8 | UInt64(bytes[offset]) }
      add(word)
      index += 8
    }
  }

  /// The finalizer of SplitMix64.
  package static func mix(_ input: UInt64) -> UInt64 {
    var value = input &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension Placement: RegisterContent {
  package var stateHash: UInt64 {
    var hash = StateHash(isResting ? 1 : 0)
    hash.add(point.x)
    hash.add(point.y)
    for point in trail {
      hash.add(point.x)
      hash.add(point.y)
    }
    return hash.value
  }
}

extension NoteSize: RegisterContent {
  package var stateHash: UInt64 {
    StateHash.mix(UInt64(UInt32(bitPattern: width)) << 32 | UInt64(UInt32(bitPattern: height)))
  }
}

extension NoteColor: RegisterContent {
  package var stateHash: UInt64 { StateHash.mix(UInt64(index)) }
}

extension StackingKey: RegisterContent {
  package var stateHash: UInt64 {
    var hash = StateHash(0)
    bytes.withUnsafeBufferPointer { hash.add($0) }
    return hash.value
  }
}

extension ExactText: RegisterContent {
  package var stateHash: UInt64 {
    var hash = StateHash(0)
    var text = string
    text.withUTF8 { hash.add($0) }
    return hash.value
  }
}

extension NoteRecord {
  /// What this note adds to the hash of the board: 0 when it does not show.
  func shownHash(of note: NoteID, _ cancellations: Cancellations) -> UInt64 {
    guard isVisible(cancellations) else { return 0 }
    var hash = StateHash(note.replica.rawValue)
    hash.add(note.sequence)
    Self.add(placement.top(cancellations), to: &hash)
    Self.add(size.top(cancellations), to: &hash)
    Self.add(color.top(cancellations), to: &hash)
    Self.add(stacking.top(cancellations), to: &hash)
    var string = string(cancellations)
    string.withUTF8 { hash.add($0) }
    guard !isPlain else { return hash.value }
    votes.add(to: &hash, cancellations)
    attachments.add(to: &hash, cancellations)
    return hash.value
  }

  private static func add<Value>(_ write: Write<Value>?, to hash: inout StateHash) {
    guard let write else { return hash.add(UInt64(0)) }
    hash.add(write.origin.dot)
    hash.add(write.value.stateHash)
  }
}

extension Board {
  /// A hash of all that the board shows: equal boards have equal ones, pruned or not.
  ///
  /// Costs as much as what has changed since `settleHash`, which costs next to nothing when that is
  /// called now and then.
  package var stateHash: UInt64 {
    var hash = notesHash.value
    for note in unhashed.value {
      guard let record = notes[note], record.isUnhashed.value else { continue }
      hash = hash &- record.hash.value &+ record.shownHash(of: note, cancellations)
    }
    guard let title = title.top(cancellations) else { return hash }
    var titleHash = StateHash(title.value.stateHash)
    titleHash.add(title.origin.dot)
    return hash &+ titleHash.value
  }

  /// Takes into the hash what has changed since the last time.
  package mutating func settleHash() {
    for note in unhashed.value {
      guard let place = notes.find(note) else { continue }
      notesHash.value &+= Self.settleHash(of: note, &notes[at: place], cancellations)
    }
    unhashed.value.removeAll(keepingCapacity: unhashed.value.count < 1_000)
  }

  /// By how much the note's share of the hash rises.
  private static func settleHash(
    of note: NoteID,
    _ record: inout NoteRecord,
    _ ledger: Cancellations
  ) -> UInt64 {
    guard record.isUnhashed.value else { return 0 }
    record.isUnhashed.value = false
    record.settleText(ledger)
    let before = record.hash.value
    record.hash.value = record.shownHash(of: note, ledger)
    return record.hash.value &- before
  }

  /// Changes one note where it is.
  mutating func change(_ note: NoteID, _ body: (inout NoteRecord) -> Void) {
    guard let place = notes.find(note) else { return }
    var isHashed = false
    var isSettled = false
    Self.mark(&notes[at: place], body, &isHashed, &isSettled)
    if isHashed { unhashed.value.append(note) }
    if isSettled { unsettled.value.append(note) }
  }

  private static func mark(
    _ record: inout NoteRecord,
    _ body: (inout NoteRecord) -> Void,
    _ isHashed: inout Bool,
    _ isSettled: inout Bool
  ) {
    body(&record)
    isHashed = !record.isUnhashed.value
    isSettled = !record.isUnsettled.value
    record.isUnhashed.value = true
    record.isUnsettled.value = true
  }

  /// Drops a note from the table, and its share of the hash.
  mutating func remove(_ note: NoteID) {
    guard let record = notes.remove(note) else { return }
    notesHash.value &-= record.hash.value
  }

  /// After what may have changed everything.
  mutating func rehashAll() {
    notesHash.value = 0
    unhashed.value = notes.keys
    unsettled.value.removeAll()
    for place in notes.keys.indices {
      let isSettled = Self.renew(&notes[at: place], cancellations)
      if !isSettled { unsettled.value.append(notes.keys[place]) }
    }
  }

  /// Returns whether nothing is held but what shows.
  private static func renew(_ record: inout NoteRecord, _ ledger: Cancellations) -> Bool {
    record.unsettleText()
    // What shares its memory with another board is copied only when something differs.
    if record.hash.value != 0 { record.hash.value = 0 }
    if !record.isUnhashed.value { record.isUnhashed.value = true }
    let isSettled = record.isSettled(ledger)
    if record.isUnsettled.value == isSettled { record.isUnsettled.value = !isSettled }
    return isSettled
  }
}
