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
    var string = text.string(cancellations)
    string.withUTF8 { hash.add($0) }
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
      guard let record = notes[note] else { continue }
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
      guard let index = notes.index(forKey: note) else { continue }
      notes.values[index].text.settle(cancellations)
      let share = notes.values[index].shownHash(of: note, cancellations)
      notesHash.value = notesHash.value &- notes.values[index].hash.value &+ share
      notes.values[index].hash.value = share
    }
    unhashed.value.removeAll(keepingCapacity: unhashed.value.count < 1_000)
  }

  /// Changes one note where it is.
  mutating func change(_ note: NoteID, _ body: (inout NoteRecord) -> Void) {
    guard let index = notes.index(forKey: note) else { return }
    body(&notes.values[index])
    unhashed.value.insert(note)
  }

  /// Drops a note from the table, and its share of the hash.
  mutating func remove(_ note: NoteID) {
    guard let record = notes.removeValue(forKey: note) else { return }
    notesHash.value &-= record.hash.value
    unhashed.value.remove(note)
  }

  /// After what may have changed everything.
  mutating func rehashAll() {
    notesHash.value = 0
    unhashed.value = Set(notes.keys)
    var index = notes.startIndex
    while index != notes.endIndex {
      notes.values[index].text.unsettle()
      notes.values[index].hash.value = 0
      notes.formIndex(after: &index)
    }
  }
}
