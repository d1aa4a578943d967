extension Board {
  /// Drops what can never show again.
  ///
  /// Any replica may, at any time, alone: what shows stays.
  package mutating func prune() {
    let ledger = cancellations
    var kept: [NoteID: NoteRecord] = [:]
    kept.reserveCapacity(notes.count)
    for (note, record) in notes {
      let isDead = record.tokens.contains { ledger.isPermanent($0) && ledger.isActive($0) }
      guard !isDead else { continue }
      var record = record
      record.tokens.removeAll { ledger.isPermanent($0) }
      record.placement.prune(ledger)
      record.size.prune(ledger)
      record.color.prune(ledger)
      record.stacking.prune(ledger)
      record.text.prune(ledger)
      kept[note] = record
    }
    notes = kept
    title.prune(ledger)
    // Last: the passes above still ask which groups were taken back.
    cancellations.prune()
  }
}
