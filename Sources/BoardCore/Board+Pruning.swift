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
      guard let place = notes.find(note) else { continue }
      switch Self.prune(&notes[at: place], ledger) {
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
    if !record.isPlain,
      record.tokens.contains(where: { ledger.isPermanent($0) && ledger.isActive($0) })
    {
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
    hasPastRegisters(ledger) || !isTextAsMade && text.hasPast(ledger)
      || !isPlain
        && (!tokens.isEmpty || votes.hasPast(ledger) || attachments.hasPast(ledger))
  }

  /// Whether nothing is held but what shows, however far floors rise.
  func isSettled(_ ledger: Cancellations) -> Bool {
    !hasPastRegisters(ledger) && (isTextAsMade || text.isSettled(ledger))
      && (isPlain
        || tokens.isEmpty && !votes.hasPast(ledger) && attachments.isSettled(ledger))
  }

  mutating func prune(_ ledger: Cancellations) {
    pruneRegisters(ledger)
    if !isTextAsMade { text.prune(ledger) }
    guard !isPlain else { return }
    tokens.removeAll { ledger.isPermanent($0) }
    votes.prune(ledger)
    attachments.prune(ledger)
  }
}
