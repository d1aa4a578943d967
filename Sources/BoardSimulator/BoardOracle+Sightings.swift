import BoardCore

extension BoardOracle {
  /// What of interest the operations show.
  var sightings: Sightings {
    var sightings = Sightings()
    for operation in operations.values {
      switch operation.action {
      case .clear(let seen, _):
        if hasConcurrentCreate(operation.dot, seen) { sightings.add(.clearBesideCreate) }
      case .toggle(let group, let revision) where revision % 2 == 1:
        if isOverwritten(Dot(operation.dot.replica, group), before: operation.dot) {
          sightings.add(.undoAfterOverwrite)
        }
      case .create, .set, .text, .delete, .toggle, .attach, .detach, .noop: break
      }
    }
    return sightings
  }

  private func hasConcurrentCreate(_ clear: Dot, _ seen: VersionVector) -> Bool {
    operations.values.contains { other in
      guard case .create = other.action, other.dot.replica != clear.replica,
        let known = knowledge[other.dot]
      else { return false }
      return !seen.contains(other.dot) && !known.contains(clear)
    }
  }

  private func isOverwritten(_ group: Dot, before toggle: Dot) -> Bool {
    guard let known = knowledge[toggle] else { return false }
    let own = operations.values.filter {
      $0.dot.replica == group.replica && $0.group == group.sequence
    }
    return own.contains { mine in
      guard case .set(let note?, let value, let stamp) = mine.action else { return false }
      return operations.values.contains { other in
        guard case .set(note, let later, let laterStamp) = other.action else { return false }
        return other.dot.replica != mine.dot.replica && known.contains(other.dot)
          && laterStamp >= stamp && Self.register(later) == Self.register(value)
      }
    }
  }

  private static func register(_ value: RegisterValue) -> Int {
    switch value {
    case .placement: 0
    case .size: 1
    case .color: 2
    case .stacking: 3
    case .title: 4
    case .vote: 5
    }
  }
}
