/// Says whether people could be invited right now.
///
/// On this platform that is true while a runtime runs, from `People.start` to `stop`: an invitation
/// by address needs nothing else. The value is right as soon as the observer exists.
public final class GroupStateObserver {
  /// Whether a session could be shared now.
  @Published public internal(set) var isEligibleForGroupSession: Bool

  /// An observer of this process.
  public init() {
    _isEligibleForGroupSession = Published(
      PublishedSource(PeopleRegistry.shared.runningCount, isSame: { ($0 > 0) == ($1 > 0) }) {
        $0 > 0
      }
    )
  }
}
