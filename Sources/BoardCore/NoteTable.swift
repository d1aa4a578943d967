/// The notes of a board by their names.
///
/// The notes lie side by side, and small numbers are hashed to: it costs little to grow, to copy and
/// to go through. The note that was looked at last is found without hashing.
package struct NoteTable: Sendable {
  /// In no order; each note's record is at the same place in `values`.
  package private(set) var keys: [NoteID] = []
  package private(set) var values: [NoteRecord] = []
  /// Where each was found last in the picture of the board, for `PictureCache`.
  var spots: [Int32] = []
  /// For each hash the place of a note, counted from 1; a power of two, or none.
  ///
  /// 0 is free.
  private var buckets: [UInt32] = []
  private var latest = 0
  /// Another one in each run, so that nobody can name notes that all have one hash.
  private let secret = UInt64(truncatingIfNeeded: Hasher().finalize())

  /// The spot of a note that does not show, and of one that is to find its place.
  static let noSpot: Int32 = -1
  static let newSpot: Int32 = -2

  init() {}

  package var count: Int { keys.count }
  package var isEmpty: Bool { keys.isEmpty }

  package subscript(note: NoteID) -> NoteRecord? { place(of: note).map { values[$0] } }

  /// The note, which is made of `new` when it is not there.
  subscript(note: NoteID, default new: @autoclosure () -> NoteRecord) -> NoteRecord {
    get { self[note] ?? new() }
    _modify {
      let place = find(note) ?? append(new(), as: note)
      yield &values[place]
    }
  }

  /// The note at a place that `find` gave; good until a note comes or goes.
  subscript(at place: Int) -> NoteRecord {
    _read { yield values[place] }
    _modify { yield &values[place] }
  }

  /// Where a note is.
  mutating func find(_ note: NoteID) -> Int? {
    if latest < keys.count, keys[latest] == note { return latest }
    guard let place = place(of: note) else { return nil }
    latest = place
    return place
  }

  func contains(_ note: NoteID) -> Bool { place(of: note) != nil }

  /// The notes for which something holds, in no order.
  func names(where holds: (NoteRecord) -> Bool) -> [NoteID] {
    values.indices.filter { holds(values[$0]) }.map { keys[$0] }
  }

  /// The places of all notes, ascending by name.
  var ascending: [Int] {
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    return isSorted ? Array(keys.indices) : keys.indices.sorted { keys[$0] < keys[$1] }
  }

  // MARK: Coming and going

  mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
    spots.reserveCapacity(count)
    if Self.needsMore(buckets.count, for: count) { rehash(for: count) }
  }

  /// Puts a note there that is not there yet.
  ///
  /// Returns its place.
  @discardableResult
  mutating func append(_ record: NoteRecord, as note: NoteID) -> Int {
    if Self.needsMore(buckets.count, for: keys.count + 1) { rehash(for: 2 * keys.count + 1) }
    keys.append(note)
    values.append(record)
    spots.append(Self.noSpot)
    enter(keys.count - 1)
    latest = keys.count - 1
    return latest
  }

  /// Takes a note out; nil when it is not there.
  mutating func remove(_ note: NoteID) -> NoteRecord? {
    guard let place = place(of: note) else { return nil }
    free(bucket(of: place))
    let last = keys.count - 1
    if place < last { buckets[bucket(of: last)] = UInt32(place + 1) }
    keys.swapAt(place, last)
    values.swapAt(place, last)
    spots.swapAt(place, last)
    keys.removeLast()
    spots.removeLast()
    return values.removeLast()
  }

  /// Nothing of this is in any picture.
  mutating func forgetSpots() { spots = [Int32](repeating: Self.noSpot, count: keys.count) }

  // MARK: Buckets

  func place(of note: NoteID) -> Int? {
    guard !buckets.isEmpty else { return nil }
    let mask = buckets.count - 1
    var bucket = home(of: note)
    while buckets[bucket] != 0 {
      let place = Int(buckets[bucket]) - 1
      if keys[place] == note { return place }
      bucket = (bucket + 1) & mask
    }
    return nil
  }

  /// Where the search for a note begins.
  private func home(of note: NoteID) -> Int {
    let hash = StateHash.mix(StateHash.mix(note.replica.rawValue ^ secret) ^ note.sequence)
    return Int(truncatingIfNeeded: hash) & (buckets.count - 1)
  }

  /// The bucket that holds a place.
  private func bucket(of place: Int) -> Int {
    var bucket = home(of: keys[place])
    while buckets[bucket] != UInt32(place + 1) { bucket = (bucket + 1) & (buckets.count - 1) }
    return bucket
  }

  private mutating func enter(_ place: Int) {
    var bucket = home(of: keys[place])
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = UInt32(place + 1)
  }

  /// Empties a bucket; what was pushed behind it moves up, so that every search still ends well.
  private mutating func free(_ bucket: Int) {
    let mask = buckets.count - 1
    var hole = bucket
    var next = (hole + 1) & mask
    while buckets[next] != 0 {
      let distance = (next - home(of: keys[Int(buckets[next]) - 1])) & mask
      if distance >= (next - hole) & mask {
        buckets[hole] = buckets[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    buckets[hole] = 0
  }

  /// At most two thirds are full.
  private static func needsMore(_ buckets: Int, for count: Int) -> Bool { 3 * count > 2 * buckets }

  private mutating func rehash(for count: Int) {
    var size = 8
    while Self.needsMore(size, for: count) { size *= 2 }
    buckets = [UInt32](repeating: 0, count: size)
    for place in keys.indices { enter(place) }
  }
}

extension NoteTable: Equatable {
  package static func == (left: NoteTable, right: NoteTable) -> Bool {
    left.count == right.count
      && left.keys.indices.allSatisfy { right[left.keys[$0]] == left.values[$0] }
  }
}
