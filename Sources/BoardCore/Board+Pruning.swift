extension Board {
  /// Drops what can never show again.
  ///
  /// Any replica may, at any time, alone: what shows stays.
  package mutating func prune() {
    let ledger = cancellations
    // Most notes have nothing to drop: only those that changed since they had nothing are looked at.
    let before = unsettled.value
    unsettled.value.removeAll(keepingCapacity: true)
    for note in before {
      guard let index = notes.index(forKey: note) else { continue }
      switch Self.prune(&notes.values[index], ledger) {
      case .settled: break
      case .unsettled: unsettled.value.append(note)
      case .gone: remove(note)
      }
    }
    title.prune(ledger)
    // Last: the passes above still ask which groups were taken back.
    cancellations.prune()
  }

  private enum Outcome {
    case settled, unsettled, gone
  }

  private static func prune(_ record: inout NoteRecord, _ ledger: Cancellations) -> Outcome {
    guard record.isUnsettled.value else { return .settled }
    if record.tokens.contains(where: { ledger.isPermanent($0) && ledger.isActive($0) }) {
      return .gone
    }
    if record.hasPast(ledger) { record.prune(ledger) }
    let isSettled = record.isSettled(ledger)
    record.isUnsettled.value = !isSettled
    return isSettled ? .settled : .unsettled
  }
}

extension NoteRecord {
  /// Whether there may be something to drop.
  func hasPast(_ ledger: Cancellations) -> Bool {
    !tokens.isEmpty || placement.hasPast(ledger) || size.hasPast(ledger) || color.hasPast(ledger)
      || stacking.hasPast(ledger) || text.hasPast(ledger) || votes.hasPast(ledger)
      || attachments.hasPast(ledger)
  }

  /// Whether nothing is held but what shows, however far floors rise.
  func isSettled(_ ledger: Cancellations) -> Bool {
    tokens.isEmpty && !placement.hasPast(ledger) && !size.hasPast(ledger)
      && !color.hasPast(ledger) && !stacking.hasPast(ledger) && text.isSettled(ledger)
      && !votes.hasPast(ledger) && attachments.isSettled(ledger)
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
