/// An attachment on a note: named by the operation that added it.
///
/// Taking it off names that operation, so that the same file added again at the same time stays.
package struct AttachedFile: Equatable, Sendable {
  package let origin: Origin
  package let file: FileReference
  /// What took it off, ascending: it shows only when all are taken back.
  package internal(set) var removals: [Origin] = []

  package var id: Dot { origin.dot }

  func isShown(_ ledger: Cancellations) -> Bool {
    ledger.isActive(origin) && !removals.contains { ledger.isActive($0) }
  }

  mutating func remove(_ removal: Origin) {
    let place = removals.lastIndex { $0 < removal }.map { $0 + 1 } ?? 0
    removals.insert(removal, at: place)
  }
}
