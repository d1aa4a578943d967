/// When a member was last heard, and what follows from silence.
package struct Liveness: Equatable, Sendable {
  package private(set) var lastHeard: Moment
  private let quietAfter: Duration
  private let goneAfter: Duration

  package init(heard: Moment, settings: PeerSettings) {
    lastHeard = heard
    quietAfter = settings.quietAfter
    goneAfter = settings.goneAfter
  }

  package mutating func hear(at now: Moment) { lastHeard = max(lastHeard, now) }

  /// This peer itself was asleep: the silence was its own.
  package mutating func excuse(_ lateness: Duration, at now: Moment) {
    lastHeard = min(now, lastHeard + lateness)
  }

  /// Without a link a member is quiet at once.
  package func presence(at now: Moment, isLinked: Bool) -> PersonSnapshot.Presence {
    let silence = now - lastHeard
    if silence >= goneAfter { return .gone }
    return isLinked && silence < quietAfter ? .here : .quiet
  }

  /// When the presence changes unless something is heard; nil once gone.
  package func nextChange(after now: Moment, isLinked: Bool) -> Moment? {
    switch presence(at: now, isLinked: isLinked) {
    case .here: lastHeard + quietAfter
    case .quiet: lastHeard + goneAfter
    case .gone: nil
    }
  }
}
