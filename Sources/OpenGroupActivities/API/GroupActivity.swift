/// Something that people do together.
///
/// Everyone in a session has an equal activity value: it travels encoded as JSON. Programs that are
/// to meet need an activity with the same `activityIdentifier`.
public protocol GroupActivity: Decodable, Encodable, SendableMetatype {
  /// Which kind of activity this is. The default is the name of the type with its module.
  static var activityIdentifier: String { get }

  /// What an invitation to this activity shows.
  var metadata: GroupActivityMetadata { get async }
}

extension GroupActivity {
  /// The name of the type with its module.
  public static var activityIdentifier: String { TypeName.stable(of: Self.self) }

  /// The sessions of this kind of activity.
  public typealias Sessions = GroupSession<Self>.Sessions

  /// The sessions of this kind of activity that begin from now on or have not been taken yet.
  public static func sessions() -> Sessions { Sessions(directory: People.effectiveDirectory) }

  /// Says whether to share: always, once a runtime was started with `People.start`.
  public func prepareForActivation() async -> GroupActivityActivationResult {
    People.effective == nil ? .activationDisabled : .activationPreferred
  }

  /// Founds a session, which `sessions()` delivers on this device; others come by invitation.
  ///
  /// - Returns: true, always.
  /// - Throws: `PeopleError.notRunning` before `People.start` and after `stop`,
  ///   `PeopleError.activityTooLarge`, and what encoding the activity throws.
  public func activate() async throws -> Bool {
    guard let people = People.effective else { throw PeopleError.notRunning }
    let content = try MessageCoding.encode(self)
    let record = await metadata.record(identifier: Self.activityIdentifier, content: content)
    try await people.found(record)
    return true
  }
}
