public import FoundationEssentials
import SessionCore

/// One session of an activity, as this device takes part in it.
///
/// A session is delivered by `sessions()` in state `waiting`. After `join()` it becomes `joined`, and
/// in the end `invalidated`; a session that is invalidated never comes back, taking part again gives
/// a new object. `join`, `leave` and `end` return at once, and what they bring about shows in
/// `state`. Calling them when they make no sense has no effect.
public final class GroupSession<ActivityType> where ActivityType: GroupActivity {
  /// The same on every device of the session.
  public let id: UUID

  /// Whether this device started the session.
  public let isLocallyInitiated: Bool

  /// This device in the session: readable before joining, and the same afterwards.
  public let localParticipant: Participant

  /// How far this device is in the session.
  @Published public internal(set) var state: State

  /// What the session is about.
  ///
  /// Assigning it while joined changes it for everyone, this device included, by way of
  /// `$activity`; the last writer wins, the same one everywhere.
  ///
  /// Assigning keeps the title and subtitle that the session was started with. A value that cannot
  /// be encoded, and one assigned while not joined, is not taken.
  @Published public var activity: ActivityType

  /// Who is joined and reachable, this device included once it is joined.
  @Published public internal(set) var activeParticipants: Set<Participant>

  let handle: SessionHandle

  init?(_ handle: SessionHandle) {
    let start = handle.snapshot.value
    guard let decoded = try? MessageCoding.decode(ActivityType.self, start.activity.content) else {
      return nil
    }
    self.handle = handle
    id = UUID(start.id.rawValue)
    isLocallyInitiated = start.isLocallyInitiated
    localParticipant = Participant(start.localParticipant)
    _state = Published(
      PublishedSource(handle.snapshot, isSame: { $0.state == $1.state }) { State($0) }
    )
    _activeParticipants = Published(
      PublishedSource(
        handle.snapshot,
        isSame: { $0.activeParticipants == $1.activeParticipants }
      ) { Set($0.activeParticipants.map { Participant($0) }) }
    )
    let activities = ActivityCache(start.activity.content, decoded)
    _activity = Published(
      PublishedSource(
        read: { activities.value(for: handle.snapshot.value.activity.content) },
        write: { handle.update($0) },
        subscribe: { body in
          handle.snapshot.subscribe(isSame: Self.isSameActivity) { snapshot in
            if let value = Self.decoded(snapshot) { body(value) }
          }
        },
        values: { LatestValues(handle.snapshot, isSame: Self.isSameActivity, Self.decoded) }
      )
    )
  }

  private static func decoded(_ snapshot: SessionSnapshot) -> ActivityType? {
    try? MessageCoding.decode(ActivityType.self, snapshot.activity.content)
  }

  @Sendable private static func isSameActivity(
    _ left: SessionSnapshot,
    _ right: SessionSnapshot
  ) -> Bool {
    left.activity.content == right.activity.content
  }

  /// Takes part.
  ///
  /// `state` becomes `joined`.
  public func join() { handle.post(.join(handle.id)) }

  /// Stops taking part, on this device alone.
  ///
  /// The session is invalidated here.
  public func leave() { handle.post(.leave(handle.id)) }

  /// Ends the session for everyone.
  ///
  /// Any participant may do that.
  public func end() { handle.post(.end(handle.id)) }
}

extension GroupSession: CustomStringConvertible {
  /// For logs.
  public var description: String { "GroupSession(\(id.uuidString), \(state))" }
}
