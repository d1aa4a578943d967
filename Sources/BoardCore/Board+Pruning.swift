extension Board {
  /// Drops what can never show again.
  ///
  /// Any replica may, at any time, alone: what shows stays.
  package mutating func prune() {
    let ledger = cancellations
    // Most notes have nothing to drop: only the others are touched.
    for note in notes.filter({ $0.value.hasPast(ledger) }).keys {
      let tokens = notes[note]?.tokens ?? []
      if tokens.contains(where: { ledger.isPermanent($0) && ledger.isActive($0) }) {
        remove(note)
      } else {
        notes[note]?.prune(ledger)
      }
    }
    title.prune(ledger)
    // Last: the passes above still ask which groups were taken back.
    cancellations.prune()
  }
}

extension NoteRecord {
  /// Whether there may be something to drop.
  func hasPast(_ ledger: Cancellations) -> Bool {
    !tokens.isEmpty || placement.hasPast(ledger) || size.hasPast(ledger) || color.hasPast(ledger)
      || stacking.hasPast(ledger) || text.hasPast(ledger) || votes.hasPast(ledger)
      || attachments.hasPast(ledger)
  }

  mutating func prune(_ ledger: Cancellations) {
    tokens.removeAll { ledger.isPermanent($0) }
    placement.prune(ledger)
    size.prune(ledger)
    color.prune(ledger)
    stacking.prune(ledger)
    text.prune(ledger)
    votes.prune(ledger)
    attachments.prune(ledger)
  }
}
