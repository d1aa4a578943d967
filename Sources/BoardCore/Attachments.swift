/// The attachments of one note: an observed-remove set.
package struct Attachments: Equatable, Sendable {
  /// Ascending by dot.
  package private(set) var files: [AttachedFile] = []

  var isEmpty: Bool { files.isEmpty }

  /// Those that show, in the order of their dots.
  package func shown(_ ledger: Cancellations) -> [AttachedFile] {
    files.isEmpty ? [] : files.filter { $0.isShown(ledger) }
  }

  func contains(_ matches: (Origin) -> Bool) -> Bool {
    files.contains { matches($0.origin) || $0.removals.contains(where: matches) }
  }

  mutating func add(_ file: FileReference, origin: Origin) {
    insert(AttachedFile(origin: origin, file: file))
  }

  /// What is not there is gone for ever already.
  mutating func remove(_ dots: [Dot], by removal: Origin) {
    for index in files.indices where dots.contains(files[index].id) {
      files[index].remove(removal)
    }
  }

  /// Appends one that was read; false when it does not follow the last one.
  mutating func append(_ file: AttachedFile) -> Bool {
    guard files.last.map({ $0.id < file.id }) ?? true else { return false }
    files.append(file)
    return true
  }

  private mutating func insert(_ file: AttachedFile) {
    let place = files.lastIndex { $0.id < file.id }.map { $0 + 1 } ?? 0
    files.insert(file, at: place)
  }

  // MARK: Past and other states

  /// Whether all show, however far floors rise.
  func isSettled(_ ledger: Cancellations) -> Bool {
    files.allSatisfy { $0.removals.isEmpty && ledger.isActive($0.origin) }
  }

  func hasPast(_ ledger: Cancellations) -> Bool {
    files.contains { file in
      ledger.isPermanent(file.origin) && !ledger.isActive(file.origin)
        || file.removals.contains { ledger.isPermanent($0) }
    }
  }

  mutating func prune(_ ledger: Cancellations) {
    guard hasPast(ledger) else { return }
    files.removeAll { file in
      ledger.isPermanent(file.origin) && !ledger.isActive(file.origin)
        || file.removals.contains { ledger.isPermanent($0) && ledger.isActive($0) }
    }
    for index in files.indices { files[index].removals.removeAll { ledger.isPermanent($0) } }
  }

  mutating func join(_ other: Attachments, mine: VersionVector, theirs: VersionVector) {
    guard self != other else { return }
    files.removeAll { file in
      theirs.contains(file.id) && !other.files.contains { $0.id == file.id }
    }
    for file in other.files {
      if let index = files.firstIndex(where: { $0.id == file.id }) {
        files[index].removals.joinTokens(file.removals, mine: mine, theirs: theirs)
      } else if !mine.contains(file.id) {
        insert(file)
      }
    }
  }

  func add(to hash: inout StateHash, _ ledger: Cancellations) {
    for file in shown(ledger) {
      hash.add(file.id)
      for word in file.file.hash.words { hash.add(word) }
      hash.add(file.file.name.stateHash)
      hash.add(file.file.size)
    }
  }
}
